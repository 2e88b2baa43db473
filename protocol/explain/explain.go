// Package explain says in plain words what a move gave away against a better one. Every
// fact is read off the lines that a search found for both moves; what only looks likely
// is not said.
package explain

import (
	"fmt"
	"math/bits"
	"strings"

	"kaeshi/engine/board"
)

// Fact is one thing that a move gave away.
type Fact struct {
	Kind string `json:"kind"` // of Kinds
	Text string `json:"text"` // a sentence without its subject and full stop
}

// The kinds of facts.
const (
	Corner   = "corner"
	Pass     = "pass"
	Wedge    = "wedge"
	Mobility = "mobility"
	LastMove = "last move"
	Parity   = "parity"
)

// Lines are the two lines that are compared, both from Position, passes included.
type Lines struct {
	Position board.Position // seen by the mover
	Mover    board.Color
	Played   []board.Square
	Better   []board.Square
}

// mostFacts is how many facts are told of a move: more would not be read.
const mostFacts = 2

// Facts returns what the move played gave away, the weightiest first.
func (l *Lines) Facts() []Fact {
	if len(l.Played) == 0 || len(l.Better) == 0 || l.Played[0] == l.Better[0] || l.Played[0] >= 64 {
		return nil
	}
	played, better := follow(l.Position, l.Played), follow(l.Position, l.Better)
	var facts []Fact
	for _, look := range []func(l *Lines, played, better []step) (Fact, bool){
		cornerGiven, cornerLeft, mustPass, wedge, lastMove, parity, fewMoves, manyMoves,
	} {
		if fact, ok := look(l, played, better); ok && len(facts) < mostFacts {
			facts = append(facts, fact)
		}
	}
	return facts
}

// step is a ply of a line.
type step struct {
	square board.Square
	own    bool           // of the side whose move is explained
	before board.Position // seen by the side that makes it
}

// follow plays a line as far as it is legal.
func follow(p board.Position, line []board.Square) (steps []step) {
	own := true
	for _, sq := range line {
		if !p.Legal(sq) {
			break
		}
		steps = append(steps, step{sq, own, p})
		p, own = p.Play(sq), !own
	}
	return steps
}

func (l *Lines) name(own bool) string {
	return [...]string{"Black", "White"}[l.Mover^map[bool]board.Color{true: 0, false: 1}[own]]
}

const corners = 1<<0 | 1<<7 | 1<<56 | 1<<63

// soon is how many plies of a line are looked at for what happens at once.
const soon = 6

// takes returns the ply in which a side places a disc on one of the squares soon, or -1.
func takes(steps []step, own bool, on uint64) int {
	for i, s := range steps[:min(soon, len(steps))] {
		if s.own == own && s.square < 64 && s.square.Bit()&on != 0 {
			return i
		}
	}
	return -1
}

// cornerGiven finds a corner that the other side could not take before, takes soon after
// the move, and does not take in the better line.
func cornerGiven(l *Lines, played, better []step) (Fact, bool) {
	closed := uint64(corners) &^ l.Position.Pass().Moves() & l.Position.Empties()
	at := takes(played, false, closed)
	if at < 0 || takes(better, false, played[at].square.Bit()) >= 0 {
		return Fact{}, false
	}
	text := fmt.Sprintf("gives %s the corner %s", l.name(false), played[at].square)
	if at > 1 {
		text += " by " + names(played[1:at+1])
	}
	return Fact{Corner, text}, true
}

func cornerLeft(l *Lines, played, better []step) (Fact, bool) {
	if l.Better[0].Bit()&corners == 0 || l.Played[0].Bit()&corners != 0 {
		return Fact{}, false
	}
	text := "does not take the corner " + l.Better[0].String()
	if takes(played, false, l.Better[0].Bit()) >= 0 {
		text += ", which " + l.name(false) + " then takes"
	}
	return Fact{Corner, text}, true
}

// mustPass finds a pass that only the move played leads to.
func mustPass(l *Lines, played, better []step) (Fact, bool) {
	if passes(played) < 0 || passes(better) >= 0 {
		return Fact{}, false
	}
	return Fact{Pass, fmt.Sprintf("makes %s pass after %s", l.name(true), names(played[1:passes(played)]))}, true
}

func passes(steps []step) int {
	for i, s := range steps[:min(soon, len(steps))] {
		if s.own && s.square == board.Pass {
			return i
		}
	}
	return -1
}

// wedge finds a reply on an edge between two discs of the mover, which stays there.
func wedge(l *Lines, played, better []step) (Fact, bool) {
	if len(played) < 2 || played[1].square >= 64 {
		return Fact{}, false
	}
	sq, before := played[1].square, played[1].before
	beside := edgeNeighbours(sq)
	if beside == 0 || before.Opponent&beside != beside || takes(better, false, sq.Bit()) >= 0 {
		return Fact{}, false
	}
	if len(played) > 2 && played[2].square < 64 && played[2].before.Flip(played[2].square)&sq.Bit() != 0 {
		return Fact{}, false // it is turned at once
	}
	return Fact{Wedge, fmt.Sprintf("lets %s wedge in at %s", l.name(false), sq)}, true
}

