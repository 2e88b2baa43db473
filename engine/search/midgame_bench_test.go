package search

import (
	"bufio"
	"context"
	"flag"
	"os"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// The tables of README.md are made with these.
var (
	openings = flag.String("openings", "../../scripts/examples/xot.txt", "lines of moves to search at the end of")
	every    = flag.Int("every", 3, "search the first line and each so many lines after it")
	depth    = flag.Int("depth", 18, "of the searches")
	percent  = flag.Int("percent", 73, "selectivity of the searches")
	threads  = flag.Int("threads", 1, "that search one position")
)

// BenchmarkMidgame searches the positions of a file of openings, each with an empty hash.
func BenchmarkMidgame(b *testing.B) {
	positions := readOpenings(b)
	s := newTestSearcher(b, *threads, 128)
	limit := Limit{Depth: *depth}
	for limit.Selectivity.Percent() < *percent {
		limit.Selectivity++
	}
	s.Search(context.Background(), positions[0], limit, nil) // makes the weights ready
	nodes := uint64(0)
	for b.Loop() {
		nodes = 0
		for _, p := range positions {
			b.StopTimer()
			s.table.Clear()
			b.StartTimer()
			nodes += s.Search(context.Background(), p, limit, nil).Nodes
		}
	}
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
}

func readOpenings(tb testing.TB) (positions []board.Position) {
	file, err := os.Open(*openings)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for i := 0; lines.Scan(); i++ {
		if i%*every != 0 {
			continue
		}
		squares, err := notation.ParseMoves(lines.Text())
		if err != nil {
			tb.Fatalf("%s:%d: %v", *openings, i+1, err)
		}
		plies, err := notation.Replay(board.Start(), board.Black, squares)
		if err != nil {
			tb.Fatalf("%s:%d: %v", *openings, i+1, err)
		}
		p := board.Start()
		for _, ply := range plies {
			if ply.Square == board.Pass {
				p = p.Pass()
				continue
			}
			p = p.Play(ply.Square)
		}
		positions = append(positions, p)
	}
	if lines.Err() != nil {
		tb.Fatal(lines.Err())
	}
	return positions
}
