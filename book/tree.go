package book

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kaeshi/engine/board"
)

// Branch is a move of the book with what follows it, for drawing.
type Branch struct {
	Square   board.Square // NoSquare at the root
	Value    Value        // for the side that plays it; at the root for the side to move
	Color    board.Color  // that plays it
	Name     Name
	Leaf     bool // leads out of the book
	Branches []*Branch
}

// Tree returns the book's moves from p on, to a depth in plies; of each position
// the best width moves, all of them if width is 0. Positions that come up again on
// other lines are drawn again.
func (b *Book) Tree(p board.Position, side board.Color, depth, width int) (*Branch, bool) {
	e, ok := b.Entry(p)
	if !ok {
		return nil, false
	}
	root := &Branch{Square: board.NoSquare, Value: e.Value, Color: side}
	root.Name, _ = NameOf(p)
	root.Branches = b.branches(p, side, depth, width)
	return root, true
}

func (b *Book) branches(p board.Position, side board.Color, depth, width int) []*Branch {
	if depth == 0 {
		return nil
	}
	moves := b.Moves(p)
	if width > 0 {
		moves = moves[:min(width, len(moves))]
	}
	var branches []*Branch
	seen := map[board.Position]bool{} // moves that are one under a symmetry
	for _, m := range moves {
		next := p.Play(m.Square)
		canonical, _ := next.Canonical()
		if seen[canonical] {
			continue
		}
		seen[canonical] = true
		branch := &Branch{Square: m.Square, Value: m.Value, Color: side, Leaf: m.Leaf}
		branch.Name, _ = NameOf(next)
		if !m.Leaf {
			branch.Branches = b.branches(next, side.Opponent(), depth-1, width)
		}
		branches = append(branches, branch)
	}
	return branches
}

// Label is what is written on a branch.
func (t *Branch) Label() string {
	text := t.Value.String()
	if t.Square != board.NoSquare {
		text = t.Square.String() + " " + text
	}
	if name := t.Name.String(); name != "" {
		text += " " + name
	}
	return text
}

// WriteDot draws the tree for Graphviz.
func (t *Branch) WriteDot(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "digraph book {\n\trankdir=LR;\n\tnode [shape=box, fontname=\"sans-serif\"];\n")
	next := 0
	var draw func(t *Branch) int
	draw = func(t *Branch) int {
		id := next
		next++
		style := ""
		if t.Leaf {
			style = ", style=dashed"
		}
		fmt.Fprintf(out, "\tn%d [label=\"%s\"%s];\n", id, strings.ReplaceAll(t.Label(), `"`, `\"`), style)
		for _, branch := range t.Branches {
			fmt.Fprintf(out, "\tn%d -> n%d;\n", id, draw(branch))
		}
		return id
	}
	draw(t)
	fmt.Fprint(out, "}\n")
	return out.Flush()
}
