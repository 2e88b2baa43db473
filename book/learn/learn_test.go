package learn

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// fake values every position by its canonical discs, so that the same question
// always has the same answer and symmetric positions have the same value.
type fake struct {
	searched int
	level    uint8
}

func valueOf(p board.Position) book.Value {
	canonical, _ := p.Canonical()
	rnd := rand.New(rand.NewPCG(canonical.Player, canonical.Opponent))
	return book.Value(rnd.IntN(801) - 400)
}

func (f *fake) Search(ctx context.Context, p board.Position, only uint64) (Finding, error) {
	f.searched++
	best := Finding{Move: board.NoSquare}
	for sq := range board.Square(64) {
		if only&sq.Bit() == 0 {
			continue
		}
		if v := -valueOf(p.Play(sq)); best.Move == board.NoSquare || v > best.Value {
			best = Finding{Move: sq, Value: v, Level: f.level}
		}
	}
	return best, ctx.Err()
}

func options(searchers ...Searcher) Options {
	return Options{
		Error: 200, Depth: 6, Searchers: searchers,
		Save: func(*book.Graph, []board.Position) error { return nil },
		Now:  func() time.Time { return time.Unix(1e9, 0) },
	}
}

func TestExpandFollowsEveryLineWithinTheLimits(t *testing.T) {
	for _, searchers := range [][]Searcher{{&fake{}}, {&fake{}, &fake{}, &fake{}}} {
		g := book.NewGraph()
		if err := Expand(context.Background(), g, options(searchers...)); err != nil {
			t.Fatal(err)
		}
		if g.Len() < 50 {
			t.Fatalf("only %d positions", g.Len())
		}
		checkGrown(t, g, options())
		settled := g.Len()
		if err := Expand(context.Background(), g, options(searchers...)); err != nil || g.Len() != settled {
			t.Errorf("a second run goes on to %d positions from %d: %v", g.Len(), settled, err)
		}
	}
}

// checkGrown walks every line by plain recursion: no position within the limits
// may have a way out left, and each must know its best unplayed move.
func checkGrown(t *testing.T, g *book.Graph, o Options) {
	t.Helper()
	if changed := g.Recompute(); len(changed) != 0 {
		t.Errorf("%d values were not settled", len(changed))
	}
	var walk func(p board.Position, loss book.Value)
	walk = func(p board.Position, loss book.Value) {
		e, ok := g.Entry(p)
		plies := 60 - p.EmptyCount()
		if !ok {
			t.Fatalf("a line of loss %v ends after %d plies", loss, plies)
		}
		unplayed := g.Unplayed(p)
		if unplayed != 0 && unplayed&e.Leaf.Bit() == 0 {
			t.Fatalf("best unplayed move unknown at\n%v", p)
		}
		if plies >= o.Depth {
			return
		}
		for _, m := range book.New(g).Moves(p) {
			if next := loss + e.Value - m.Value; next <= o.Error {
				walk(p.Play(m.Square), next)
			}
		}
	}
	walk(board.Start(), 0)
}

func TestExpandSavesEveryChange(t *testing.T) {
	saved, g := book.NewGraph(), book.NewGraph()
	o := options(&fake{})
	o.Save = func(g *book.Graph, changed []board.Position) error {
		for _, p := range changed {
			e, ok := g.Entry(p)
			if !ok {
				t.Fatal("told of a position that is not registered")
			}
			saved.Put(p, e)
		}
		return nil
	}
	if err := Expand(context.Background(), g, o); err != nil {
		t.Fatal(err)
	}
	if saved.Len() != g.Len() {
		t.Fatalf("saved %d of %d positions", saved.Len(), g.Len())
	}
	for p, e := range g.All() {
		if got, _ := saved.Entry(p); got != e {
			t.Fatalf("saved %+v, want %+v", got, e)
		}
	}
}

func TestExpandStopsAndGoesOn(t *testing.T) {
	whole := book.NewGraph()
	if err := Expand(context.Background(), whole, options(&fake{})); err != nil {
		t.Fatal(err)
	}
	g := book.NewGraph()
	for range 1000 {
		ctx, cancel := context.WithCancel(context.Background())
		o := options(&fake{})
		changes := 0
		o.Save = func(*book.Graph, []board.Position) error {
			if changes++; changes == 7 {
				cancel()
			}
			return nil
		}
		if err := Expand(ctx, g, o); err != nil {
			t.Fatal(err)
		}
		stopped := ctx.Err() != nil
		cancel()
		if !stopped {
			break
		}
	}
	checkGrown(t, g, options())
}

