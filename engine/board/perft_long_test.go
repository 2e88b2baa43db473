//go:build long

package board

import "testing"

func TestPerftFilesDeep(t *testing.T) {
	for _, path := range []string{"perft/start.txt", "perft/other_positions.txt"} {
		t.Run(path, func(t *testing.T) { testPerftFile(t, path, 20_000_000_000) }) // start: depth 13
	}
}
