package human

import (
	"errors"
	"math"

	"kaeshi/engine/board"
)

// Openings counts what people played in the opening. Positions are canonical, so that a
// position and its images are one.
type Openings struct {
	positions map[board.Position][]OpeningMove
}

// OpeningMove is a move that was played at a canonical position, and how often; later
// games may count more.
type OpeningMove struct {
	Square board.Square
	Games  float64
}

// NewOpenings returns what counts has for positions that were seen at least so often.
func NewOpenings(counts map[board.Position]map[board.Square]float64, least float64) *Openings {
	o := &Openings{positions: map[board.Position][]OpeningMove{}}
	for p, moves := range counts {
		sum := 0.0
		var list []OpeningMove
		for sq := range board.Square(64) {
			if n := moves[sq]; n > 0 {
				sum += n
				list = append(list, OpeningMove{sq, n})
			}
		}
		if sum >= least {
			o.positions[p] = list
		}
	}
	return o
}

// Probe returns how often each of the moves was played at p, and how often p was seen;
// what symmetry makes equal counts alike.
func (o *Openings) Probe(p board.Position, moves []board.Square) (counts []float64, total float64) {
	counts = make([]float64, len(moves))
	canonical, symmetry := p.Canonical()
	known := o.positions[canonical]
	if known == nil {
		return counts, 0
	}
	images := 0.0
	for s := range board.Symmetries {
		if canonical.Transform(s) != canonical {
			continue
		}
		images++
		for _, k := range known {
			image := k.Square.Transform(s).Transform(board.InverseSymmetry(symmetry))
			for i, sq := range moves {
				if sq == image {
					counts[i] += k.Games
				}
			}
		}
	}
	for i := range counts {
		counts[i] /= images
		total += counts[i]
	}
	return counts, total
}

// Counts are written as steps of a logarithmic scale.
const stepsPerDoubling = 4

// expands marks a move whose position after is listed too, in the order of first mention.
const expands = 0x80

// encode writes the positions as they are found from the start: for each a number of
// moves, then each move and its count.
func (o *Openings) encode() []byte {
	var out []byte
	start, _ := board.Start().Canonical()
	seen := map[board.Position]bool{start: true}
	for queue := []board.Position{start}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		moves := o.positions[p]
		out = append(out, byte(len(moves)))
		for _, m := range moves {
			code := byte(m.Square)
			next := followed(p, m.Square)
			if _, known := o.positions[next]; known && !seen[next] {
				seen[next] = true
				queue = append(queue, next)
				code |= expands
			}
			out = append(out, code, byte(math.Round(stepsPerDoubling*math.Log2(1+m.Games))))
		}
	}
	return out
}

var errOpenings = errors.New("the openings are damaged")

func decodeOpenings(in []byte) (*Openings, error) {
	o := &Openings{positions: map[board.Position][]OpeningMove{}}
	start, _ := board.Start().Canonical()
	for queue := []board.Position{start}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if o.positions[p] != nil || len(in) == 0 || len(in) < 1+2*int(in[0]) {
			return nil, errOpenings
		}
		n := int(in[0])
		in = in[1:]
		moves := make([]OpeningMove, n)
		for i := range moves {
			sq := board.Square(in[0] &^ expands)
			if !p.Legal(sq) {
				return nil, errOpenings
			}
			moves[i] = OpeningMove{sq, math.Exp2(float64(in[1])/stepsPerDoubling) - 1}
			if in[0]&expands != 0 {
				queue = append(queue, followed(p, sq))
			}
			in = in[2:]
		}
		o.positions[p] = moves
	}
	if len(in) > 0 {
		return nil, errOpenings
	}
	return o, nil
}

// followed returns the canonical position after a move, with passes made.
func followed(p board.Position, sq board.Square) board.Position {
	next := p.Play(sq)
	if next.MustPass() {
		next = next.Pass()
	}
	next, _ = next.Canonical()
	return next
}
