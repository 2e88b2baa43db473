package book

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Known theory: what two strong programs, and the proof that Othello is a draw,
// say of all short lines. An opening book lives by being near it; how near the
// built-in one is, is told line by line.
func TestBuiltInBookAgainstTheory(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("..", "..", "shared", "data", "openings", "theory_values.tsv"))
	if err != nil {
		t.Skip("the shared data is not here")
	}
	const tolerance = 2.0
	known, far := 0, 0
	for row := range strings.Lines(string(table)) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		// The stronger of the two sources is the first; where it is silent the other speaks.
		text := fields[2]
		if text == "" {
			text = fields[3]
		}
		theory, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue // the heading
		}
		p := after(t, fields[0])
		e, ok := Embedded().Entry(p)
		if !ok {
			continue
		}
		known++
		value := e.Value.Discs()
		if (p.EmptyCount() % 2) != 0 { // White is to move
			value = -value
		}
		if diff := value - theory; diff > tolerance || diff < -tolerance {
			far++
			t.Logf("%-8s %+.2f for Black, theory %+.0f", fields[0], value, theory)
		}
	}
	t.Logf("%d of %d lines in the book are more than %.0f discs off", far, known, tolerance)
	if far*2 > known {
		t.Error("the built-in book and theory have little in common")
	}
}
