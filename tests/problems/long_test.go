//go:build long

// These need go test -tags long -timeout 3h.

package problems

import (
	"testing"

	"kaeshi/engine/board"
)

func TestFFO20To39(t *testing.T) { solve(t, "ffo-20-39.obf", board.Symmetries) }

func TestFFO40To59(t *testing.T) { solve(t, "ffo-40-59.obf", 1) }

func TestHard20(t *testing.T) { solve(t, "hard-20.obf", 1) }
