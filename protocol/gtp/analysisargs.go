package gtp

import (
	"errors"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// analysis is what a streaming analysis is asked to do.
type analysis struct {
	color    board.Color
	interval time.Duration
	count    int    // of best moves
	only     uint64 // moves to consider
	allowed  uint64 // moves named by allow
}

const (
	defaultInterval = 500 * time.Millisecond
	shortestReport  = 10 * time.Millisecond
	defaultCount    = 5
)

var errNothingAllowed = errors.New("no move is allowed")

// limit lets the search go on until the game is solved.
func (a analysis) limit() engine.Limit {
	return engine.Limit{Solve: engine.SolveExact, MultiPV: a.count, Only: a.only, NoBook: true, Steady: true}
}

// analysisKey is a word that may follow in an analysis command, with the kinds
// of its values. Those without a set function are asked for by clients of
// programs for Go, and mean nothing here.
type analysisKey struct {
	kinds []string
	set   func(a *analysis, values []string)
}

var analysisKeys = map[string]analysisKey{
	"interval": {[]string{"N"}, func(a *analysis, v []string) { a.setInterval(v[0]) }},
	"maxmoves": {[]string{"N"}, func(a *analysis, v []string) { a.count = max(atoi(v[0]), 1) }},
	"minmoves": {[]string{"N"}, func(a *analysis, v []string) { a.count = max(atoi(v[0]), a.count) }},
	"avoid":    {[]string{"COLOUR", "MOVES", "N"}, (*analysis).avoid},
	"allow":    {[]string{"COLOUR", "MOVES", "N"}, (*analysis).allow},

	"rootInfo":             {kinds: []string{"true|false"}},
	"ownership":            {kinds: []string{"true|false"}},
	"ownershipStdev":       {kinds: []string{"true|false"}},
	"movesOwnership":       {kinds: []string{"true|false"}},
	"movesOwnershipStdev":  {kinds: []string{"true|false"}},
	"pvVisits":             {kinds: []string{"true|false"}},
	"pvEdgeVisits":         {kinds: []string{"true|false"}},
	"noResultValue":        {kinds: []string{"true|false"}},
	"includePolicy":        {kinds: []string{"true|false"}},
	"includeNoResultValue": {kinds: []string{"true|false"}},
}

// parseAnalysis reads "[COLOUR] [CENTISECONDS] [KEY VALUE...]".
func parseAnalysis(args []string, side board.Color) (analysis, error) {
	a := analysis{color: side, interval: defaultInterval, count: defaultCount, only: ^uint64(0)}
	if len(args) > 0 && isColor(args[0]) {
		a.color, _ = board.ParseColor(args[0])
		args = args[1:]
	}
	if len(args) > 0 && isCount(args[0]) {
		a.setInterval(args[0])
		args = args[1:]
	}
	for len(args) > 0 {
		key, known := analysisKeys[args[0]]
		values := args[1:]
		if !known || len(values) < len(key.kinds) || !areOf(key.kinds, values[:len(key.kinds)]) {
			return a, errSyntax
		}
		if key.set != nil {
			key.set(&a, values)
		}
		args = values[len(key.kinds):]
	}
	if a.allowed != 0 {
		a.only &= a.allowed
	}
	return a, nil
}

func (a *analysis) setInterval(centiseconds string) {
	n := min(atoi(centiseconds), int(longest))
	a.interval = max(time.Duration(n)*10*time.Millisecond, shortestReport)
}

// avoid leaves moves out of account. They are of use for the move that is to be
// chosen, and are not kept in mind for those that follow.
func (a *analysis) avoid(values []string) {
	if moves, ok := a.concerned(values); ok {
		a.only &^= moves
	}
}

// allow leaves all moves out of account but those of this and other allow keys.
func (a *analysis) allow(values []string) {
	if moves, ok := a.concerned(values); ok {
		a.allowed |= moves
	}
}

// concerned reads a colour, moves and a depth; false means that they say nothing
// of the next move.
func (a *analysis) concerned(values []string) (moves uint64, ok bool) {
	color, _ := board.ParseColor(values[0])
	return parseMoveSet(values[1]), color == a.color && atoi(values[2]) > 0
}

// parseMoveSet reads squares between commas; passes are left out.
func parseMoveSet(s string) uint64 {
	var set uint64
	for word := range strings.SplitSeq(s, ",") {
		sq, _ := parseMove(word)
		set |= sq.Bit()
	}
	return set
}

func isMoveSet(s string) bool {
	for word := range strings.SplitSeq(s, ",") {
		if !isMove(word) {
			return false
		}
	}
	return true
}
