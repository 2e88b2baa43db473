package gtp

import (
	"context"
	"strings"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// double is an engine that plays the first legal move, or whatever its think
// says.
type double struct {
	game  *engine.Game
	level int
	elo   int
	book  bool
	think func(ctx context.Context, limit engine.Limit, report func(engine.Info)) engine.Info
	limit engine.Limit // of the last search

	cleared int // how often the table was
}

func newDouble() *double { return &double{game: engine.NewGame(), level: engine.DefaultLevel} }

func (d *double) Game() *engine.Game     { return d.game }
func (d *double) SetGame(g *engine.Game) { d.game = g }
func (d *double) Level() int             { return d.level }
func (d *double) SetLevel(level int)     { d.level = level }
func (d *double) Elo() int               { return d.elo }
func (d *double) SetElo(elo int)         { d.elo = elo }
func (d *double) BookOn() bool           { return d.book }
func (d *double) SetBook(on bool)        { d.book = on }
func (d *double) BookMoves() []engine.BookMove {
	return []engine.BookMove{{Square: 37, Value: 0.5}, {Square: 19, Value: -1}}
}
func (d *double) Prepare(engine.Limit) error { return nil }

func (d *double) ClearHash() { d.cleared++ }

func (d *double) Evaluate() (int, error) { return -235, nil }

func (d *double) Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error) {
	d.limit = limit
	if d.think != nil {
		return d.think(ctx, limit, report), nil
	}
	return d.firstMove(), nil
}

// firstMove is an Info about the first legal move.
func (d *double) firstMove() engine.Info {
	moves := squares(d.game.Position().Moves())
	if len(moves) == 0 {
		return engine.Info{}
	}
	return engine.Info{PV: moves[:1], Rank: 1, Depth: 3, Nodes: 42,
		Score: engine.Info{}.Score, Hashfull: 7}
}

// thinkUntilStopped makes the double think until its context ends, after telling on
// the channel that it began.
func (d *double) thinkUntilStopped(began chan<- struct{}) {
	d.think = func(ctx context.Context, _ engine.Limit, _ func(engine.Info)) engine.Info {
		began <- struct{}{}
		<-ctx.Done()
		return d.firstMove()
	}
}

// dialogue returns what a server says to the whole input.
func dialogue(t *testing.T, e Engine, input string) string {
	t.Helper()
	var out strings.Builder
	server := NewServer(e, Options{Version: "1.2.3"})
	if err := server.Serve(t.Context(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// moveScored is an Info as a search would report it.
func moveScored(sq board.Square, discs int) engine.Info {
	return engine.Info{PV: []board.Square{sq}, Rank: 1, Score: search.Score{Value: discs * search.Disc}}
}
