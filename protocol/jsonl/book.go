package jsonl

import (
	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/human"
	"kaeshi/engine/notation"
)

// about answers what the program is.
func (s *Session) about(q query) error {
	formats, help := notation.Formats()
	answer := aboutAnswer{
		ID: q.ID, Action: q.Action, Name: "Kaeshi", Version: s.pool.options.Version, Searches: s.pool.engines,
		Level: levels{engine.MinLevel, engine.MaxLevel, s.pool.options.Level}, Book: s.pool.options.Book != nil,
	}
	if human.HasModel() {
		answer.Elo = &levels{human.MinElo, human.MaxElo(), s.pool.options.Elo}
	}
	for i := range formats {
		answer.Formats = append(answer.Formats, formatHelp{formats[i], help[i]})
	}
	s.write(answer)
	return nil
}

type aboutAnswer struct {
	ID       queryID      `json:"id"`
	Action   string       `json:"action"`
	Name     string       `json:"name"`
	Version  string       `json:"version"`
	Searches int          `json:"searches"`
	Level    levels       `json:"level"`
	Elo      *levels      `json:"elo,omitempty"` // nil where there is no model of human moves
	Book     bool         `json:"book"`
	Formats  []formatHelp `json:"formats"`
}

type levels struct {
	Min     int `json:"min"`
	Max     int `json:"max"`
	Default int `json:"default"`
}

type formatHelp struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

// bookAnswer is what the book knows of a position.
type bookAnswer struct {
	ID       queryID    `json:"id"`
	Action   string     `json:"action"`
	Position string     `json:"position"`
	Name     *bookName  `json:"name,omitempty"`
	Moves    []bookMove `json:"moves"`
}

type bookName struct {
	English  string `json:"en,omitempty"`
	Japanese string `json:"ja,omitempty"`
}

type bookMove struct {
	Move  string    `json:"move"`
	Score float64   `json:"score"`
	Games int       `json:"games"`
	Depth int       `json:"depth"`
	Name  *bookName `json:"name,omitempty"`
}

// book answers what the book knows of the position after the moves, and what the opening
// is called that led there.
func (s *Session) book(q query) error {
	line, err := q.line()
	if err != nil {
		return err
	}
	p, side := line.at(len(line.plies))
	answer := bookAnswer{ID: q.ID, Action: q.Action, Position: notation.FormatPosition(p, side), Name: line.name(), Moves: []bookMove{}}
	if known := s.pool.options.Book; known != nil {
		for _, m := range known.Probe(p) {
			answer.Moves = append(answer.Moves, bookMove{
				Move: m.Square.String(), Score: m.Value, Games: m.Games, Depth: m.Depth, Name: nameOf(p.Play(m.Square)),
			})
		}
	}
	s.write(answer)
	return nil
}

// name is the last name on the way, in each language.
func (c *course) name() *bookName {
	var last bookName
	for turn := range len(c.plies) + 1 {
		p, _ := c.at(turn)
		if name := nameOf(p); name != nil {
			last = bookName{orElse(name.English, last.English), orElse(name.Japanese, last.Japanese)}
		}
	}
	if last == (bookName{}) {
		return nil
	}
	return &last
}

func nameOf(p board.Position) *bookName {
	name, known := book.NameOf(p)
	if !known {
		return nil
	}
	return &bookName{name.English, name.Japanese}
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
