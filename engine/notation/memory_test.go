package notation_test

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"strings"
	"testing"

	"kaeshi/engine/notation"
)

// Inputs that ask for more than they are: what a reader allocates stays within a
// fixed multiple of their size.
func TestReadersAllocateWhatTheInputJustifies(t *testing.T) {
	const size = 1 << 20
	hugeCount := make([]byte, 16+68)
	binary.LittleEndian.PutUint32(hugeCount[4:], 1<<31-1)
	hugeCount[12] = 8
	inputs := map[string][]byte{
		"count.wtb":    hugeCount,
		"values.sgf":   repeat("(;GM[2]A", "[]", size),
		"names.sgf":    repeat("(;GM[2]", "A[]", size),
		"nodes.sgf":    repeat("(", ";", size),
		"brackets.sgf": repeat("(;", "(", size),
		"moves.ggf":    repeat("(;GM[Othello]", "B[F5]", size),
		"passes.sgf":   repeat("(;GM[2]", ";B[]", size),
		"open.ggf":     repeat("", "(;GM[Othello]", size),
		"tags.pgn":     repeat("", "[A \"\"]\n", size),
		"words.pgn":    repeat("", "x ", size),
		"comments.pgn": repeat("", "{}", size),
		"moves.txt":    repeat("", "f5", size-1),
		"lines.txt":    repeat("", "f5\n", size),
		"games.txt":    repeat("", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7\n", size),
		"values.obf":   repeat(startBoard+" X;", "d3:0;", size/2),
	}
	for name, content := range inputs {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		err := notation.ScanGames(name, bytes.NewReader(content),
			func(notation.Game) error { return nil }, func(error) error { return nil })
		runtime.ReadMemStats(&after)
		const factor, constant = 100, 1 << 20
		allocated := after.TotalAlloc - before.TotalAlloc
		if allocated > factor*uint64(len(content))+constant {
			t.Errorf("%s: %d bytes allocated for %d (%v)", name, allocated, len(content), err)
		}
		t.Logf("%s: %.1f bytes for each (%v)", name, float64(allocated)/float64(len(content)), err)
	}
}

func repeat(head, part string, size int) []byte {
	return []byte(head + strings.Repeat(part, (size-len(head))/len(part)))
}
