package notation

import (
	"errors"
	"io"
	"strings"

	"kaeshi/engine/board"
)

// readTrees reads GGF and SGF games, which tell by themselves which they are.
func readTrees(in *input) error {
	reader := newTreeReader(in.reader, in.format == "ggf")
	for {
		properties, err := reader.next()
		if err == io.EOF {
			return nil
		}
		var g Game
		if err == nil {
			g, err = treeGame(properties)
			g.Line, err = reader.start, atLine(reader.start, err)
		}
		if err := in.take(g, err); err != nil {
			return err
		}
	}
}

// atLine names the line of an error that has none yet.
func atLine(line int, err error) error {
	var placed *Error
	if errors.As(err, &placed) && placed.Line == 0 {
		placed.Line = line
	}
	return err
}

// treeGame reads the properties of a game in GGF or SGF.
func treeGame(properties []property) (Game, error) {
	if len(properties) == 0 {
		return Game{}, &Error{Err: errors.New("the game is empty")}
	}
	for _, p := range properties {
		if p.name == "GM" && isGGF(p.value()) || p.name == "BO" {
			return ggfGame(properties)
		}
	}
	return sgfGame(properties)
}

// treeText is the texts of a game by the name of their property; where the two
// formats differ both names stand here.
var treeText = map[string]func(*Game) *string{
	"PB": func(g *Game) *string { return &g.Players[board.Black].Text },
	"PW": func(g *Game) *string { return &g.Players[board.White].Text },
	"RB": func(g *Game) *string { return &g.Players[board.Black].Rating },
	"BR": func(g *Game) *string { return &g.Players[board.Black].Rating },
	"RW": func(g *Game) *string { return &g.Players[board.White].Rating },
	"WR": func(g *Game) *string { return &g.Players[board.White].Rating },
	"TI": func(g *Game) *string { return &g.Clock },
	"TB": func(g *Game) *string { return &g.Players[board.Black].Clock },
	"TW": func(g *Game) *string { return &g.Players[board.White].Clock },
	"PC": func(g *Game) *string { return &g.Place },
	"DT": func(g *Game) *string { return &g.Date },
	"EV": func(g *Game) *string { return &g.Event.Text },
	"RO": func(g *Game) *string { return &g.Round },
	"TY": func(g *Game) *string { return &g.Variant },
	"CO": func(g *Game) *string { return &g.Comment },
	"GC": func(g *Game) *string { return &g.Comment },
}

// unknown is how files write a name that is not known.
const unknown = "?"

// treeForm is the properties that are the form of a game rather than facts about
// it, or that the readers treat one by one.
var treeForm = map[string]bool{
	"GM": true, "FF": true, "CA": true, "AP": true, "SZ": true, "ST": true,
	"BO": true, "AB": true, "AW": true, "AE": true, "PL": true,
	"B": true, "W": true, "C": true, "V": true, "ET": true, "RE": true, "TM": true,
}

// treeHead takes a property that both formats treat alike.
func treeHead(g *Game, name, value string) {
	switch field := treeText[name]; {
	case value == unknown && (field != nil || name == "KM"):
	case name == "TI":
		g.takeClock(Tag{name, value})
	case name == "CO", name == "GC":
		g.Comment = strings.TrimSpace(g.Comment + " " + value)
	case field != nil:
		takeText(field(g), value)
	case name == "KM":
		g.takeKomi(Tag{name, value})
	case !treeForm[name]:
		g.Tags = append(g.Tags, Tag{name, value})
	}
}

// treeWriter prints properties; value makes a text fit between brackets.
type treeWriter struct {
	strings.Builder
	value func(string) string
}

func (w *treeWriter) property(name, value string) {
	w.WriteString(name + "[" + w.value(value) + "]")
}

func (w *treeWriter) optional(name, value string) {
	if value != "" {
		w.property(name, value)
	}
}

func (w *treeWriter) text(g *Game, names ...string) {
	for _, name := range names {
		w.optional(name, *treeText[name](g))
	}
}

// tags prints the tags whose names may be a property and that do not mean another; result
// reads one as the format writes it.
func (w *treeWriter) tags(g *Game, result func(string) Result) {
	for _, tag := range g.Tags {
		if strings.Trim(tag.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			continue
		}
		other := *g
		other.Tags = nil
		if tag.Name == "RE" {
			other.takeResult(tag, result(tag.Value))
		} else {
			treeHead(&other, tag.Name, tag.Value)
		}
		if len(other.Tags) > 0 {
			w.property(tag.Name, tag.Value)
		}
	}
}

func colorLetter(c board.Color) string { return "BW"[c : c+1] }

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
