package explain

import (
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kaeshi/engine/board"
)

// statements are the forms of what is said, each with a check of its truth that does not use
// what the package computes with: boards as squares, and rays walked one by one.
var statements = []struct {
	form  *regexp.Regexp
	kind  string
	truth func(l *Lines, said []string) bool
}{
	{regexp.MustCompile(`^gives (Black|White) the corner ([AH][18])`), Corner, func(l *Lines, said []string) bool {
		sq := square(said[2])
		return said[1] == other(l) && !legalNaively(l.Position.Pass(), sq) && placed(l.Played, 6, 1, sq) && !placed(l.Better, 6, 1, sq)
	}},
	{regexp.MustCompile(`^does not take the corner ([AH][18])(, which (Black|White) then takes)?$`), Corner, func(l *Lines, said []string) bool {
		sq := square(said[1])
		return l.Better[0] == sq && legalNaively(l.Position, sq) && l.Played[0] != sq &&
			(said[2] == "") == !placed(l.Played, 6, 1, sq) && (said[3] == "" || said[3] == other(l))
	}},
	{regexp.MustCompile(`^makes (Black|White) pass after (.*)$`), Pass, func(l *Lines, said []string) bool {
		p, squares := l.Position.Play(l.Played[0]), strings.Fields(said[2])
		for _, name := range squares {
			p = p.Play(square(name))
		}
		return said[1] == own(l) && len(squares)%2 == 1 && countNaively(p) == 0 && countNaively(p.Pass()) > 0
	}},
	{regexp.MustCompile(`^lets (Black|White) wedge in at ([A-H][1-8])$`), Wedge, func(l *Lines, said []string) bool {
		sq, after := square(said[2]), l.Position.Play(l.Played[0])
		a, b := besideOnEdge(sq)
		mine := after.Opponent
		stays := true
		if len(l.Played) > 2 {
			stays = after.Play(sq).Play(l.Played[2]).Player&sq.Bit() != 0
		}
		return said[1] == other(l) && l.Played[1] == sq && mine&a.Bit() != 0 && mine&b.Bit() != 0 && stays && !placed(l.Better, 6, 1, sq)
	}},
	{regexp.MustCompile(`^gives (Black|White) the last move in the region of (.*)$`), LastMove, func(l *Lines, said []string) bool {
		region := set(said[2])
		return said[1] == other(l) && isRegion(l, region) && lastIn(l.Played, region) == 1 && lastIn(l.Better, region) == 0
	}},
	{regexp.MustCompile(`^begins in an even region \((.*)\) with an odd one open \((.*)\)$`), Parity, func(l *Lines, said []string) bool {
		even, odd := set(said[1]), set(said[2])
		return len(even)%2 == 0 && len(odd)%2 == 1 && even[l.Played[0]] && odd[l.Better[0]] && isRegion(l, even) && isRegion(l, odd)
	}},
	{regexp.MustCompile(`^leaves (Black|White) (no move|one move|\d+ moves) after ([A-H][1-8]), where ([A-H][1-8]) leaves (\d+)$`), Mobility, func(l *Lines, said []string) bool {
		after := func(line []board.Square) int { return countNaively(l.Position.Play(line[0]).Play(line[1])) }
		return said[1] == own(l) && square(said[3]) == l.Played[1] && after(l.Played) == number(said[2]) && after(l.Better) == number(said[5])
	}},
	{regexp.MustCompile(`^gives (Black|White) (no move|one move|\d+ moves), where ([A-H][1-8]) gives (\d+)$`), Mobility, func(l *Lines, said []string) bool {
		return said[1] == other(l) && countNaively(l.Position.Play(l.Played[0])) == number(said[2]) && countNaively(l.Position.Play(l.Better[0])) == number(said[4])
	}},
}

// Whatever the lines, all that is said of them is so on the board.
func TestFactsAreTrueOnRandomLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	found := make([]int, len(statements))
	for range 12000 {
		l := randomLines(random)
		if l == nil {
			continue
		}
		for _, f := range l.Facts() {
			at := -1
			for i, c := range statements {
				if said := c.form.FindStringSubmatch(f.Text); said != nil {
					at = i
					if f.Kind != c.kind || !c.truth(l, said) {
						t.Fatalf("%+v: %q of kind %q is not so", l, f.Text, f.Kind)
					}
				}
			}
			if at < 0 {
				t.Fatalf("%q says what no test checks", f.Text)
			}
			found[at]++
		}
	}
	for i, n := range found {
		if n == 0 {
			t.Errorf("random lines have nothing of the form %v", statements[i].form)
		}
	}
}

