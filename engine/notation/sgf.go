package notation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kaeshi/engine/board"
)

// dialect is one of the ways in which programs write Othello games as SGF.
type dialect struct {
	application string // AP; by it alone a set-up position tells how it stands
	game        string // the property GM
	point       func(board.Square) string
	pass        string
}

// The dialects: letters counted from the top left as Go players write them, the
// squares' own names, and letters on a board whose first row is at the bottom. GoGui
// plays every game as if it were Go and refuses files that say it is another.
var (
	quarryDialect = dialect{"Kaeshi", "GM[2]", func(sq board.Square) string { return letters(sq.Column(), sq.Row()) }, ""}
	edaxDialect   = dialect{"Kaeshi", "GM[2]", func(sq board.Square) string { return strings.ToLower(sq.String()) }, "pa"}
	goguiDialect  = dialect{"GoGui", "", func(sq board.Square) string { return letters(sq.Column(), 7-sq.Row()) }, ""}
)

// goguiPrefix begins the names of GoGui's programs, in lower case.
const goguiPrefix = "gogui"

func letters(column, row int) string { return string([]byte{'a' + byte(column), 'a' + byte(row)}) }

// sgfRecord is what the properties of a game say before it is known whether
// letters count rows from the top or from the bottom.
type sgfRecord struct {
	game        Game
	application string
	discs       [2][]sgfPoint // set up
	removed     []sgfPoint
	isSetUp     bool
	first       *board.Color
	sayWinner   bool // but not by how much
	moves       []sgfMove
}

type sgfMove struct {
	move  Move
	point sgfPoint
	line  int
}

// sgfPoint is a square as written; letters may have to be turned upside down.
type sgfPoint struct {
	square  board.Square
	letters bool
}

func (p sgfPoint) seen(upsideDown bool) board.Square {
	if upsideDown && p.letters && p.square < board.Pass {
		return board.SquareAt(p.square.Column(), 7-p.square.Row())
	}
	return p.square
}

// sgfGame reads an SGF game. Letters upside down are told from letters upright by
// the program's name or else because the moves are legal so and not the other way.
func sgfGame(properties []property) (Game, error) {
	record := sgfRecord{game: newGame()}
	slices.SortStableFunc(properties, moveFirst)
	for _, p := range properties {
		if err := record.take(p); err != nil {
			return Game{}, &Error{Line: p.line, Err: err}
		}
	}
	likely := strings.HasPrefix(strings.ToLower(record.application), goguiPrefix) || record.isUpsideDown()
	g, err := record.play(likely)
	if err != nil {
		if other, otherErr := record.play(!likely); otherErr == nil {
			return other, nil
		}
	}
	return g, err
}

// moveFirst orders the properties of a node so that what is said of a move stands
// behind it.
func moveFirst(a, b property) int {
	rank := func(p property) int {
		if p.name == "C" || p.name == "V" || p.name == "ET" {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(rank(a), rank(b)))
}

// isUpsideDown reports whether the usual start is set up, but upside down.
func (r *sgfRecord) isUpsideDown() bool {
	p, err := r.start(true)
	return r.isSetUp && err == nil && p == board.Start()
}

func (r *sgfRecord) take(p property) (err error) {
	switch p.name {
	case "GM":
		if value := strings.TrimSpace(p.value()); value != "2" && value != "" && value != "1" {
			err = fmt.Errorf("GM: %s is another game than Othello, which is 2", quote(value))
		}
	case "SZ":
		if value := strings.TrimSpace(p.value()); value != "8" && value != "8:8" {
			err = fmt.Errorf("the board is of size %s; only 8 can be read", quote(value))
		}
	case "AP":
		takeText(&r.application, p.value())
	case "B", "W":
		return r.takeMove(p)
	case "AB", "AW", "AE":
		return r.setUp(p)
	case "PL":
		c, ok := parseSide(strings.TrimSpace(p.value()))
		if !ok {
			return fmt.Errorf("PL: %s is not a side to move", quote(p.value()))
		}
		if r.first == nil {
			r.first = &c
		}
	case "C", "V", "ET":
		r.comment(p)
	case "RE":
		value := oneLine(p.value())
		if r.game.takeResult(Tag{p.name, value}, parseSGFResult(value)) {
			r.sayWinner = strings.HasSuffix(value, "+")
		}
	case "TM":
		r.game.takeClock(Tag{"TI", parseSGFTime(oneLine(p.value()))})
	default:
		treeHead(&r.game, p.name, oneLine(p.value()))
	}
	return err
}

func (r *sgfRecord) takeMove(p property) error {
	point, err := parseSGFPoint(p.value())
	if err != nil {
		return fmt.Errorf("move %d: %w", len(r.moves)+1, err)
	}
	m := sgfMove{move: Move{Color: board.Black}, point: point, line: p.line}
	if p.name == "W" {
		m.move.Color = board.White
	}
	r.moves = append(r.moves, m)
	return nil
}

// parseSGFPoint reads "fe", "f5", or a pass: "", "tt" (of old Go files), "pa".
func parseSGFPoint(s string) (sgfPoint, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" || s == "tt" {
		return sgfPoint{square: board.Pass}, nil
	}
	if sq, ok := ParseMove(s); ok {
		return sgfPoint{square: sq}, nil
	}
	if len(s) == 2 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= 'a' && s[1] <= 'h' {
		return sgfPoint{board.SquareAt(int(s[0]-'a'), int(s[1]-'a')), true}, nil
	}
	return sgfPoint{}, fmt.Errorf("%s is not a square", quote(s))
}

