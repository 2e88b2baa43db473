package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kaeshi/engine"
)

// The table of levels says what the program has; it may not fall behind it.
func TestTableOfLevels(t *testing.T) {
	const document = "../../engine/README.md"
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for number := engine.MinLevel; number <= engine.MaxLevel; number++ {
		level := engine.Levels[number]
		name := fmt.Sprint(number)
		if number == engine.DefaultLevel {
			name += " (default)"
		}
		rows = append(rows, fmt.Sprintf("\n| %s | %d | %d%% | %d | %d | %d |",
			name, level.Depth, level.Selectivity.Percent(), level.SolveFrom, level.WLDFrom, level.ExactFrom))
	}
	for _, row := range rows {
		if !strings.Contains(string(text), row) {
			t.Errorf("%s has no row %q", document, row)
		}
	}
}
