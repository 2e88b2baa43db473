package human

import (
	"math"
	"math/bits"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// Situation is a choice that a person faces.
type Situation struct {
	Position board.Position
	Last     board.Square // the move before, NoSquare if there was none
	Before   board.Square // the mover's own move before that, NoSquare if there was none
	Skill    float64      // see Skill
}

// Inputs is the number of things that a net is told of each move; inputSkill is which of
// them is the strength.
const (
	Inputs     = 50
	inputSkill = Inputs - 2
)

const (
	corners  = 0x8100000000000081
	xSquares = 0x0042000000004200
	cSquares = 0x4281000000008142
	aSquares = 0x2400810000810024
	bSquares = 0x1800008181000018
	edges    = 0xff818181818181ff
)

// kinds are the kinds of squares as players name them.
var kinds = [...]uint64{corners, xSquares, cSquares, aSquares, bSquares, 0x003c424242423c00}

// logLoss makes a loss in discs a feature: the first discs matter most.
func logLoss(discs float64) float32 { return float32(math.Log1p(discs / 1.5)) }

// writer fills the inputs of a move one after the other.
type writer struct {
	to *[Inputs]float32
	at int
}

func (w *writer) add(v float32) {
	w.to[w.at] = v
	w.at++
}

func (w *writer) flag(b bool) {
	v := float32(0)
	if b {
		v = 1
	}
	w.add(v)
}

// inputs fills in what a net is told of every move of s. Unless searched, only the
// glance of the judgement counts.
func (m *Model) inputs(s *Situation, j *Judgement, searched bool) [][Inputs]float32 {
	x := make([][Inputs]float32, len(j.Moves))
	ws := make([]writer, len(j.Moves))
	for i := range ws {
		ws[i].to = &x[i]
	}
	m.valueInputs(ws, j, searched)
	m.habitInputs(ws, s, j)
	shapeInputs(ws, s, j)
	for i := range ws {
		w := &ws[i]
		w.add(float32(s.Position.EmptyCount()) / 60)
		w.add(float32(s.Skill))
		w.add(float32(math.Log(float64(len(j.Moves)))))
	}
	return x
}

// valueInputs tells what the engine thinks of the moves: 19 inputs.
func (m *Model) valueInputs(ws []writer, j *Judgement, searched bool) {
	for d := range Depths {
		shown := d == Glance || searched
		losses := j.Losses(d)
		second := math.Inf(1)
		for i, l := range losses {
			if best(j.Values[d]) != i {
				second = min(second, l)
			}
		}
		for i := range ws {
			w := &ws[i]
			if !shown {
				w.at += 3
				continue
			}
			w.add(logLoss(losses[i]))
			w.flag(losses[i] == 0)
			lead := float32(0)
			if losses[i] == 0 {
				lead = logLoss(second)
			}
			w.add(lead)
		}
	}
	deepest := Glance
	if searched {
		deepest = Thought
	}
	losses := j.Losses(deepest)
	top := j.Values[deepest][best(j.Values[deepest])]
	for i := range ws {
		w := &ws[i]
		rank := 0
		for _, l := range losses {
			if l < losses[i] {
				rank++
			}
		}
		w.add(float32(math.Log1p(float64(rank))))
		w.add(float32(min(losses[i], 12) / 12))
		w.add(float32(math.Tanh(float64(top) / search.Disc / 20)))
		w.add(float32(math.Tanh(float64(j.Values[deepest][i]) / search.Disc / 20)))
		w.flag(j.Solved && searched)
		w.flag(j.Solved && searched && sign(top) == sign(j.Values[deepest][i]))
		w.flag(j.Solved && searched && sign(top) != sign(j.Values[deepest][i]))
	}
}

func sign(v int16) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// best returns the index of the first best value.
func best(values []int16) int {
	at := 0
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return at
}

// habitInputs tells what people are used to play: 5 inputs.
func (m *Model) habitInputs(ws []writer, s *Situation, j *Judgement) {
	rows := m.rowLogits(s, j)
	Softmax(rows)
	counts, total := m.Openings.Probe(s.Position, j.Moves)
	most := 0.0
	topRow := 0.0
	for i := range counts {
		most, topRow = max(most, counts[i]), max(topRow, rows[i])
	}
	for i := range ws {
		w := &ws[i]
		w.add(float32(max(math.Log(rows[i]), -10)))
		w.flag(rows[i] == topRow)
		w.add(float32(max(math.Log((counts[i]+4*rows[i])/(total+4)), -10)))
		w.flag(most > 0 && counts[i] == most)
		w.add(float32(math.Log1p(total)) / 8)
	}
}

// shapeInputs tells what a move looks like: 23 inputs.
func shapeInputs(ws []writer, s *Situation, j *Judgement) {
	p := s.Position
	least := 64
	mobility := make([]int, len(ws))
	for i, sq := range j.Moves {
		mobility[i] = bits.OnesCount64(p.Play(sq).Moves())
		least = min(least, mobility[i])
	}
	stable := bits.OnesCount64(board.Stable(p.Player, p.Opponent))
	cornersBefore := bits.OnesCount64(p.Pass().Moves() & corners)
	for i, sq := range j.Moves {
		w := &ws[i]
		for _, k := range kinds {
			w.flag(k&sq.Bit() != 0)
		}
		flips := p.Flip(sq)
		after := p.After(sq, flips) // the other side to move
		w.add(float32(mobility[i]) / 10)
		w.add(float32(mobility[i]-least) / 5)
		w.add(float32(bits.OnesCount64(after.Pass().Moves())) / 10)
		w.add(float32(bits.OnesCount64(after.Moves()&corners)-cornersBefore) / 2)
		w.add(float32(math.Log(float64(bits.OnesCount64(flips)))))
		w.add(float32(bits.OnesCount64(around(flips)&after.Empties())) / 10)
		w.add(float32(bits.OnesCount64(around(sq.Bit())&after.Empties())) / 8)
		w.add(float32(bits.OnesCount64(board.Stable(after.Opponent, after.Player))-stable) / 5)
		w.flag(s.Last < 64 && flips&s.Last.Bit() != 0)
		near := distance(sq, s.Last)
		w.flag(near == 1)
		w.flag(near == 2)
		w.add(float32(near) / 7)
		w.add(float32(distance(sq, s.Before)) / 7)
		region := regionOf(sq, p.Empties())
		size := bits.OnesCount64(region)
		w.flag(size&1 == 1)
		w.flag(size == 1)
		w.add(float32(math.Log(float64(size))) / 4)
		w.flag(after.Moves() == 0)
	}
}

// distance returns how far apart squares are, 7 where one is none.
func distance(a, b board.Square) int {
	if a >= 64 || b >= 64 {
		return 7
	}
	return max(abs(a.Column()-b.Column()), abs(a.Row()-b.Row()))
}

func abs(n int) int { return max(n, -n) }

// around returns the squares beside those of b, and b.
func around(b uint64) uint64 {
	const notA, notH = 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f
	b |= b<<1&notA | b>>1&notH
	return b | b<<8 | b>>8
}

// regionOf returns the empty squares that hang together with sq.
func regionOf(sq board.Square, empties uint64) uint64 {
	region := sq.Bit()
	for {
		grown := around(region) & empties
		if grown == region {
			return region
		}
		region = grown
	}
}
