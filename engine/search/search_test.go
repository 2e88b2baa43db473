package search

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"

	"kaeshi/engine/eval"
	"kaeshi/engine/tt"
	"kaeshi/weights"
)

func newTestSearcher(t testing.TB, threads, megabytes int) *Searcher {
	t.Helper()
	w, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return New(eval.New(w), tt.New(megabytes), threads)
}

func TestFFO(t *testing.T) {
	name := "ffo-1-19"
	if v := os.Getenv("FFO"); v != "" {
		name = v
	}
	f, err := os.Open(filepath.Join("../../../shared/data/endgame", name+".obf"))
	if err != nil {
		t.Skip(err)
	}
	s := newTestSearcher(t, 1, 256)
	sc := bufio.NewScanner(f)
	var total uint64
	start := time.Now()
	only := os.Getenv("ONLY")
	for i := 1; sc.Scan(); i++ {
		if strings.TrimSpace(sc.Text()) == "" || sc.Text()[0] == '%' {
			continue
		}
		pr := parseProblem(t, sc.Text())
		if only != "" && !strings.Contains(sc.Text(), only) {
			continue
		}
		info := s.Search(context.Background(), pr.position, Limit{ExactFrom: 60}, func(i Info) {
			if testing.Verbose() && only != "" {
				t.Logf("%s %d%% depth %d %v %v nodes %d %v", i.Stage, i.Score.Selectivity.Percent(), i.Depth, i.Score, i.PV, i.Nodes, i.Elapsed)
			}
		})
		total += info.Nodes
		best := -99
		ok := false
		for _, m := range pr.moves {
			best = max(best, m.value)
		}
		for _, m := range pr.moves {
			if m.value == best && m.square == info.Move() {
				ok = true
			}
		}
		t.Logf("%2d n %d value %v want %d %v nodes %d %.2fs %.1f M/s pv %v %s", i, pr.position.EmptyCount(), info.Score, best, info.Move(), info.Nodes, info.Elapsed.Seconds(), info.NPS()/1e6, info.PV, "")
		if !ok || info.Score.Value != best*Disc {
			t.Errorf("wrong")
		}
	}
	t.Logf("total %d nodes %v", total, time.Since(start))
}

type problem struct {
	position board.Position
	moves    []scoredMove
}

type scoredMove struct {
	square board.Square
	value  int
}

// parseProblem reads a line of an OBF file, of the well-formed kind that the
// suites consist of.
func parseProblem(t testing.TB, line string) problem {
	t.Helper()
	var p problem
	fields := strings.Split(line, ";")
	for i, c := range fields[0][:64] {
		switch c {
		case 'X':
			p.position.Player |= 1 << i
		case 'O':
			p.position.Opponent |= 1 << i
		}
	}
	if fields[0][65] == 'O' {
		p.position = p.position.Pass()
	}
	for _, field := range fields[1:] {
		name, value, found := strings.Cut(strings.TrimSpace(field), ":")
		sq, ok := board.ParseSquare(name)
		if !found || !ok {
			continue
		}
		v, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		p.moves = append(p.moves, scoredMove{sq, v})
	}
	return p
}
