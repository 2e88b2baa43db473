package book

import (
	"bufio"
	"encoding/xml"
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

// label is what is written on a branch.
func (t *Branch) label() string {
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
		fmt.Fprintf(out, "\tn%d [label=\"%s\"%s];\n", id, strings.ReplaceAll(t.label(), `"`, `\"`), style)
		for _, branch := range t.Branches {
			fmt.Fprintf(out, "\tn%d -> n%d;\n", id, draw(branch))
		}
		return id
	}
	draw(t)
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

// The measures of a drawing, in pixels.
const (
	rowHeight   = 22
	columnWidth = 150
	margin      = 12
	discRadius  = 6
)

// WriteSVG draws the tree with the root at the left, a column for each ply and a
// row for each line; a disc shows who plays, a dashed edge leaves the book.
func (t *Branch) WriteSVG(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n",
		t.columns()*columnWidth+2*columnWidth, t.rows()*rowHeight+2*margin)
	fmt.Fprint(out, "<rect width=\"100%\" height=\"100%\" fill=\"#e8f0e4\"/>\n")
	t.drawSVG(out, 0, 0)
	fmt.Fprint(out, "</svg>\n")
	return out.Flush()
}

// rows and columns measure the drawing of a branch.
func (t *Branch) rows() int {
	n := 0
	for _, branch := range t.Branches {
		n += branch.rows()
	}
	return max(n, 1)
}

func (t *Branch) columns() int {
	n := 0
	for _, branch := range t.Branches {
		n = max(n, branch.columns())
	}
	return n + 1
}

func (t *Branch) drawSVG(w io.Writer, column, row int) {
	x, y := margin+column*columnWidth, margin+row*rowHeight+rowHeight/2
	below := row
	for _, branch := range t.Branches {
		dashes := ""
		if branch.Leaf {
			dashes = " stroke-dasharray=\"4 3\""
		}
		fmt.Fprintf(w, "<path d=\"M%d %d H%d V%d H%d\" fill=\"none\" stroke=\"#5a7a55\"%s/>\n",
			x, y, x+columnWidth-2*margin, margin+below*rowHeight+rowHeight/2, x+columnWidth, dashes)
		branch.drawSVG(w, column+1, below)
		below += branch.rows()
	}
	fill := "black"
	if t.Color == board.White {
		fill = "white"
	}
	fmt.Fprintf(w, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"black\"/>\n", x, y, discRadius, fill)
	fmt.Fprintf(w, "<text x=\"%d\" y=\"%d\">", x+discRadius+4, y-3)
	xml.EscapeText(w, []byte(t.label()))
	fmt.Fprint(w, "</text>\n")
}
