// Package perft holds the rules against published counts of lines of play.
package perft

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// What takes longer is counted under the tag long.
const mostLines = 30e6

// The counts at the start are public; a pass costs a ply.
func TestStart(t *testing.T) {
	counts := []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636}
	for depth, lines := range counts {
		check(t, "the start", board.Start(), depth, lines)
	}
}

// Passes, 33 legal moves, the ends of games: "== NAME BOARD SIDE", then lines such
// as "mode 1 depth 3 nodes 56"; in mode 2 passes cost nothing.
func TestOtherPositions(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "perft", "other_positions.txt"))
	if err != nil {
		file, err = os.Open(filepath.Join("..", "data", "perft", "other_positions.txt")) // the small sample
	}
	if err != nil {
		t.Skip("the shared data is not here: ", err)
	}
	defer file.Close()
	var name string
	var position board.Position
	counted := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if title, ok := strings.CutPrefix(lines.Text(), "== "); ok {
			var text string
			name, text, _ = strings.Cut(title, " ")
			if position, _, err = notation.ParsePosition(text); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			continue
		}
		var depth int
		var nodes uint64
		if _, err := fmt.Sscanf(lines.Text(), "mode 1 depth %d nodes %d", &depth, &nodes); err == nil {
			check(t, name, position, depth, nodes)
			counted++
		}
	}
	if counted < 60 {
		t.Errorf("only %d counts in the file", counted)
	}
}

func check(t *testing.T, name string, p board.Position, depth int, want uint64) {
	t.Helper()
	if want > mostLines && !long {
		return
	}
	if got := board.Perft(p, depth); got != want {
		t.Errorf("%s, depth %d: %d lines, want %d", name, depth, got, want)
	}
}
