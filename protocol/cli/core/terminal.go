package core

import (
	"os"

	"golang.org/x/term"
)

// IsTerminal tells whether a reader or writer is one.
func IsTerminal(stream any) bool {
	if d, ok := stream.(*Diagnostics); ok {
		stream = d.to
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
