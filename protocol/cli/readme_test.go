package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kaeshi/engine"
)

// The README's tables say what the program is; they may not fall behind it.
func TestReadmeTables(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	var rows []string
	for _, verb := range verbs() {
		rows = append(rows, fmt.Sprintf("\n| `%s` | ", verb.Name))
	}
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
		if !strings.Contains(readme, row) {
			t.Errorf("README.md has no row %q", row)
		}
	}
}
