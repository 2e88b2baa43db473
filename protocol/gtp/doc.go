// Package gtp serves the Go Text Protocol, version 2, as Othello clients use it.
//
// The way of a line: input reads it in a goroutine of its own, the Server takes it
// from the queue and looks it up in the table of commands (table.go), the command asks
// the engine, and output writes the one answer. README.md beside this file is the
// reference of the commands; a test compares it with the table.
package gtp
