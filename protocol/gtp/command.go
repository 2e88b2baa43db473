package gtp

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"kaeshi/engine/board"
)

// The answers that the protocol words for us.
var (
	errUnknownCommand   = errors.New("unknown command")
	errSyntax           = errors.New("syntax error")
	errUnacceptableSize = errors.New("unacceptable size")
	errIllegalMove      = errors.New("illegal move")
	errCannotUndo       = errors.New("cannot undo")
	errCannotScore      = errors.New("cannot score")
	errCannotLoad       = errors.New("cannot load file")
	errUnsupportedGame  = errors.New("unsupported game")
)

// command is one word of the vocabulary. args names the arguments, each word
// being a kind (see kinds); those in brackets may be left out, and "[A B...]" is
// any number of pairs of A and B.
type command struct {
	name string
	args string
	help string
	run  func(*Server, *call) (string, error)

	form form
}

// group is commands of one purpose, under its heading in the reference.
type group struct {
	title    string
	commands []command
}

// call is a command that runs.
type call struct {
	request
	streaming bool // the answer was opened; lines follow, and text must not
}

// The arguments of a call have been checked to be of their kinds.

func (c *call) color(i int) board.Color {
	color, _ := board.ParseColor(c.args[i])
	return color
}

func (c *call) move(i int) board.Square {
	sq, _ := parseMove(c.args[i])
	return sq
}

// integer returns the nearest int to the number written.
func (c *call) integer(i int) int { return atoi(c.args[i]) }

func (c *call) number(i int) float64 {
	x, _ := strconv.ParseFloat(c.args[i], 64)
	return x
}

// atoi returns the nearest int to a number that was checked to be one.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// text returns the arguments from number i on as they may have been written.
func (c *call) text(i int) string { return strings.Join(c.args[i:], " ") }

// kinds says of every word in the arguments of the table what it stands for.
var kinds = map[string]func(string) bool{
	"COLOUR":   isColor,
	"MOVE":     isMove,
	"SQUARE":   isSquare,
	"N":        isCount,
	"SIZE":     isInteger,
	"LEVEL":    isInteger,
	"KOMI":     isNumber,
	"MAIN":     isDuration,
	"BYO":      isDuration,
	"SECONDS":  isNumber, // some clients send less than 0 to a late engine
	"STONES":   isCount,
	"on|off":   func(s string) bool { return s == "on" || s == "off" },
	"learn":    func(s string) bool { return s == "learn" },
	"COMMAND":  isAny,
	"GAME":     isAny,
	"POSITION": isAny,
	"FILE":     isAny,
	"KEY":      isAny,
	"VALUE":    isAny,
	"WORD":     isAny,
	"ANALYSIS": isAny, // see analysisKeys
	"INTERVAL": isDuration,

	"MOVES":      isMoveSet,
	"true|false": func(s string) bool { return s == "true" || s == "false" },
}

func isAny(string) bool { return true }

func isColor(s string) bool {
	_, ok := board.ParseColor(s)
	return ok
}

func isMove(s string) bool {
	_, ok := parseMove(s)
	return ok
}

func isSquare(s string) bool {
	_, ok := board.ParseSquare(s)
	return ok
}

func isInteger(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

func isCount(s string) bool { return isInteger(s) && s[0] != '-' }

func isNumber(s string) bool {
	x, err := strconv.ParseFloat(s, 64)
	return err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

func isDuration(s string) bool { return isNumber(s) && s[0] != '-' }

func parseMove(s string) (board.Square, bool) {
	if strings.EqualFold(s, "pass") {
		return board.Pass, true
	}
	return board.ParseSquare(s)
}

// form is what args says: the kinds of the arguments in their order.
type form struct {
	required, optional []string
	repeated           []string // any number of times, after the others
}

func parseForm(args string) form {
	var f form
	for args = strings.TrimSpace(args); args != ""; args = strings.TrimSpace(args) {
		if args[0] != '[' {
			word, rest, _ := strings.Cut(args, " ")
			f.required, args = append(f.required, word), rest
			continue
		}
		inner, rest, _ := strings.Cut(args[1:], "]")
		if series, ok := strings.CutSuffix(inner, "..."); ok {
			f.repeated = strings.Fields(series)
		} else {
			f.optional = append(f.optional, inner)
		}
		args = rest
	}
	return f
}

// takes reports whether args are of the form.
func (f form) takes(args []string) bool {
	if len(args) < len(f.required) || !areOf(f.required, args) {
		return false
	}
	args = args[len(f.required):]
	n := min(len(args), len(f.optional))
	if !areOf(f.optional[:n], args) {
		return false
	}
	args = args[n:]
	for len(f.repeated) > 0 && len(args) >= len(f.repeated) {
		if !areOf(f.repeated, args) {
			return false
		}
		args = args[len(f.repeated):]
	}
	return len(args) == 0
}

func areOf(wanted, args []string) bool {
	for i, kind := range wanted {
		if !kinds[kind](args[i]) {
			return false
		}
	}
	return true
}

// index finds commands by name.
func index(groups []group) map[string]*command {
	byName := make(map[string]*command)
	for _, g := range groups {
		for i := range g.commands {
			c := &g.commands[i]
			c.form = parseForm(c.args)
			byName[c.name] = c
		}
	}
	return byName
}
