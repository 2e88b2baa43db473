// Package core is what all verbs share: the common flags and the engine that they
// describe, progress, the log and the words of errors. It knows no verb: the
// packages of verbs import it, and the app in protocol/cli imports them. Below it
// is console, the streams of the program.
//
// Standard output carries answers and results; everything else goes to
// standard error through a writer that drops rather than waits (see console.Screen),
// since many clients of an engine never read it.
package core

// Program is what the program calls itself.
const Program = "kaeshi"