// edgeNeighbours returns the squares on both sides of sq along its edge; none in a corner
// or off the edges.
func edgeNeighbours(sq board.Square) uint64 {
	column, row := sq.Column(), sq.Row()
	switch {
	case (row == 0 || row == 7) && column > 0 && column < 7:
		return sq.Bit()<<1 | sq.Bit()>>1
	case (column == 0 || column == 7) && row > 0 && row < 7:
		return sq.Bit()<<8 | sq.Bit()>>8
	}
	return 0
}

// largestRegion is the most squares of a region whose last move is spoken of.
const largestRegion = 7

// lastMove finds a region of which each line fills the last square from another side.
func lastMove(l *Lines, played, better []step) (Fact, bool) {
	empties := l.Position.Empties()
	for rest := empties; rest != 0; {
		region := regionOf(rest&-rest, empties)
		rest &^= region
		if n := bits.OnesCount64(region); n < 2 || n > largestRegion {
			continue
		}
		a, okA := filledBy(played, region)
		b, okB := filledBy(better, region)
		if okA && okB && !a && b {
			return Fact{LastMove, fmt.Sprintf("gives %s the last move in the region of %s", l.name(false), squareNames(region))}, true
		}
	}
	return Fact{}, false
}

// filledBy reports whether the mover places the last disc in the region, if the line goes
// so far.
func filledBy(steps []step, region uint64) (own, ok bool) {
	for _, s := range steps {
		if s.square < 64 {
			if region &^= s.square.Bit(); region == 0 {
				return s.own, true
			}
		}
	}
	return false, false
}

// parityFrom is the number of empties from which players count regions.
const parityFrom = 20

// parity finds a move into an even region where the better one goes into an odd one: who
// begins in an even region as a rule leaves its last move to the other side.
func parity(l *Lines, played, better []step) (Fact, bool) {
	empties := l.Position.Empties()
	if bits.OnesCount64(empties) > parityFrom {
		return Fact{}, false
	}
	mine, theirs := regionOf(l.Played[0].Bit(), empties), regionOf(l.Better[0].Bit(), empties)
	even, odd := bits.OnesCount64(mine), bits.OnesCount64(theirs)
	if even%2 != 0 || odd%2 == 0 || even > largestRegion || odd > largestRegion {
		return Fact{}, false
	}
	return Fact{Parity, fmt.Sprintf("begins in an even region (%s) with an odd one open (%s)", squareNames(mine), squareNames(theirs))}, true
}

// What makes a difference in the number of moves that is told.
const (
	fewerMoves = 4
	moreMoves  = 4
)

// fewMoves compares the moves that the mover has after the best answer.
func fewMoves(l *Lines, played, better []step) (Fact, bool) {
	a, okA := ownMoves(played)
	b, okB := ownMoves(better)
	if !okA || !okB || b-a < fewerMoves {
		return Fact{}, false
	}
	return Fact{Mobility, fmt.Sprintf("leaves %s %s after %s, where %s leaves %d", l.name(true), movesInWords(a), played[1].square, l.Better[0], b)}, true
}

func ownMoves(steps []step) (int, bool) {
	if len(steps) < 2 || steps[1].square >= 64 {
		return 0, false
	}
	return bits.OnesCount64(steps[1].before.Play(steps[1].square).Moves()), true
}

// manyMoves compares the moves that the other side has at once.
func manyMoves(l *Lines, played, better []step) (Fact, bool) {
	a := bits.OnesCount64(l.Position.Play(l.Played[0]).Moves())
	b := bits.OnesCount64(l.Position.Play(l.Better[0]).Moves())
	if a-b < moreMoves {
		return Fact{}, false
	}
	return Fact{Mobility, fmt.Sprintf("gives %s %s, where %s gives %d", l.name(false), movesInWords(a), l.Better[0], b)}, true
}

func movesInWords(n int) string {
	switch n {
	case 0:
		return "no move"
	case 1:
		return "one move"
	}
	return fmt.Sprintf("%d moves", n)
}

func names(steps []step) string {
	var text []string
	for _, s := range steps {
		text = append(text, s.square.String())
	}
	return strings.Join(text, " ")
}

func squareNames(b uint64) string {
	var text []string
	for ; b != 0; b &= b - 1 {
		text = append(text, board.Square(bits.TrailingZeros64(b)).String())
	}
	return strings.Join(text, " ")
}

// regionOf returns the empty squares that hang together with those of seed.
func regionOf(seed, empties uint64) uint64 {
	const notA, notH = 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f
	for {
		grown := seed | seed<<1&notA | seed>>1&notH
		grown = (grown | grown<<8 | grown>>8) & empties
		if grown == seed {
			return seed
		}
		seed = grown
	}
}

// Sentence joins facts into one sentence about a move.
func Sentence(move board.Square, facts []Fact) string {
	if len(facts) == 0 {
		return ""
	}
	var text []string
	for _, f := range facts {
		text = append(text, f.Text)
	}
	return move.String() + " " + strings.Join(text, " and ") + "."
}