// setUp takes points and rectangles of points, "aa:cc".
func (r *sgfRecord) setUp(p property) error {
	if len(r.moves) > 0 {
		return errors.New(p.name + ": discs are set up after the first move")
	}
	r.isSetUp = true
	target := map[string]*[]sgfPoint{"AB": &r.discs[board.Black], "AW": &r.discs[board.White], "AE": &r.removed}[p.name]
	for _, value := range p.values {
		if strings.TrimSpace(value) == "" {
			continue
		}
		from, to, isRectangle := strings.Cut(value, ":")
		if !isRectangle {
			to = from
		}
		a, err := parseSGFPoint(from)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		b, err := parseSGFPoint(to)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if a.square >= board.Pass || b.square >= board.Pass {
			return fmt.Errorf("%s: a pass is not a square", p.name)
		}
		*target = appendRectangle(*target, a, b)
	}
	return nil
}

// appendRectangle takes any two opposite corners.
func appendRectangle(points []sgfPoint, a, b sgfPoint) []sgfPoint {
	top, bottom := min(a.square.Row(), b.square.Row()), max(a.square.Row(), b.square.Row())
	left, right := min(a.square.Column(), b.square.Column()), max(a.square.Column(), b.square.Column())
	for row := top; row <= bottom; row++ {
		for column := left; column <= right; column++ {
			points = append(points, sgfPoint{board.SquareAt(column, row), a.letters})
		}
	}
	return points
}

// comment takes what is said of the last move, or of the game. Values and times
// that are no numbers stay comments.
func (r *sgfRecord) comment(p property) {
	if len(r.moves) == 0 {
		if p.name == "C" {
			r.game.Comment = cleanText(r.game.Comment + "\n" + p.value())
		}
		return
	}
	m := &r.moves[len(r.moves)-1].move
	number, err := parseNumber(p.value())
	switch {
	case p.name == "C":
		m.Comment = cleanText(m.Comment + "\n" + p.value())
	case err != nil:
		m.Comment = cleanText(m.Comment + " " + p.name + "[" + oneLine(p.value()) + "]")
	case p.name == "ET":
		m.Seconds = number
	default: // V, from Black's view
		if m.Eval = number; m.Color == board.White {
			m.Eval = number.opposite()
		}
	}
}

// play makes the game from the record.
func (r *sgfRecord) play(upsideDown bool) (Game, error) {
	g := r.game
	g.Moves = nil
	if r.isSetUp {
		start, err := r.start(upsideDown)
		if err != nil {
			return Game{}, &Error{Err: err}
		}
		g.Start = start
		if len(r.moves) > 0 {
			g.First = r.moves[0].move.Color
		}
	}
	if r.first != nil {
		g.First = *r.first
	}
	g.Start = fromSide(g.Start, g.First)
	player := newPlayer(&g)
	for _, m := range r.moves {
		m.move.Square = m.point.seen(upsideDown)
		if err := player.play(m.move); err != nil {
			return Game{}, &Error{Line: m.line, Err: err}
		}
	}
	if score, over := g.FinalScore(); r.sayWinner && over && float64(score)*g.Result.Score.Value > 0 {
		g.Result = Result{Score: Number{float64(score), true}, Ending: Played}
	}
	return g, nil
}

