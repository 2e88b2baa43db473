package learn

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"kaeshi/book"
)

func openGames(t *testing.T, path string, searcher Searcher) *Games {
	t.Helper()
	store, err := book.EditStore(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	g, err := book.Load(store)
	if err != nil {
		t.Fatal(err)
	}
	return &Games{Store: store, Graph: g, Options: options(searcher)}
}

// Learning may be stopped at any search, and a game told any number of times: in the
// end it is learned once, and in between the book on disk is sound.
func TestGamesAreLearnedOnceWheneverLearningIsCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work.book")
	one, two := line(t, "f5d6c3d3c4f4c5b3c2"), line(t, "f5f4e3f6d3")
	for left := 1; ; left++ {
		ctx, cancel := context.WithCancel(context.Background())
		c := &cut{left: left, onEnd: cancel}
		q := openGames(t, path, c)
		if err := errors.Join(q.Note(one), q.Note(two), q.Note(one)); err != nil {
			t.Fatal(err)
		}
		err := q.LearnWaiting(ctx)
		cancel()
		if wasCut := c.left <= 0; wasCut != errors.Is(err, context.Canceled) || !wasCut && err != nil {
			t.Fatalf("cut at search %d: %v", left, err)
		}
		waiting, errWaiting := q.Store.Waiting()
		stored, errStored := book.Load(q.Store)
		if err := errors.Join(errWaiting, errStored, q.Store.Close()); err != nil {
			t.Fatal(err)
		}
		if faults := book.Verify(stored); len(faults) != 0 {
			t.Fatalf("cut at search %d: %v", left, faults)
		}
		if err != nil {
			if len(waiting) == 0 {
				t.Fatalf("cut at search %d: no game waits", left)
			}
			continue
		}
		if len(waiting) != 0 {
			t.Errorf("%d games still wait", len(waiting))
		}
		checkCounted(t, stored)
		return
	}
}

func checkCounted(t *testing.T, g *book.Graph) {
	t.Helper()
	for moves, want := range map[string]uint32{"": 2, "f5": 2, "f5d6c3d3c4f4c5b3c2": 0, "f5d6c3d3c4f4": 1, "f5f4e3f6d3": 1} {
		positions := book.Positions(line(t, moves))
		if e, _ := g.Entry(positions[len(positions)-1]); e.Visits != want {
			t.Errorf("%q: %d games, want %d", moves, e.Visits, want)
		}
	}
}
