package ugi

import (
	"errors"
	"fmt"
	"math"
	"slices"
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

// Words of go that a number follows.
var numbered = []string{"movetime", "depth", "nodes", "p1time", "p2time", "p1inc", "p2inc", "movestogo"}

// parseLimit reads what follows go; without a limit there the level is one. Words
// that say nothing here are left out, each with a complaint.
func parseLimit(words []string, game *engine.Game) (limit engine.Limit, complaints []error) {
	numbers := map[string]int64{}
	complain := func(format string, values ...any) { complaints = append(complaints, fmt.Errorf(format, values...)) }
	for len(words) > 0 {
		name, rest := words[0], words[1:]
		switch {
		case name == "infinite":
			numbers[name] = 1
		case name == "searchmoves":
			limit.Only, rest = movesAtHead(rest)
			if limit.Only &= game.Position().Moves(); limit.Only == 0 {
				complain("searchmoves names no legal move")
			}
		case !slices.Contains(numbered, name):
			complain("%.20q is not known", name)
		case len(rest) == 0 || slices.Contains(numbered, rest[0]) || rest[0] == "infinite":
			complain("%s needs a number", name)
		default:
			n, err := parseNumber(rest[0])
			if err != nil {
				complain("%s %.20q is not a number", name, rest[0])
			} else {
				numbers[name] = n
			}
			rest = rest[1:]
		}
		words = rest
	}
	return spellOut(limit, numbers, game), complaints
}

// parseNumber reads a number, and the nearest within reason where it is not.
func parseNumber(word string) (int64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if errors.Is(err, strconv.ErrRange) {
		err = nil
	}
	if math.IsNaN(x) {
		err = strconv.ErrSyntax
	}
	return int64(max(-largest, min(x, largest))), err
}

// movesAtHead returns the moves that words begin with, and the other words.
func movesAtHead(words []string) (moves uint64, rest []string) {
	for len(words) > 0 {
		sq, ok := parseMove(words[0])
		if !ok {
			break
		}
		moves, words = moves|sq.Bit(), words[1:]
	}
	return moves, words
}

// spellOut completes a limit by what was said in numbers.
func spellOut(limit engine.Limit, numbers map[string]int64, game *engine.Game) engine.Limit {
	limit.Depth = int(max(0, min(deepest, numbers["depth"])))
	limit.Nodes = uint64(max(0, numbers["nodes"]))
	_, isAnalysis := numbers["infinite"]
	// A depth or a number of nodes asks for a search, not for the book's move.
	limit.NoBook = limit.Depth > 0 || limit.Nodes > 0 || isAnalysis
	if limit.Depth == 0 && (isAnalysis || limit.Nodes > 0) {
		limit.Depth = deepest
	}
	if n, ok := numbers["movetime"]; ok {
		limit.Time = max(moveTime(milliseconds(n)), time.Millisecond) // 0 would be no limit
		return limit
	}
	left, increment := "p1time", "p1inc"
	if game.SideToMove() == board.White {
		left, increment = "p2time", "p2inc"
	}
	if n, ok := numbers[left]; ok {
		told := clock.Told{Left: milliseconds(n), Increment: milliseconds(numbers[increment]), Moves: int(max(0, numbers["movestogo"]))}
		limit.Clock = told.Budget(clock.DefaultOverhead, game.Empties())
	}
	return limit
}

// moveTime keeps a reserve for what passes on the way to the client, whose clock it is:
// on a busy machine a tenth of 100 ms was not enough.
func moveTime(granted time.Duration) time.Duration {
	return granted - min(clock.DefaultOverhead, granted/4)
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