func TestExpandCompletesABookWithoutLeaves(t *testing.T) {
	b := book.NewBuilder()
	b.Add(notation.Transcript{Plies: line(t, "F5D6C3D3C4F4"), Value: -64})
	b.Add(notation.Transcript{Plies: line(t, "F5F4"), Value: 1})
	g := b.Graph()
	if err := Expand(context.Background(), g, options(&fake{})); err != nil {
		t.Fatal(err)
	}
	checkGrown(t, g, options())
}

func TestDeepenSearchesAgainWhatWasSearchedShallowly(t *testing.T) {
	g := book.NewGraph()
	first := options(&fake{level: 3})
	first.Error = 400
	if err := Expand(context.Background(), g, first); err != nil {
		t.Fatal(err)
	}
	f := &fake{level: 5}
	o := options(f)
	o.Deepen, o.Error = 5, 400
	for range 2 {
		if err := Expand(context.Background(), g, o); err != nil {
			t.Fatal(err)
		}
		checkGrown(t, g, o)
	}
	deeper := 0
	for _, e := range g.All() {
		if e.Level == 5 {
			deeper++
		}
	}
	if deeper < 10 || deeper != f.searched {
		t.Errorf("%d positions are deeper after %d searches", deeper, f.searched)
	}
}

func line(t *testing.T, text string) []notation.Ply {
	t.Helper()
	moves, err := notation.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	plies, err := notation.Replay(board.Start(), board.Black, moves)
	if err != nil {
		t.Fatal(err)
	}
	return plies
}

func TestGameIsLearned(t *testing.T) {
	g := book.NewGraph()
	// The earliest game with a pass: Black has no move after eight plies.
	plies := line(t, "f5f6d3g5h5h4f7h6c5")
	o := options(&fake{})
	o.Depth = 20
	for range 3 {
		if err := Game(context.Background(), g, plies, o); err != nil {
			t.Fatal(err)
		}
	}
	better := 0
	for i, p := range book.Positions(plies) {
		e, ok := g.Entry(p)
		if !ok || e.Visits != 3 || e.Origin != book.FromGame {
			t.Fatalf("position %d: %+v", i, e)
		}
		if g.Unplayed(p) != 0 && g.Unplayed(p)&e.Leaf.Bit() == 0 {
			t.Errorf("position %d: best unplayed move unknown", i)
		}
		for _, m := range book.New(g).Moves(p) {
			if !m.Leaf && m.Entry.Origin == book.FromSearch {
				better++
			}
		}
	}
	if better == 0 {
		t.Error("no better move was registered")
	}
	if changed := g.Recompute(); len(changed) != 0 {
		t.Errorf("%d values were not settled", len(changed))
	}
}

func TestValueOfFinishedGameIsItsScore(t *testing.T) {
	g := book.NewGraph()
	plies := line(t, "f5d6c3f3e3f4d7d3g3") // Black wins all after nine plies
	o := options(&fake{})
	o.Depth = 60
	if err := Game(context.Background(), g, plies, o); err != nil {
		t.Fatal(err)
	}
	positions := book.Positions(plies)
	if e, _ := g.Entry(positions[len(positions)-1]); e.Value != -6400 {
		t.Errorf("the end has the value %v for the loser", e.Value)
	}
	if e, _ := g.Entry(positions[len(positions)-2]); e.Value != 6400 {
		t.Errorf("the last move has the value %v", e.Value)
	}
}

func TestEndsAreSearchedWhereNothingIsKnown(t *testing.T) {
	b := book.NewBuilder()
	b.Add(notation.Transcript{Plies: line(t, "F5D6C3"), Value: 5})
	g := b.Graph()
	// Lines without values: one ends before a pass, one ends the game.
	for _, text := range []string{"F5F4", "f5f6d3g5h5h4f7h6", "f5d6c3f3e3f4d7d3g3"} {
		for _, p := range book.Positions(line(t, text)) {
			if _, ok := g.Entry(p); !ok {
				g.Put(p, book.NewEntry(book.FromGame))
			}
		}
	}
	if faults := book.Verify(g); len(faults) == 0 {
		t.Error("ends of which nothing is known pass for right")
	}
	f := &fake{}
	if err := Ends(context.Background(), g, options(f)); err != nil {
		t.Fatal(err)
	}
	if f.searched != 2 {
		t.Errorf("%d searches, want 2", f.searched)
	}
	g.Recompute()
	if faults := book.Verify(g); len(faults) != 0 {
		t.Errorf("faults: %v", faults)
	}
}

// cut is a searcher whose context ends, or which fails, after so many searches.
type cut struct {
	fake
	left  int
	onEnd func()
}

