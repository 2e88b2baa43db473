package gtp

import (
	"errors"
	"fmt"
	"strconv"
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
	rootInfo bool   // tell of the search as a whole
	noResult bool   // tell how likely the game has no result
}

const (
	defaultInterval = 500 * time.Millisecond
	shortestReport  = 10 * time.Millisecond
	defaultCount    = 5
)

var errNothingAllowed = errors.New("no move is allowed")

// among leaves only the moves that are legal.
func (a *analysis) among(moves uint64) error {
	if a.only &= moves; a.only == 0 && moves != 0 {
		return errNothingAllowed
	}
	return nil
}

// limit lets the search go on until the game is solved.
func (a analysis) limit() engine.Limit {
	return engine.Limit{Solve: engine.SolveExact, MultiPV: a.count, Only: a.only, NoBook: true, Steady: true}
}

// analysisKey is a word that may follow in an analysis command, with the kinds
// of its values. set may refuse them.
type analysisKey struct {
	kinds []string
	set   func(a *analysis, values []string) error
}

var analysisKeys = map[string]analysisKey{
	"interval": {[]string{"INTERVAL"}, accepted(func(a *analysis, v []string) { a.setInterval(v[0]) })},
	"maxmoves": {[]string{"N"}, accepted(func(a *analysis, v []string) { a.count = max(atoi(v[0]), 1) })},
	"minmoves": {[]string{"N"}, accepted(func(a *analysis, v []string) { a.count = max(atoi(v[0]), a.count) })},
	"avoid":    {[]string{"COLOUR", "MOVES", "N"}, accepted((*analysis).avoid)},
	"allow":    {[]string{"COLOUR", "MOVES", "N"}, accepted((*analysis).allow)},
}

// kataKeys are those of KataGo's format alone. What this engine does not know it does
// not promise: clients would wait for it.
var kataKeys = map[string]analysisKey{
	"rootInfo":            switchKey(func(a *analysis, on bool) error { a.rootInfo = on; return nil }),
	"noResultValue":       switchKey(func(a *analysis, on bool) error { a.noResult = on; return nil }),
	"ownership":           unknownToUs("ownership", "whose a square will be in the end"),
	"ownershipStdev":      unknownToUs("ownershipStdev", "whose a square will be in the end"),
	"movesOwnership":      unknownToUs("movesOwnership", "whose a square will be in the end"),
	"movesOwnershipStdev": unknownToUs("movesOwnershipStdev", "whose a square will be in the end"),
	"pvVisits":            unknownToUs("pvVisits", "how often a move was looked at"),
	"pvEdgeVisits":        unknownToUs("pvEdgeVisits", "how often a move was looked at"),
}

func accepted(set func(*analysis, []string)) func(*analysis, []string) error {
	return func(a *analysis, values []string) error { set(a, values); return nil }
}

// switchKey is a key that is true or false.
func switchKey(set func(a *analysis, on bool) error) analysisKey {
	return analysisKey{[]string{"true|false"}, func(a *analysis, v []string) error { return set(a, v[0] == "true") }}
}

// unknownToUs is a key for what an alpha-beta search does not find out.
func unknownToUs(name, what string) analysisKey {
	return switchKey(func(_ *analysis, on bool) error {
		if on {
			return fmt.Errorf("%s true: this engine does not know %s", name, what)
		}
		return nil
	})
}

// parseAnalysis reads "[COLOUR] [CENTISECONDS] [KEY VALUE...]", the first two in
// either order.
func parseAnalysis(args []string, side board.Color, format analysisFormat) (analysis, error) {
	a := analysis{color: side, interval: defaultInterval, count: defaultCount, only: ^uint64(0)}
	for len(args) > 0 && (isColor(args[0]) || isDuration(args[0])) {
		if color, ok := board.ParseColor(args[0]); ok {
			a.color = color
		} else {
			a.setInterval(args[0])
		}
		args = args[1:]
	}
	for len(args) > 0 {
		key, known := analysisKeys[args[0]]
		if !known {
			key, known = format.keys[args[0]]
		}
		values := args[1:]
		if !known || len(values) < len(key.kinds) || !areOf(key.kinds, values[:len(key.kinds)]) {
			return a, errSyntax
		}
		if err := key.set(&a, values); err != nil {
			return a, err
		}
		args = values[len(key.kinds):]
	}
	if a.allowed != 0 {
		a.only &= a.allowed
	}
	return a, nil
}

func (a *analysis) setInterval(centiseconds string) {
	n, _ := strconv.ParseFloat(centiseconds, 64)
	a.interval = max(seconds(n/100), shortestReport)
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
