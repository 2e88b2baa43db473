package ugi

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/clock"
)

// largest is beyond any limit that is meant: a thousand hours in milliseconds.
const largest = 3_600_000_000

// deepest is more than any game has left: the client's stop is the limit.
const deepest = 60

// parseLimit reads what follows go; without a limit there the level is one.
func parseLimit(words []string, game *engine.Game) (engine.Limit, error) {
	numbers := map[string]int64{}
	for i := 0; i < len(words); i++ {
		switch name := words[i]; name {
		case "infinite":
			numbers[name] = 1
		case "movetime", "depth", "nodes", "p1time", "p2time", "p1inc", "p2inc", "movestogo":
			if i++; i == len(words) {
				return engine.Limit{}, fmt.Errorf("%s needs a number", name)
			}
			n, err := strconv.ParseInt(words[i], 10, 64)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				return engine.Limit{}, fmt.Errorf("%s %.20q is not a number", name, words[i])
			}
			numbers[name] = max(-largest, min(n, largest))
		default:
			return engine.Limit{}, fmt.Errorf("%.20q is not known", name)
		}
	}
	limit := engine.Limit{Depth: int(max(0, min(deepest, numbers["depth"]))), Nodes: uint64(max(0, numbers["nodes"]))}
	_, isAnalysis := numbers["infinite"]
	// Who names a depth or a number of nodes wants a search, not the book's opinion.
	limit.NoBook = limit.Depth > 0 || limit.Nodes > 0 || isAnalysis
	if limit.Depth == 0 && (isAnalysis || limit.Nodes > 0) {
		limit.Depth = deepest
	}
	if n, ok := numbers["movetime"]; ok {
		limit.Time = max(milliseconds(n), time.Millisecond) // 0 would be no limit
		return limit, nil
	}
	left, increment := "p1time", "p1inc"
	if game.SideToMove() == board.White {
		left, increment = "p2time", "p2inc"
	}
	if n, ok := numbers[left]; ok {
		told := clock.Told{Left: milliseconds(n), Increment: milliseconds(numbers[increment]), Moves: int(max(0, numbers["movestogo"]))}
		limit.Clock = told.Budget(clock.DefaultOverhead, game.Empties())
	}
	return limit, nil
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
