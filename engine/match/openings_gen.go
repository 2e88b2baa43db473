//go:build ignore

// This program finds the built-in openings: go generate ./engine/match
//
// Of all positions after 8 plies, taken as one with their mirror images, it
// keeps those that a shallow search finds roughly equal, of these the ones that
// a deep search finds equal, and of these a sample in random order.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

const (
	plies        = 8
	shallow      = 6
	deep         = 14
	roughlyEqual = 4.0 // discs either way, after the shallow search
	equal        = 1.0 // after the deep one
	wanted       = 400
	seed         = 1
	hashMB       = 64
)

func main() {
	e, err := engine.New(engine.Options{Threads: 1, HashMB: hashMB, Seed: seed})
	if err != nil {
		log.Fatal(err)
	}
	value := func(line []board.Square, depth int) float64 {
		game := engine.NewGame()
		for _, sq := range line {
			game.Play(game.SideToMove(), sq)
		}
		e.SetGame(game)
		info, err := e.Search(context.Background(), engine.Limit{Depth: depth, NoBook: true}, nil)
		if err != nil {
			log.Fatal(err)
		}
		return info.Score.Discs()
	}
	within := func(v, limit float64) bool { return -limit <= v && v <= limit }

	lines := allLines()
	fmt.Fprintf(os.Stderr, "%d positions\n", len(lines))
	lines = slices.DeleteFunc(lines, func(l []board.Square) bool { return !within(value(l, shallow), roughlyEqual) })
	fmt.Fprintf(os.Stderr, "%d roughly equal\n", len(lines))
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })

	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintf(out, "# Openings of %d plies that our own search at depth %d finds equal within %g disc,\n", plies, deep, equal)
	fmt.Fprintln(out, "# no two of them leading to the same position. Made by openings_gen.go.")
	found := 0
	for _, line := range lines {
		if found < wanted && within(value(line, deep), equal) {
			found++
			fmt.Fprintln(out, notation.FormatMoves(line))
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
