package notation

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"kaeshi/engine/board"
)

// GGF is the game format of the Generic Game Server, and of the NBoard protocol.

// isGGF reports whether a record with that GM property is GGF; SGF writes GM[2].
func isGGF(game string) bool { return strings.EqualFold(strings.TrimSpace(game), "othello") }

// ParseGGF reads one game such as
// "(;GM[Othello]PB[a]PW[b]TI[15:00]TY[8]BO[8 ---...--- *]B[F5//1.5]W[D6];)".
func ParseGGF(s string) (Game, error) {
	properties, err := newTreeReader(strings.NewReader(s), true).next()
	switch {
	case err == io.EOF:
		return Game{}, errors.New("this is not a GGF game: it begins with (;GM[Othello]")
	case err != nil:
		return Game{}, errors.Unwrap(err)
	}
	g, err := treeGame(properties)
	if err != nil {
		return Game{}, errors.Unwrap(err)
	}
	g.settle()
	return g, nil
}

func ggfGame(properties []property) (Game, error) {
	g := newGame()
	for _, p := range properties {
		if err := ggfHead(&g, p); err != nil {
			return Game{}, &Error{Line: p.line, Err: err}
		}
	}
	for _, p := range slices.Backward(properties) { // so that the first counts
		if p.name == "BO" {
			var err error
			if g.Start, g.First, err = parseGGFBoard(oneLine(p.value())); err != nil {
				return Game{}, &Error{Line: p.line, Err: err}
			}
		}
	}
	if g.Variant == plainVariant {
		g.Variant = ""
	}
	player := newPlayer(&g)
	for _, p := range properties {
		c, isMove := map[string]board.Color{"B": board.Black, "W": board.White}[p.name]
		if !isMove {
			continue
		}
		m, err := ParseGGFMove(p.value())
		if err != nil {
			return Game{}, &Error{Line: p.line, Err: fmt.Errorf("move %d: %w", player.written+1, err)}
		}
		m.Color = c
		if err := player.play(m); err != nil {
			return Game{}, &Error{Line: p.line, Err: err}
		}
	}
	return g, nil
}

const plainVariant = "8"

// ggfHead takes a property that is not a move.
func ggfHead(g *Game, p property) (err error) {
	value := oneLine(p.value())
	switch p.name {
	case "GM":
		if !isGGF(value) {
			err = fmt.Errorf("GM: %s is another game than Othello", quote(value))
		}
	case "RE":
		g.takeResult(Tag{p.name, value}, parseGGFResult(value))
	default:
		treeHead(g, p.name, value)
	}
	return err
}

// parseGGFBoard reads "8 <64 squares> <side>".
func parseGGFBoard(s string) (board.Position, board.Color, error) {
	size, rest, _ := strings.Cut(s, " ")
	if size != "8" {
		return board.Position{}, board.Black, fmt.Errorf("the board is of size %s; only 8 can be read", quote(size))
	}
	p, side, err := ParsePosition(rest)
	if err != nil {
		err = fmt.Errorf("BO: %w", err)
	}
	return p, side, err
}

// ParseGGFMove reads "F5/1.50/0.3", square, evaluation and seconds, of which the
// last two may be missing. What they are never costs the move: where they are no
// numbers, or such as cannot be meant, they are kept as its comment.
func ParseGGFMove(s string) (Move, error) {
	name, rest, _ := strings.Cut(s, "/")
	sq, ok := ParseMove(strings.TrimSpace(name))
	if !ok {
		return Move{}, fmt.Errorf("%s is not a square", quote(name))
	}
	m := Move{Square: sq}
	eval, seconds, _ := strings.Cut(rest, "/")
	var odd [2]error
	m.Eval, odd[0] = parseGGFNumber(eval)
	m.Seconds, odd[1] = parseGGFNumber(seconds)
	if m.Seconds.Value < 0 {
		m.Seconds, odd[1] = Number{}, errNegative
	}
	if odd != [2]error{} {
		m.Comment = cleanText(rest)
	}
	return m, nil
}

var errNegative = errors.New("a time is not negative")

// parseGGFNumber reads a number, with a comma in place of the point too: some
// programs write as their system's language does.
func parseGGFNumber(s string) (Number, error) {
	if strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1)
	}
	return parseNumber(s)
}

// FormatGGFMove prints a move as GGF and NBoard do: "F5", "F5/1.5", "F5//0.3", "PA".
func FormatGGFMove(m Move) string {
	text := m.Square.String()
	if m.Square == board.Pass {
		text = "PA"
	}
	switch {
	case m.Seconds.Known:
		text += "/" + m.Eval.String() + "/" + m.Seconds.String()
	case m.Eval.Known:
		text += "/" + m.Eval.String()
	}
	return text
}

// GGF prints the game on one line.
func (g *Game) GGF() string {
	var w treeWriter
	w.value = ggfValue
	w.WriteString("(;GM[Othello]")
	w.text(g, "PC", "DT", "PB", "PW", "EV", "RO", "RB", "RW", "TI", "TB", "TW")
	w.property("TY", orElse(g.Variant, plainVariant))
	w.property("RE", formatGGFResult(g.Result))
	w.optional("KM", g.Komi.String())
	w.optional("CO", g.Comment)
	w.tags(g, parseGGFResult)
	w.property("BO", "8 "+string(appendBoard(nil, fromSide(g.Start, g.First), "*O-"))+" "+string("*O"[g.First]))
	for _, m := range g.Moves {
		w.WriteString(colorLetter(m.Color) + "[" + FormatGGFMove(m) + "]")
	}
	w.WriteString(";)")
	return w.String()
}

// ggfReplacer changes what would end a value or begin a game: GGF has no escapes.
var ggfReplacer = strings.NewReplacer("]", ")", "(;GM[", "( ;GM[")

func ggfValue(s string) string { return ggfReplacer.Replace(oneLine(s)) }
