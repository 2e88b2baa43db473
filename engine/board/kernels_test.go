package board

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// kernelSet is one body of each kernel.
type kernelSet struct {
	name       string
	moves      func(player, opponent uint64) uint64
	flip       func(sq Square, player, opponent uint64) uint64
	lastFlip   func(sq Square, player uint64) int
	stable     func(player, opponent uint64) uint64
	successors func(player, opponent, moves uint64, out *Successor) int // nil: see TestSuccessors
}

// generic is plain Go, inUse what the rest of the program calls.
var (
	generic = kernelSet{
		name: plainGo, moves: movesGeneric, flip: flipGeneric, lastFlip: lastFlipGeneric, stable: stableGeneric,
	}
	inUse = kernelSet{name: "in use", moves: Moves, flip: Flip, lastFlip: LastFlip, stable: Stable}
)

// TestKernels holds every kernel that this machine can run to the naive rules.
func TestKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	positions := testPositions(random, 10000)
	for _, k := range kernelSets() {
		t.Run(k.name, func(t *testing.T) {
			for _, p := range positions {
				checkKernels(t, k, p)
			}
		})
	}
}

func checkKernels(t *testing.T, k kernelSet, p Position) {
	t.Helper()
	moves := naiveMoves(p.Player, p.Opponent)
	if got := k.moves(p.Player, p.Opponent); got != moves {
		t.Fatalf("moves %#x, want %#x\n%s", got, moves, p)
	}
	for empties := p.Empties(); empties != 0; empties &= empties - 1 {
		sq := Square(bits.TrailingZeros64(empties))
		flips := naiveFlip(sq, p.Player, p.Opponent)
		if got := k.flip(sq, p.Player, p.Opponent); got != flips {
			t.Fatalf("%s flips %#x, want %#x\n%s", sq, got, flips, p)
		}
		last := bits.OnesCount64(naiveFlip(sq, p.Player, ^(p.Player | sq.Bit())))
		if got := k.lastFlip(sq, p.Player); got != last {
			t.Fatalf("%s flips %d as the last square, want %d\n%s", sq, got, last, p)
		}
	}
	if k.successors == nil {
		return
	}
	var got [MaxMoves]Successor
	count := k.successors(p.Player, p.Opponent, moves, &got[0])
	checkSuccessors(t, p, moves, got[:count])
}

func checkSuccessors(t *testing.T, p Position, moves uint64, got []Successor) {
	t.Helper()
	if len(got) != bits.OnesCount64(moves) {
		t.Fatalf("%d successors of %d moves\n%s", len(got), bits.OnesCount64(moves), p)
	}
	for i := range got {
		sq := Square(bits.TrailingZeros64(moves))
		moves &= moves - 1
		flips := naiveFlip(sq, p.Player, p.Opponent)
		next := Position{Player: p.Opponent &^ flips, Opponent: p.Player | flips | sq.Bit()}
		want := Successor{Position: next, Moves: naiveMoves(next.Player, next.Opponent), Flips: flips, Square: sq}
		if got[i] != want {
			t.Fatalf("successor %s: %+v, want %+v\n%s", sq, got[i], want, p)
		}
	}
}

// TestSuccessors takes some of the moves only, in plain Go and by the kernel in use.
func TestSuccessors(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for _, p := range testPositions(random, 3000) {
		moves := p.Moves() & random.Uint64()
		var got [MaxMoves]Successor
		checkSuccessors(t, p, moves, got[:Successors(p, moves, &got)])
		checkSuccessors(t, p, moves, got[:successorsGeneric(p, moves, &got)])
	}
}

// TestSuccessorsOfAllSquares asks for as many moves as there are squares.
func TestSuccessorsOfAllSquares(t *testing.T) {
	var out [MaxMoves]Successor
	if got := Successors(Position{}, ^uint64(0), &out); got != 64 {
		t.Errorf("%d successors, want 64", got)
	}
	if got := successorsGeneric(Position{}, ^uint64(0), &out); got != 64 {
		t.Errorf("%d successors in plain Go, want 64", got)
	}
}

