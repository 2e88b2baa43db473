package book

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Name is what an opening is called; either language may be missing.
type Name struct {
	English, Japanese string
}

// String prints "Tiger (虎)", or the one name there is.
func (n Name) String() string {
	switch {
	case n.Japanese == "":
		return n.English
	case n.English == "":
		return n.Japanese
	}
	return fmt.Sprintf("%s (%s)", n.English, n.Japanese)
}

//go:embed names.tsv
var namesTable string

// names are the named openings by canonical position.
var names = sync.OnceValue(func() map[board.Position]Name {
	table := map[board.Position]Name{}
	for line := range strings.Lines(namesTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		p, err := endOf(fields[0])
		if err != nil || len(fields) != 3 {
			panic("book: names.tsv: " + line)
		}
		canonical, _ := p.Canonical()
		table[canonical] = Name{English: fields[1], Japanese: fields[2]}
	}
	return table
})

// endOf returns the position at the end of a move string.
func endOf(text string) (board.Position, error) {
	moves, err := notation.ParseMoves(text)
	if err != nil {
		return board.Position{}, err
	}
	plies, err := notation.Replay(board.Start(), board.Black, moves)
	if err != nil {
		return board.Position{}, err
	}
	positions := Positions(plies)
	return positions[len(positions)-1], nil
}

// NameOf returns the name of the opening that ends in p, if it has one.
func NameOf(p board.Position) (Name, bool) {
	canonical, _ := p.Canonical()
	name, ok := names()[canonical]
	return name, ok
}

// NameOfLine returns what a line from the start is called: the last name on the
// way, in each language.
func NameOfLine(plies []notation.Ply) Name {
	var last Name
	for _, p := range Positions(plies) {
		name, _ := NameOf(p)
		if name.English != "" {
			last.English = name.English
		}
		if name.Japanese != "" {
			last.Japanese = name.Japanese
		}
	}
	return last
}