func randomLines(random *rand.Rand) *Lines {
	l := &Lines{Position: board.Start(), Mover: board.Color(random.IntN(2))}
	for range random.IntN(58) {
		l.Position = randomPly(random, l.Position, nil)
	}
	if bits.OnesCount64(l.Position.Moves()) < 2 {
		return nil
	}
	for _, line := range []*[]board.Square{&l.Played, &l.Better} {
		for p := l.Position; len(*line) < 20 && !p.Over(); {
			p = randomPly(random, p, line)
		}
	}
	return l
}

func own(l *Lines) string   { return [...]string{"Black", "White"}[l.Mover] }
func other(l *Lines) string { return [...]string{"White", "Black"}[l.Mover] }

func square(name string) board.Square {
	sq, _ := board.ParseSquare(name)
	return sq
}

func set(names string) map[board.Square]bool {
	squares := map[board.Square]bool{}
	for _, name := range strings.Fields(names) {
		squares[square(name)] = true
	}
	return squares
}

func number(words string) int {
	switch words {
	case "no move":
		return 0
	case "one move":
		return 1
	}
	n, _ := strconv.Atoi(strings.TrimSuffix(words, " moves"))
	return n
}

// placed reports whether the side that moves in plies of that parity places a disc on sq
// within so many plies.
func placed(line []board.Square, plies, parity int, sq board.Square) bool {
	for i, s := range line {
		if i < plies && s == sq {
			return i%2 == parity
		}
	}
	return false
}

func countNaively(p board.Position) (n int) {
	for sq := range board.Square(64) {
		if legalNaively(p, sq) {
			n++
		}
	}
	return n
}

func legalNaively(p board.Position, sq board.Square) bool {
	if (p.Player|p.Opponent)&sq.Bit() != 0 {
		return false
	}
	for d := range 9 {
		dc, dr := d%3-1, d/3-1
		c, r, over := sq.Column()+dc, sq.Row()+dr, 0
		for (dc != 0 || dr != 0) && c >= 0 && c < 8 && r >= 0 && r < 8 {
			bit := board.Square(8*r + c).Bit()
			if p.Opponent&bit == 0 {
				if p.Player&bit != 0 && over > 0 {
					return true
				}
				break
			}
			c, r, over = c+dc, r+dr, over+1
		}
	}
	return false
}

// besideOnEdge returns the squares on both sides of one on an edge.
func besideOnEdge(sq board.Square) (a, b board.Square) {
	if sq.Row() == 0 || sq.Row() == 7 {
		return sq - 1, sq + 1
	}
	return sq - 8, sq + 8
}

// isRegion reports whether the squares are empty, hang together, and touch no other
// empty one.
func isRegion(l *Lines, squares map[board.Square]bool) bool {
	var reached map[board.Square]bool
	for start := range squares {
		reached = map[board.Square]bool{start: true}
		break
	}
	for grew := true; grew; {
		grew = false
		for a := range reached {
			for b := range board.Square(64) {
				near := max(a.Column()-b.Column(), b.Column()-a.Column(), a.Row()-b.Row(), b.Row()-a.Row()) == 1
				if near && !reached[b] && l.Position.Empties()&b.Bit() != 0 {
					reached[b], grew = true, true
				}
			}
		}
	}
	for sq := range reached {
		if !squares[sq] || l.Position.Empties()&sq.Bit() == 0 {
			return false
		}
	}
	return len(reached) == len(squares)
}

// lastIn returns who of the two fills the last of the squares: 0 for the mover.
func lastIn(line []board.Square, squares map[board.Square]bool) int {
	last, filled := -1, 0
	for i, sq := range line {
		if squares[sq] {
			last, filled = i%2, filled+1
		}
	}
	if filled < len(squares) {
		return -1
	}
	return last
}
