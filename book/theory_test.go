package book

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Known theory: what two strong programs say of all short lines; where they differ
// the truth may lie between. An opening book lives by being near it; how near the
// built-in one is, is told line by line.
func TestBuiltInBookAgainstTheory(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("..", "..", "shared", "data", "openings", "theory_values.tsv"))
	if err != nil {
		table, err = os.ReadFile(filepath.Join("..", "tests", "data", "openings", "theory_values.tsv"))
	}
	if err != nil {
		t.Fatal(err)
	}
	const tolerance = 2.0
	known, far := 0, 0
	for row := range strings.Lines(string(table)) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		var sources []float64
		for _, text := range fields[2:] {
			if value, err := strconv.ParseFloat(text, 64); err == nil {
				sources = append(sources, value)
			}
		}
		if len(sources) == 0 {
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
		if value > slices.Max(sources)+tolerance || value < slices.Min(sources)-tolerance {
			far++
			t.Logf("%-8s %+.2f for Black, theory %v", fields[0], value, sources)
		}
	}
	t.Logf("%d of %d lines in the book are more than %.0f discs off", far, known, tolerance)
	if far*4 > known {
		t.Error("the built-in book and theory have little in common")
	}
}
