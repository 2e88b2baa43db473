package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// Bench is the verb bench.
func Bench() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "search fixed positions and count nodes and speed",
		Description: "The positions, the depths, one thread and the size of the hash are fixed, so the number of nodes is\n" +
			"the search's signature: the same on every machine, until the search or the weights change.\n\n" +
			"Example: kaeshi bench",
		Action: bench,
	}
}

// What the signature rests on, besides the positions.
const benchDepth = 14

var benchOptions = engine.Options{
	Level:   engine.AtLevel(8), // for its selectivity
	Threads: 1,
	HashMB:  16,
	Seed:    1,
}

// benchGames are lines of play to search at the end of: openings that are played
// in tournaments (XOT), and what is on the way of a perfect game and of one that
// ends in a draw with four squares left. Some are searched to the end of the game.
var benchGames = []struct {
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

func bench(c *cli.Context) error {
	e, err := engine.New(benchOptions)
	if err != nil {
		return err
	}
	nodes, elapsed, err := runBench(c.Context, e, c.App.Writer)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "%d nodes %d nps\n", nodes, core.PerSecond(nodes, elapsed.Seconds()))
	return err
}

// runBench searches every position from an empty hash.
func runBench(ctx context.Context, e *engine.Engine, out io.Writer) (nodes uint64, elapsed time.Duration, err error) {
	for i, line := range benchGames {
		game, err := gameOf(line.moves)
		if err != nil {
			return 0, 0, err
		}
		e.SetGame(game)
		e.ClearHash()
		limit := engine.Limit{Depth: benchDepth, NoBook: true}
		if line.exact {
			limit = engine.Limit{Solve: engine.SolveExact}
		}
		info, err := e.Search(ctx, limit, nil)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return 0, 0, err
		}
		nodes, elapsed = nodes+info.Nodes, elapsed+info.Elapsed
		_, err = fmt.Fprintf(out, "%2d  %-7s depth %2d  %-4s %7s %10d nodes %8.3f s\n", i+1, info.Stage, info.Depth,
			info.Move(), info.Score, info.Nodes, info.Elapsed.Seconds())
		if err != nil {
			return 0, 0, err
		}
	}
	return nodes, elapsed, nil
}

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
