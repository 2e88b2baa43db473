package human

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"kaeshi/engine/board"
)

// Openings counts what people played in the opening. Positions are canonical, so that a
// position and its images are one.
type Openings struct {
	positions map[board.Position]span
	moves     []OpeningMove
}

// span is where in moves those of a position stand. Neither the map nor the moves have
// pointers, so that they cost the garbage collector nothing.
type span struct{ from, to uint32 }

// OpeningMove is a move that was played at a canonical position, and how often; later
// games may count more.
type OpeningMove struct {
	Square board.Square
	Games  float32
}

// at returns the moves of a canonical position, and whether it is known.
func (o *Openings) at(p board.Position) ([]OpeningMove, bool) {
	s, known := o.positions[p]
	return o.moves[s.from:s.to], known
}

// put sets the moves of a position that is not known yet.
func (o *Openings) put(p board.Position, moves []OpeningMove) {
	from := len(o.moves)
	o.moves = append(o.moves, moves...)
	o.positions[p] = span{uint32(from), uint32(len(o.moves))}
}

// NewOpenings returns what counts has for positions that were seen at least so often.
func NewOpenings(counts map[board.Position][]OpeningMove, least float32) *Openings {
	o := &Openings{positions: map[board.Position]span{}}
	for p, moves := range counts {
		sum := float32(0)
		for _, m := range moves {
			sum += m.Games
		}
		if sum >= least {
			slices.SortFunc(moves, func(a, b OpeningMove) int { return cmp.Compare(a.Square, b.Square) })
			o.put(p, moves)
		}
	}
	return o
}

// Probe returns how often each of the moves was played at p, and how often p was seen;
// what symmetry makes equal counts alike.
func (o *Openings) Probe(p board.Position, moves []board.Square) (counts []float64, total float64) {
	counts = make([]float64, len(moves))
	canonical, symmetry := p.Canonical()
	played, known := o.at(canonical)
	if !known {
		return counts, 0
	}
	images := 0.0
	for s := range board.Symmetries {
		if canonical.Transform(s) != canonical {
			continue
		}
		images++
		for _, k := range played {
			image := k.Square.Transform(s).Transform(board.InverseSymmetry(symmetry))
			for i, sq := range moves {
				if sq == image {
					counts[i] += float64(k.Games)
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
		moves, _ := o.at(p)
		out = append(out, byte(len(moves)))
		for _, m := range moves {
			code := byte(m.Square)
			next := followed(p, m.Square)
			if _, known := o.positions[next]; known && !seen[next] {
				seen[next] = true
				queue = append(queue, next)
				code |= expands
			}
			out = append(out, code, byte(math.Round(stepsPerDoubling*math.Log2(1+float64(m.Games)))))
		}
	}
	return out
}

var errOpenings = errors.New("the openings are damaged")

func decodeOpenings(in []byte) (*Openings, error) {
	o := &Openings{positions: map[board.Position]span{}}
	start, _ := board.Start().Canonical()
	for queue := []board.Position{start}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if _, twice := o.positions[p]; twice || len(in) == 0 || len(in) < 1+2*int(in[0]) {
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
			moves[i] = OpeningMove{sq, float32(math.Exp2(float64(in[1])/stepsPerDoubling) - 1)}
			if in[0]&expands != 0 {
				queue = append(queue, followed(p, sq))
			}
			in = in[2:]
		}
		o.put(p, moves)
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