// start returns the set-up position, seen by Black.
func (r *sgfRecord) start(upsideDown bool) (board.Position, error) {
	var discs [2]uint64
	for c, points := range r.discs {
		for _, point := range points {
			discs[c] |= point.seen(upsideDown).Bit()
		}
	}
	for _, point := range r.removed {
		discs[0] &^= point.seen(upsideDown).Bit()
		discs[1] &^= point.seen(upsideDown).Bit()
	}
	p := board.Position{Player: discs[board.Black], Opponent: discs[board.White]}
	if !p.Valid() {
		return board.Position{}, errors.New("AB and AW set up two discs on one square")
	}
	return p, nil
}

// parseSGFTime turns seconds into a clock; anything else stays as it is.
func parseSGFTime(s string) string {
	seconds, err := parseNumber(s)
	switch {
	case err != nil || seconds.Value < 0:
		return s
	case !seconds.Known:
		return ""
	}
	return Clock{Main: time.Duration(seconds.Value) * time.Second}.String()
}

var sgfReplacer = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// text prints a game.
func (d dialect) text(g *Game) (string, error) {
	var w treeWriter
	w.value = sgfReplacer.Replace
	w.WriteString("(;FF[4]CA[UTF-8]AP[" + d.application + "]" + d.game + "SZ[8]")
	w.text(g, "PB", "PW", "BR", "WR", "EV", "RO", "PC", "DT", "TB", "TW", "TY")
	clock, err := ParseClock(g.Clock)
	if plain := (Clock{Main: clock.Main}); err == nil && clock == plain && plain.Main > 0 && plain.String() == g.Clock {
		w.property("TM", formatFloat(clock.Main.Seconds()))
	} else {
		w.optional("TI", g.Clock)
	}
	w.optional("KM", g.Komi.String())
	w.property("RE", formatSGFResult(g.Result))
	w.tags(g, parseSGFResult)
	w.setUp(g, d)
	w.optional("C", g.Comment)
	w.moves(g, d)
	w.WriteString(")")
	return w.String(), nil
}

// moves prints the main line, each move that has variations in a branch with the rest
// of the game, and behind that the variations.
func (w *treeWriter) moves(g *Game, d dialect) {
	var branches []int
	for i, m := range g.Moves {
		varies := slices.ContainsFunc(g.Variations, func(v Variation) bool { return v.At == i })
		switch {
		case varies:
			branches = append(branches, i)
			w.WriteString("\n(")
		case i%10 == 0:
			w.WriteByte('\n')
		}
		w.move(m, d)
	}
	for _, at := range slices.Backward(branches) {
		w.WriteByte(')')
		for _, v := range g.Variations {
			if v.At == at {
				w.variation(v, d)
			}
		}
	}
}

func (w *treeWriter) variation(v Variation, d dialect) {
	w.WriteString("\n(")
	for _, m := range v.Moves {
		w.move(m, d)
	}
	w.WriteByte(')')
}

func (w *treeWriter) setUp(g *Game, d dialect) {
	black := fromSide(g.Start, g.First)
	if black == board.Start() && g.First == board.Black {
		return
	}
	for c, discs := range []uint64{black.Player, black.Opponent} {
		w.WriteString("A" + "BW"[c:c+1])
		if discs == 0 {
			w.WriteString("[]")
		}
		for sq := range board.Square(64) {
			if discs&sq.Bit() != 0 {
				w.WriteString("[" + d.point(sq) + "]")
			}
		}
	}
	w.property("PL", colorLetter(g.First))
}

func (w *treeWriter) move(m Move, d dialect) {
	point := d.pass
	if m.Square < board.Pass {
		point = d.point(m.Square)
	}
	w.WriteString(";" + colorLetter(m.Color) + "[" + point + "]")
	eval := m.Eval
	if m.Color == board.White {
		eval = eval.opposite()
	}
	w.optional("V", eval.String())
	w.optional("ET", m.Seconds.String())
	w.optional("C", m.Comment)
}
