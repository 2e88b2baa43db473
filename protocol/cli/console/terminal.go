package console

import (
	"os"

	"golang.org/x/term"
)

// wrapper is a writer that stands before another one.
type wrapper interface{ unwrap() any }

// IsTerminal reports whether a reader or writer is one.
func IsTerminal(stream any) bool {
	if wrapped, ok := stream.(wrapper); ok {
		stream = wrapped.unwrap()
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