// TestSymmetries transforms boards and results alike.
func TestSymmetries(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for _, p := range testPositions(random, 1000) {
		canonical, _ := p.Canonical()
		for s := range Symmetries {
			q := p.Transform(s)
			if got, want := q.Moves(), Transform(p.Moves(), s); got != want {
				t.Fatalf("symmetry %d: moves %#x, want %#x\n%s", s, got, want, p)
			}
			if got, want := Stable(q.Player, q.Opponent), Transform(Stable(p.Player, p.Opponent), s); got != want {
				t.Fatalf("symmetry %d: stable %#x, want %#x\n%s", s, got, want, p)
			}
			if back := q.Transform(InverseSymmetry(s)); back != p {
				t.Fatalf("symmetry %d is not undone\n%s", s, p)
			}
			if got, by := q.Canonical(); got != canonical || q.Transform(by) != canonical {
				t.Fatalf("symmetry %d changes the canonical form\n%s", s, p)
			}
			for empties := p.Empties(); empties != 0; empties &= empties - 1 {
				sq := Square(bits.TrailingZeros64(empties))
				if got, want := q.Flip(sq.Transform(s)), Transform(p.Flip(sq), s); got != want {
					t.Fatalf("symmetry %d: %s flips %#x, want %#x\n%s", s, sq, got, want, p)
				}
			}
		}
	}
}

// The canonical form is the smallest of the images, by the first symmetry that gives it.
func TestCanonical(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	positions := testPositions(random, 1000)
	for range 1000 { // many alike under symmetries, some impossible
		p := Position{random.Uint64() & random.Uint64(), random.Uint64()}
		s := random.IntN(Symmetries)
		q := p.Transform(s)
		positions = append(positions, p, Position{p.Player | q.Player, p.Opponent | q.Opponent}, Position{p.Player | q.Player, p.Opponent})
	}
	for _, p := range append(positions, Start(), Position{}, Position{^uint64(0), ^uint64(0)}) {
		want, by := p, 0
		for s := 1; s < Symmetries; s++ {
			if q := p.Transform(s); q.Less(want) {
				want, by = q, s
			}
		}
		if got, s := p.Canonical(); got != want || s != by {
			t.Fatalf("%#x by %d, want %#x by %d\n%s", got, s, want, by, p)
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	positions := testPositions(rand.New(rand.NewPCG(4, 1)), 1000)
	for i := 0; b.Loop(); i++ {
		p, _ := positions[i%len(positions)].Canonical()
		sink += p.Player
	}
}

var sink uint64

func BenchmarkKernels(b *testing.B) {
	positions := testPositions(rand.New(rand.NewPCG(4, 1)), 1<<12)[:1<<12]
	squares := make([]Square, len(positions))
	for i, p := range positions {
		squares[i] = Square(bits.TrailingZeros64(p.Empties()|1<<63) & 63)
	}
	for _, k := range kernelSets() {
		for _, job := range []struct {
			name string
			run  func(p Position, sq Square) uint64
		}{
			{"Moves", func(p Position, _ Square) uint64 { return k.moves(p.Player, p.Opponent) }},
			{"Flip", func(p Position, sq Square) uint64 { return k.flip(sq, p.Player, p.Opponent) }},
			{"LastFlip", func(p Position, sq Square) uint64 { return uint64(k.lastFlip(sq, p.Player)) }},
			{"Stable", func(p Position, _ Square) uint64 { return k.stable(p.Player, p.Opponent) }},
		} {
			b.Run(fmt.Sprintf("%s/%s", job.name, k.name), func(b *testing.B) {
				for i := range b.N {
					sink += job.run(positions[i%len(positions)], squares[i%len(squares)])
				}
			})
		}
	}
}
