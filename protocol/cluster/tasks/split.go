package tasks

import (
	"math"
	"math/bits"
	"slices"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// Split proves the final score of one hard position by questions that others answer, as
// many at a time as there are others.
//
// A value v is proved by two answers: that the score is v or more, and that it is not v+2
// or more. Each of the two is a tree: where a good move is thought to be, that is tried
// before the others, where none is, all moves are tried side by side (the Young Brothers
// Wait concept, Feldmann 1993). The tree ends in positions of leaf empties or fewer, which
// are questions. Above, selective searches say what to expect of a position and which move
// to try first. What is known of a position is known wherever it comes again.
type Split struct {
	root    board.Position
	leaf    int
	wld     bool
	guessed bool
	tests   []*node // of root, by urgency
	running map[*Task]bool
	known   map[board.Position]bounds
	line    map[board.Position]expected
	moves   map[lowerBound]board.Square // that prove a bound, where the tree ends
	nodes   uint64
}

// bounds are that a final score is low or more, and below high.
type bounds struct{ low, high int }

var anything = bounds{-64, 66}

// lowerBound is that a position's final score is at least so much.
type lowerBound struct {
	position board.Position
	score    int
}

// expected is what is thought of a position in the principal variation of a first search.
type expected struct {
	score int
	move  board.Square
}

// node is the test of a lowerBound.
type node struct {
	lowerBound
	up     *node
	likely bool // a move is thought to be good enough
	looked bool // likely is known, by a search or by what is above
	opened bool
	kids   []*node // in the order in which they are tried
}

// Task is a question on its way.
type Task struct {
	Step
	node *node // nil for the first one
}

// Best is what a Split finds: that the score for the side to move is Low or more, and below
// High, and the first moves of best play.
type Best struct {
	Low, High int
	PV        []board.Square
	Nodes     uint64
}

// Score is what is proved: the score, or of WLD what a search at that stage says.
func (b *Best) Score() search.Score {
	s := search.Score{Value: b.Low * search.Disc, Selectivity: search.NoSelectivity}
	switch {
	case b.High-b.Low == 2:
	case b.Low > 0:
		s.Value, s.Bound = 2*search.Disc, search.Lower
	default:
		s.Value, s.Bound = -2*search.Disc, search.Upper
	}
	return s
}

// NewSplit begins with a position that is not over. With wld only win, loss or draw is
// wanted.
func NewSplit(p board.Position, leaf int, wld bool) *Split {
	return &Split{root: p, leaf: leaf, wld: wld, running: map[*Task]bool{}, known: map[board.Position]bounds{},
		line: map[board.Position]expected{}, moves: map[lowerBound]board.Square{}}
}

// Running is how many questions are on their way.
func (s *Split) Running() int { return len(s.running) }

// Done reports whether all is proved.
func (s *Split) Done() bool {
	b := s.boundsOf(s.root)
	if s.wld {
		return b.low >= 2 || b.high <= 0 || b.low == 0 && b.high == 2
	}
	return b.high-b.low == 2
}

// Best returns what was found when all is proved.
func (s *Split) Best() Best {
	b := s.boundsOf(s.root)
	return Best{b.low, b.high, s.pv(), s.nodes}
}

// Next returns what to ask next, or nil if nothing is of use before an answer has come.
// What it returns is the less sure to be of use the more is on its way already.
func (s *Split) Next() *Task {
	var t *Task
	switch {
	case s.Done():
	case !s.guessed:
		if len(s.running) == 0 {
			t = &Task{Step: Step{Position: s.root}}
		}
	default:
		t = s.find()
	}
	if t != nil {
		s.running[t] = true
	}
	return t
}

// find returns a question below the tests. That one of them is decided may be seen only
// here, where a position comes again whose bounds another test has brought.
func (s *Split) find() *Task {
	const most = 64 // moves
	for {
		for spare := range most {
			for _, test := range s.tests {
				if t := s.next(test, spare); t != nil {
					return t
				}
			}
		}
		if !slices.ContainsFunc(s.tests, s.settle) {
			return nil
		}
		s.goOn()
	}
}

// next returns a question below a node. Where one move is to be tried before the others,
// so many others may be tried beside it.
func (s *Split) next(n *node, spare int) *Task {
	if s.settle(n) {
		return nil
	}
	isLeaf := n.position.EmptyCount() <= s.leaf
	if isLeaf || !n.looked && n.position.Moves() != 0 {
		if s.isAsked(n) {
			return nil
		}
		return &Task{Step: Step{Position: n.position, AtLeast: &n.score, Look: !isLeaf}, node: n}
	}
	if !n.opened {
		s.open(n, board.NoSquare)
	}
	tried := 0
	for _, kid := range n.kids {
		if s.settle(kid) {
			continue
		}
		if t := s.next(kid, spare); t != nil {
			return t
		}
		if tried++; n.likely && tried > spare {
			return nil
		}
	}
	return nil
}

// isAsked reports whether the question of a node is on its way, for this node or another.
func (s *Split) isAsked(n *node) bool {
	for t := range s.running {
		if t.node != nil && t.node.lowerBound == n.lowerBound {
			return true
		}
	}
	return false
}

// open makes the nodes below one. The move first is tried first, and then those that leave
// the opponent few moves.
func (s *Split) open(n *node, first board.Square) {
	n.opened = true
	p := n.position
	moves := []board.Square{board.Pass}
	if p.Moves() != 0 {
		moves = movesOf(p)
		slices.SortStableFunc(moves, func(a, b board.Square) int { return replies(p, a, first) - replies(p, b, first) })
	}
	for i, sq := range moves {
		kid := &node{lowerBound: lowerBound{p.Play(sq), 2 - n.score}, up: n}
		e, isInLine := s.line[kid.position]
		switch {
		case isInLine:
			kid.looked, kid.likely = true, kid.score <= e.score
			s.open(kid, e.move)
		case i == 0 && n.likely: // the opponent is thought to have no answer
			kid.looked = true
		case len(moves) == 1:
			kid.looked, kid.likely = true, !n.likely
		}
		n.kids = append(n.kids, kid)
	}
}

// replies is how many moves the opponent has after a move, or fewer after the first one.
func replies(p board.Position, sq, first board.Square) int {
	if sq == first {
		return -1
	}
	return bits.OnesCount64(p.Play(sq).Moves())
}

// settle reports whether a test is decided by what is known, and notes that of its position.
func (s *Split) settle(n *node) bool {
	b := s.boundsOf(n.position)
	if n.score <= b.low || n.score >= b.high {
		return true
	}
	if !n.opened {
		return false
	}
	isOpen := false
	for _, kid := range n.kids {
		switch b := s.boundsOf(kid.position); {
		case kid.score >= b.high:
			s.note(n.lowerBound, true)
			return true
		case kid.score > b.low:
			isOpen = true
		}
	}
	if !isOpen {
		s.note(n.lowerBound, false)
	}
	return !isOpen
}

func (s *Split) boundsOf(p board.Position) bounds {
	if b, found := s.known[p]; found {
		return b
	}
	if p.Over() {
		return bounds{p.Score(), p.Score() + 2}
	}
	return anything
}

// note keeps that a score is as much as that, or not.
func (s *Split) note(l lowerBound, yes bool) {
	b := s.boundsOf(l.position)
	if yes {
		b.low = max(b.low, l.score)
	} else {
		b.high = min(b.high, l.score)
	}
	s.known[l.position] = b
}

// Take takes the answer to a question, and returns those on their way that are of no use
// any more.
func (s *Split) Take(t *Task, found Found) (useless []*Task) {
	if !s.running[t] {
		return nil
	}
	delete(s.running, t)
	s.nodes += found.Nodes
	switch {
	case t.node == nil:
		s.guess(found)
		return nil
	case t.Look:
		t.node.looked, t.node.likely = true, found.Yes
		first := board.NoSquare
		if found.Yes {
			first = found.Move
		}
		s.open(t.node, first)
		return nil
	}
	s.note(t.node.lowerBound, found.Yes)
	if found.Yes {
		s.moves[t.node.lowerBound] = found.Move
	}
	for n := t.node.up; n != nil && s.settle(n); n = n.up {
	}
	s.goOn()
	for t := range s.running {
		for n := t.node; n != nil; n = n.up {
			if s.settle(n) || s.Done() {
				useless = append(useless, t)
				delete(s.running, t)
				break
			}
		}
	}
	return useless
}

// guess begins the tests after a first search.
func (s *Split) guess(found Found) {
	s.guessed = true
	score := max(-64, min(2*int(math.Round(found.Value/2)), 64))
	p, v := s.root, score
	for _, sq := range found.PV {
		if p.EmptyCount() <= s.leaf || sq != board.Pass && (sq > board.Pass || !p.Legal(sq)) || sq == board.Pass && !p.MustPass() {
			break
		}
		s.line[p] = expected{v, sq}
		p, v = p.Play(sq), -v
	}
	switch {
	case s.wld && score > 0:
		s.test(2)
	case s.wld && score < 0:
		s.test(0)
	case s.wld:
		s.test(0)
		s.test(2)
	default:
		s.test(score)
		s.test(score + 2)
	}
}

// test begins a test of the root.
func (s *Split) test(score int) {
	if b := s.boundsOf(s.root); score <= b.low || score >= b.high {
		return
	}
	n := &node{lowerBound: lowerBound{s.root, score}}
	s.tests = append(s.tests, n)
	if e, known := s.line[s.root]; known {
		n.looked, n.likely = true, score <= e.score
		s.open(n, e.move)
	}
}

// goOn replaces the tests that are decided, if that was not enough.
func (s *Split) goOn() {
	s.tests = slices.DeleteFunc(s.tests, s.settle)
	if b := s.boundsOf(s.root); len(s.tests) == 0 && !s.Done() {
		switch {
		case s.wld && b.high > 2:
			s.test(2)
		case s.wld:
			s.test(0)
		case b.low > anything.low:
			s.test(b.low + 2)
		default:
			s.test(b.high - 2)
		}
	}
}

// pv follows moves that keep what is proved.
func (s *Split) pv() (pv []board.Square) {
	p, score := s.root, s.boundsOf(s.root).low
	if s.wld && score < 0 { // any move loses
		if e, known := s.line[p]; known {
			pv = append(pv, e.move)
		}
		return pv
	}
	for !p.Over() {
		move := board.NoSquare
		if p.Moves() == 0 {
			move = board.Pass
		} else if known, ok := s.moves[lowerBound{p, score}]; ok {
			move = known
		}
		for _, sq := range movesOf(p) {
			if s.boundsOf(p.Play(sq)).high <= 2-score {
				move = sq
				break
			}
		}
		if move == board.NoSquare {
			break
		}
		pv = append(pv, move)
		p, score = p.Play(move), -score
	}
	return pv
}

func movesOf(p board.Position) (moves []board.Square) {
	for m := p.Moves(); m != 0; m &= m - 1 {
		moves = append(moves, board.Square(bits.TrailingZeros64(m)))
	}
	return moves
}