func (c *cut) Search(ctx context.Context, p board.Position, only uint64) (Finding, error) {
	if c.left--; c.left == 0 {
		c.onEnd()
	}
	if err := ctx.Err(); err != nil {
		return Finding{}, err
	}
	return c.fake.Search(ctx, p, only)
}

// entries is all that a book holds.
func entries(g *book.Graph) map[board.Position]book.Entry { return maps.Collect(g.All()) }

// Wherever learning a game is cut short, it is as if it had not begun; and what is
// learned of it in the end is the same.
func TestGameIsLearnedWholeOrNotAtAll(t *testing.T) {
	before := line(t, "F5D6C3D3C4F4")
	plies := line(t, "f5d6c3d3c4f4c5b3c2") // some of it is known already
	want := book.NewGraph()
	for _, game := range [][]notation.Ply{before, plies} {
		if err := Game(context.Background(), want, game, options(&fake{})); err != nil {
			t.Fatal(err)
		}
	}
	for left := 1; ; left++ {
		g := book.NewGraph()
		if err := Game(context.Background(), g, before, options(&fake{})); err != nil {
			t.Fatal(err)
		}
		known := entries(g)
		ctx, cancel := context.WithCancel(context.Background())
		c := &cut{left: left, onEnd: cancel}
		o := options(c)
		saves := 0
		o.Save = func(*book.Graph, []board.Position) error { saves++; return nil }
		err := Game(ctx, g, plies, o)
		cancel()
		if c.left > 0 {
			if err != nil || saves != 1 || !maps.Equal(entries(g), entries(want)) {
				t.Fatalf("not cut: %v, %d saves", err, saves)
			}
			if left < 4 {
				t.Fatalf("only %d searches", left-1)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || saves != 0 || !maps.Equal(entries(g), known) {
			t.Fatalf("cut at search %d: %v, %d saves, %d positions, want %d", left, err, saves, g.Len(), len(known))
		}
	}
}

// What could not be saved is not in the book that is played from either.
func TestGameThatCannotBeSavedIsNotLearned(t *testing.T) {
	full := errors.New("the disk is full")
	g := book.NewGraph()
	o := options(&fake{})
	o.Save = func(*book.Graph, []board.Position) error { return full }
	if err := Game(context.Background(), g, line(t, "F5D6C3"), o); !errors.Is(err, full) || g.Len() != 0 {
		t.Errorf("%v, %d positions", err, g.Len())
	}
}

// A failed save, or search, is the end: nothing is searched for the waste bin.
func TestLearningStopsAtAFailure(t *testing.T) {
	full := errors.New("the disk is full")
	for _, searchers := range [][]Searcher{{&fake{}}, {&fake{}, &fake{}, &fake{}}} {
		g := book.NewGraph()
		if err := Expand(context.Background(), g, options(&fake{})); err != nil {
			t.Fatal(err)
		}
		o := options(searchers...)
		o.Error, o.Depth = 6400, 10 // hundreds of searches wait now
		saves := 0
		o.Save = func(*book.Graph, []board.Position) error { saves++; return full }
		if err := Expand(context.Background(), g, o); !errors.Is(err, full) || saves != 1 {
			t.Errorf("%v after %d saves", err, saves)
		}
	}
	// The other searches go on until they are told that one has failed.
	g := book.NewGraph()
	o := options(waiting{}, waiting{})
	o.Save = func(*book.Graph, []board.Position) error { return nil }
	if err := Game(context.Background(), g, line(t, "F5D6C3D3"), o); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// waiting fails at its first search and then waits for the end of its context.
type waiting struct{}

func (waiting) Search(ctx context.Context, p board.Position, only uint64) (Finding, error) {
	if p.EmptyCount() == 59 {
		return Finding{}, errors.New("this one fails")
	}
	<-ctx.Done()
	return Finding{}, ctx.Err()
}

// The same game told again counts once, and further than before only beyond.
func TestCountedPositionsDoNotCountAgain(t *testing.T) {
	g := book.NewGraph()
	plies := line(t, "F5D6C3D3C4F4")
	o := options(&fake{})
	o.Depth = 3
	if err := Game(context.Background(), g, plies, o); err != nil {
		t.Fatal(err)
	}
	o.Counted, o.Depth = len(Line(plies, 3)), 6
	if err := Game(context.Background(), g, plies, o); err != nil {
		t.Fatal(err)
	}
	for i, p := range book.Positions(plies) {
		if e, _ := g.Entry(p); e.Visits != 1 {
			t.Errorf("position %d counts %d games", i, e.Visits)
		}
	}
}
