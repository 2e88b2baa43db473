// Package gtp is the engine's voice in the Go Text Protocol, version 2, as
// Othello clients use it.
//
// One line's way: input reads it in a goroutine of its own, the Server takes it
// from the queue and looks it up in the vocabulary (table.go), the command asks
// the engine, and output writes the one answer. README.md beside this file is the
// reference of the commands, and a test holds it against the table.
package gtp
