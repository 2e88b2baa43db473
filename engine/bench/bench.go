// Package bench searches fixed positions. The positions, the depths, one thread and the
// size of the table are fixed, so the number of nodes is the search's signature: the same
// on every machine, until the search or the weights change.
package bench

import (
	"context"
	"errors"
	"sync"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// What the signature rests on, besides the positions.
const depth = 14

var options = engine.Options{
	Level:   engine.AtLevel(8), // for its selectivity
	Threads: 1,
	HashMB:  16,
	Seed:    1,
}

// games are lines of play to search at the end of: openings that are played
// in tournaments (XOT), and what is on the way of a perfect game and of one that
// ends in a draw with four squares left. Some are searched to the end of the game.
var games = []struct {
	moves string
	exact bool
}{
	{"f5d6c4d3c2b3b4b5", false},
	{"f5f6d3c5d6c7b5e3", false},
	{"f5f4e3d2c3e6e1g5", false},
	{"f5f6e6d6f7g6h5g5", false},
	{"f5d6c3d3c4f4f6f3e6e7d7c5b6d8", false},
	{"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6", false},
	{"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6", false},
	{"f5d6c3d3c4f4f6f3e6e7d7g6g5f7e2c8e3h4f2c6", false},
	{"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1", true},
	{"f5d6c3d3c4f4f6f3e6e7d7g6g5f7e2c8e3h4f2c6c7c5e8g3h3d2g4f8g8b5b3f1b6h5a4c2b4a3c1a5", true},
}

// New returns an engine as the signature wants it.
func New() (*engine.Engine, error) { return engine.New(options) }

// Run searches every position from an empty table, and calls report with each, from 1.
func Run(ctx context.Context, e *engine.Engine, report func(number int, info engine.Info) error) (nodes uint64, elapsed time.Duration, err error) {
	for i, line := range games {
		game, err := gameOf(line.moves)
		if err != nil {
			return 0, 0, err
		}
		e.SetGame(game)
		e.ClearHash()
		limit := engine.Limit{Depth: depth, NoBook: true}
		if line.exact {
			limit = engine.Limit{Solve: engine.SolveExact}
		}
		info, err := e.Search(ctx, limit, nil)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return 0, 0, err
		}
		nodes, elapsed = nodes+info.Nodes, elapsed+info.Elapsed
		if err = report(i+1, info); err != nil {
			return 0, 0, err
		}
	}
	return nodes, elapsed, nil
}

// Signature returns the number of nodes of this program's search, which takes about half
// a second the first time.
var Signature = sync.OnceValues(func() (uint64, error) {
	e, err := New()
	if err != nil {
		return 0, err
	}
	nodes, _, err := Run(context.Background(), e, func(int, engine.Info) error { return nil })
	return nodes, err
})

// gameOf plays a move string from the initial position.
func gameOf(moves string) (*engine.Game, error) {
	squares, err := notation.ParseMoves(moves)
	if err != nil {
		return nil, err
	}
	plies, err := notation.Replay(board.Start(), board.Black, squares)
	if err != nil {
		return nil, err
	}
	game := engine.NewGame()
	for _, ply := range plies {
		if err := game.Play(ply.Color, ply.Square); err != nil {
			return nil, err
		}
	}
	return game, nil
}
