package core

import (
	"os"

	"golang.org/x/term"
)

// IsTerminal reports whether a reader or writer is one.
func IsTerminal(stream any) bool {
	switch wrapped := stream.(type) {
	case *Screen:
		stream = wrapped.to
	case *results:
		stream = wrapped.to
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
