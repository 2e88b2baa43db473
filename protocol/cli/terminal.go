package cli

import (
	"os"

	"golang.org/x/term"
)

// isTerminal tells whether a reader or writer is one.
func isTerminal(stream any) bool {
	if d, ok := stream.(*diagnostics); ok {
		stream = d.to
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
