//go:build ignore

// This program finds the built-in openings: go generate ./engine/match
//
// It goes through all positions after 8 plies, mirror images taken as one, in
// random order, and keeps those that a shallow search finds roughly equal and a
// deeper one equal, until it has enough.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

const (
	plies        = 8
	shallow      = 6
	level        = 6   // of the deeper search
	roughlyEqual = 4.0 // discs either way, by the shallow search
	equal        = 1.0 // by the deeper one
	wanted       = 400
	seed         = 1
	hashMB       = 64
)

func main() {
	e, err := engine.New(engine.Options{Threads: 1, HashMB: hashMB, Seed: seed})
	if err != nil {
		log.Fatal(err)
	}
	within := func(line []board.Square, limit engine.Limit, discs float64) bool {
		game := engine.NewGame()
		for _, sq := range line {
			game.Play(game.SideToMove(), sq)
		}
		e.SetGame(game)
		limit.NoBook = true
		info, err := e.Search(context.Background(), limit, nil)
		if err != nil {
			log.Fatal(err)
		}
		return math.Abs(info.Score.Discs()) <= discs
	}

	lines := allLines()
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })

	fmt.Printf("# Openings of %d plies that our own search at level %d finds equal within %g disc,\n", plies, level, equal)
	fmt.Printf("# a sample of %d positions. Made by openings_gen.go.\n", len(lines))
	found := 0
	for _, line := range lines {
		if !within(line, engine.Limit{Depth: shallow}, roughlyEqual) || !within(line, engine.Limit{Level: engine.AtLevel(level)}, equal) {
			continue
		}
		fmt.Println(notation.FormatMoves(line))
		if found++; found == wanted {
			break
		}
	}
}

// allLines returns one line of play to each position, in a fixed order.
func allLines() [][]board.Square {
	type node struct {
		position board.Position
		line     []board.Square
	}
	level := []node{{position: board.Start()}}
	for range plies {
		var next []node
		seen := map[board.Position]bool{}
		for _, n := range level {
			for moves := n.position.Moves(); moves != 0; moves &= moves - 1 {
				sq := board.Square(bits.TrailingZeros64(moves))
				p := n.position.Play(sq)
				if canonical, _ := p.Canonical(); !seen[canonical] && p.Moves() != 0 {
					seen[canonical] = true
					next = append(next, node{p, append(slices.Clone(n.line), sq)})
				}
			}
		}
		level = next
	}
	lines := make([][]board.Square, len(level))
	for i, n := range level {
		lines[i] = n.line
	}
	return lines
}
