package book

import (
	"bufio"
	"fmt"
	"io"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// WriteTranscripts writes a book as scored transcripts, from which Builder makes
// the same values again: every position is on some line, and the best move out of
// the book ends a line of its own. Only where two positions disagree about one and
// the same position outside will it know better. It returns the number of lines.
func WriteTranscripts(w io.Writer, g *Graph) (int, error) { return transcribe(w, g, true) }

// WriteLines writes the moves of lines on which every position is, one a line.
func WriteLines(w io.Writer, g *Graph) (int, error) { return transcribe(w, g, false) }

func transcribe(w io.Writer, g *Graph, values bool) (int, error) {
	t := transcriber{book: New(g), graph: g, values: values, done: map[board.Position]bool{}, w: bufio.NewWriter(w)}
	if _, ok := t.book.Entry(board.Start()); ok {
		t.walk(board.Start(), board.Black)
	}
	return t.lines, t.w.Flush()
}

type transcriber struct {
	book   *Book
	graph  *Graph
	values bool // or the moves alone, without those that lead out of the book
	done   map[board.Position]bool
	line   []board.Square
	lines  int
	w      *bufio.Writer
}

// walk goes on from p, which is registered and at the end of t.line.
func (t *transcriber) walk(p board.Position, side board.Color) {
	canonical, _ := p.Canonical()
	if t.done[canonical] {
		return
	}
	t.done[canonical] = true
	goesOn := false
	for _, m := range t.book.Moves(p) {
		if m.Leaf && !t.values {
			continue
		}
		next := p.Play(m.Square)
		nextSide := side.Opponent()
		canonical, _ := next.Canonical()
		if _, ok := t.graph.find(canonical); !ok && !m.Leaf {
			next, nextSide = next.Pass(), side // the position of a pass is missing
			canonical, _ = next.Canonical()
		}
		if t.done[canonical] {
			continue
		}
		goesOn = true
		t.line = append(t.line, m.Square)
		if m.Leaf {
			t.write(-m.Value, nextSide)
		} else {
			t.walk(next, nextSide)
		}
		t.line = t.line[:len(t.line)-1]
	}
	if !goesOn && len(t.line) > 0 {
		e, _ := t.book.Entry(p)
		t.write(e.Value, side)
	}
}

// write ends a line with the value for the side to move there.
func (t *transcriber) write(v Value, side board.Color) {
	if side == board.White {
		v = -v
	}
	text := notation.FormatMoves(t.line)
	if t.line[len(t.line)-1] == board.Pass {
		text += "PA" // at the end nothing else tells of it
	}
	fmt.Fprintln(t.w, text)
	if t.values {
		fmt.Fprintf(t.w, "%.2f\n", v.Discs())
	}
	t.lines++
}
