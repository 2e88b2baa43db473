package book

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Tolerance is how far a value may be from what programs say before it contradicts them.
const Tolerance Value = 200

// Known is what is known of a position from elsewhere: the bounds that somebody proved,
// or those of the values that programs give, Tolerance wider.
type Known struct {
	Place        string // in the file
	Name         string // the line or the position, as the file has it
	Position     board.Position
	Proven       bool
	Lower, Upper Value // for the side to move
	black        bool  // the file tells values from Black's view, and White is to move
}

// ReadKnown reads a table of known values, columns divided by tabs under a heading.
// A table of positions has the columns "position", "lower" and "upper", bounds for the
// side to move. One of lines has "line" first, all other columns from Black's view: proven
// bounds as [0,64], and numbers that are values of programs; cells may be empty.
func ReadKnown(name string, r io.Reader) ([]Known, error) {
	var known []Known
	lines := bufio.NewScanner(r)
	var heading []string
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimRight(lines.Text(), "\r")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		fields := strings.Split(text, "\t")
		place := fmt.Sprintf("%s:%d", name, number)
		if heading == nil {
			if heading = fields; !strings.HasPrefix(fields[0], "position") && !strings.HasPrefix(fields[0], "line") {
				return nil, fmt.Errorf("%s: the first column is neither position nor line, as in a table of known values", place)
			}
			continue
		}
		rows, err := readRow(heading, fields)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		for _, k := range rows {
			k.Place = place
			known = append(known, k)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(known) == 0 {
		return nil, fmt.Errorf("%s: there is no known value in it", name)
	}
	return known, nil
}

func readRow(heading, fields []string) ([]Known, error) {
	if len(fields) > len(heading) {
		return nil, fmt.Errorf("%d columns under a heading of %d", len(fields), len(heading))
	}
	if strings.HasPrefix(heading[0], "line") {
		return readLineRow(fields)
	}
	p, _, err := notation.ParsePosition(fields[0])
	if err != nil {
		return nil, err
	}
	k := Known{Name: fields[0], Position: p, Proven: true}
	bounds := [2]*Value{&k.Lower, &k.Upper}
	for i, column := range []string{"lower", "upper"} {
		at := slices.Index(heading, column)
		if at < 0 || at >= len(fields) {
			return nil, fmt.Errorf("there is no column %s", column)
		}
		if *bounds[i], err = parseBound(fields[at]); err != nil {
			return nil, err
		}
	}
	if k.Lower > k.Upper {
		return nil, errors.New("the lower bound is above the upper one")
	}
	return []Known{k}, nil
}

func readLineRow(fields []string) ([]Known, error) {
	moves, err := notation.ParseMoves(fields[0])
	if err != nil {
		return nil, err
	}
	plies, err := notation.Replay(board.Start(), board.Black, moves)
	if err != nil {
		return nil, err
	}
	positions := Positions(plies)
	row := Known{Name: fields[0], Position: positions[len(positions)-1]}
	row.black = len(plies) > 0 && plies[len(plies)-1].Color == board.Black
	var rows []Known
	var values []Value
	for _, cell := range fields[1:] {
		switch {
		case cell == "":
		case strings.HasPrefix(cell, "["):
			lower, upper, ok := strings.Cut(strings.Trim(cell, "[]"), ",")
			low, err := parseBound(lower)
			high, err2 := parseBound(upper)
			if err := errors.Join(err, err2); err != nil || !ok || low > high {
				return nil, fmt.Errorf("%s: bounds are written [0,64]", cell)
			}
			rows = append(rows, row.within(low, high, true))
		default:
			v, err := parseBound(cell)
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
	}
	if len(values) > 0 {
		low, high := slices.Min(values)-Tolerance, slices.Max(values)+Tolerance
		rows = append(rows, row.within(max(low, -MaxValue), min(high, MaxValue), false))
	}
	return rows, nil
}

// within returns k with bounds from Black's view.
func (k Known) within(low, high Value, proven bool) Known {
	if k.black {
		low, high = -high, -low
	}
	k.Lower, k.Upper, k.Proven = low, high, proven
	return k
}

func parseBound(text string) (Value, error) {
	discs, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	v, ok := ValueOf(discs)
	if err != nil || !ok {
		return 0, fmt.Errorf("%q is no number of discs", text)
	}
	return v, nil
}

// Contradiction is a value of a book that cannot be right.
type Contradiction struct {
	Known
	Value Value // for the side to move at the position
	// At is the position whose leaf has the value; that of Known if it is registered.
	At board.Position
}

// String names the place, the position and both values.
func (c Contradiction) String() string {
	value, low, high := c.Value, c.Lower, c.Upper
	if c.black {
		value, low, high = -value, -high, -low
	}
	said := "programs say, with two discs to spare,"
	if c.Proven {
		said = "it is proven"
	}
	where := ""
	if c.At != c.Position {
		where = " as a best move outside"
	}
	return fmt.Sprintf("%s: %s: the book says %v%s, %s %v to %v", c.Place, c.Name, value, where, said, low, high)
}

// Against returns how many of the known positions the book has a value of, and every
// value that contradicts what is known. A position has a value if it is registered, or if it follows
// the best move outside of one that is.
func (b *Book) Against(known []Known) (met int, wrong []Contradiction, err error) {
	r := b.open()
	for _, k := range known {
		found := false
		judge := func(v Value, at board.Position) {
			found = true
			if v < k.Lower || v > k.Upper {
				wrong = append(wrong, Contradiction{k, v, at})
			}
		}
		if e, ok := lookUp(r, k.Position); ok {
			judge(e.Value, k.Position)
		} else {
			eachPredecessor(k.Position, func(before board.Position) {
				e, ok := lookUp(r, before)
				if ok && e.Leaf != board.NoSquare && before.Legal(e.Leaf) && sameUnderSymmetry(before.Play(e.Leaf), k.Position) {
					judge(-e.LeafValue, before)
				}
			})
		}
		if found {
			met++
		}
	}
	return met, wrong, r.Err()
}

func sameUnderSymmetry(p, q board.Position) bool {
	a, _ := p.Canonical()
	b, _ := q.Canonical()
	return a == b
}

// End follows the best moves from p to the position whose own value or leaf stands behind
// the value of p, and returns it, with whether the same side is to move there.
func (g *Graph) End(p board.Position) (end board.Position, same bool) {
	same = true
	for {
		next, passed, ok := g.next(p)
		if !ok {
			return p, same
		}
		p, same = next, same == passed
	}
}

// MainLine returns the positions from p to its End.
func (g *Graph) MainLine(p board.Position) []board.Position {
	line := []board.Position{p}
	for {
		next, _, ok := g.next(line[len(line)-1])
		if !ok {
			return line
		}
		line = append(line, next)
	}
}

// next returns the registered position after the best move at p, if that does not lead out
// of the book; passed, if a pass was looked through on the way.
func (g *Graph) next(p board.Position) (next board.Position, passed, ok bool) {
	moves := New(g).Moves(p)
	if len(moves) == 0 || moves[0].Leaf {
		return p, false, false
	}
	next = p.Play(moves[0].Square)
	if _, ok := g.Entry(next); !ok {
		return next.Pass(), true, true
	}
	return next, false, true
}

// CutAtProofs makes no value contradict a proof: see CutAtProof. It returns how many ends
// of lines that took.
func (g *Graph) CutAtProofs(known []Known) (cuts int, err error) {
	for {
		_, wrong, err := New(g).Against(known)
		if err != nil {
			return cuts, err
		}
		before := cuts
		for _, w := range wrong {
			if w.Proven {
				cuts += g.CutAtProof(w)
			}
		}
		if cuts == before {
			return cuts, nil
		}
	}
}

// CutAtProof makes the value at c no longer contradict a proof: the ends of the best
// lines from there, which the search has wrong, take the bound for their value, marked
// FromProof. It returns how many ends that were.
func (g *Graph) CutAtProof(c Contradiction) int {
	bound := max(c.Lower, min(c.Value, c.Upper))
	if c.At != c.Position { // a leaf itself
		g.cut(c.At, -bound)
		return 1
	}
	for cuts := 0; ; cuts++ {
		e, _ := g.Entry(c.Position)
		if e.Value >= c.Lower && e.Value <= c.Upper {
			return cuts
		}
		end, same := g.End(c.Position)
		v := bound
		if !same {
			v = -bound
		}
		g.cut(end, v)
	}
}

// cut gives an end the value v.
func (g *Graph) cut(end board.Position, v Value) {
	e, ok := g.Entry(end)
	if !ok {
		return
	}
	if openLeaf(g, end, e) {
		e.LeafValue = v
	} else {
		e.Own, e.HasOwn = v, true
	}
	e.Origin = FromProof
	g.Put(end, e)
	g.Settle(end)
}
