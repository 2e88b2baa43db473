package book

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// line is an entry as JSON, one on a line. Values are in discs for the side to
// move, which is always X.
type line struct {
	Position    string     `json:"position"`
	Value       float64    `json:"value"`
	Own         *float64   `json:"own,omitempty"`
	Leaf        string     `json:"leaf,omitempty"`
	LeafValue   float64    `json:"leaf_value,omitempty"`
	Level       uint8      `json:"level,omitempty"`
	Selectivity int        `json:"selectivity,omitempty"` // percent
	Origin      string     `json:"origin"`
	Visits      uint32     `json:"visits,omitempty"`
	Updated     *time.Time `json:"updated,omitempty"`
	English     string     `json:"name,omitempty"`
	Japanese    string     `json:"name_ja,omitempty"`
}

// WriteJSON writes a book as JSON lines, fuller boards first.
func WriteJSON(w io.Writer, g *Graph) error {
	buffered := bufio.NewWriter(w)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for p, e := range g.All() {
		if err := encoder.Encode(lineOf(p, e)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

func lineOf(p board.Position, e Entry) line {
	l := line{
		Position: notation.FormatPosition(p, board.Black),
		Value:    e.Value.Discs(), Level: e.Level, Origin: e.Origin.String(), Visits: e.Visits,
	}
	if e.HasOwn {
		own := e.Own.Discs()
		l.Own = &own
	}
	if e.Leaf < board.Pass {
		l.Leaf, l.LeafValue = e.Leaf.String(), e.LeafValue.Discs()
	}
	if e.Level > 0 {
		l.Selectivity = e.Selectivity.Percent()
	}
	if !e.Updated.IsZero() {
		updated := e.Updated.UTC()
		l.Updated = &updated
	}
	name, _ := NameOf(p)
	l.English, l.Japanese = name.English, name.Japanese
	return l
}

// ReadJSON reads what WriteJSON writes. For every line that is wrong it calls bad with
// an error that names it, and goes on if bad returns nil.
func ReadJSON(r io.Reader, name string, bad func(error) error) (*Graph, error) {
	g := NewGraph()
	scanner := bufio.NewScanner(notation.Text(r))
	number := 0
	for scanner.Scan() {
		number++
		text := strings.TrimSpace(scanner.Text())
		if text == "" {
			continue
		}
		if err := g.takeLine(text); err != nil {
			if err := bad(&notation.Error{Name: name, Line: number, Err: err}); err != nil {
				return nil, err
			}
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &notation.Error{Name: name, Line: number + 1, Err: fmt.Errorf("the line is longer than %d bytes", bufio.MaxScanTokenSize)}
	} else if err != nil {
		return nil, &notation.Error{Name: name, Line: number + 1, Err: err}
	}
	if g.Len() == 0 {
		return nil, notation.WithName(name, errors.New("no position in it"))
	}
	g.Recompute()
	return g, nil
}

func (g *Graph) takeLine(text string) error {
	var l line
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return jsonFault(text, err)
	}
	p, _, err := notation.ParsePosition(l.Position)
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	e, err := l.entry(p)
	if err != nil {
		return err
	}
	g.Put(p, e)
	return nil
}

func (l *line) entry(p board.Position) (Entry, error) {
	e := NewEntry(FromFile)
	var ok bool
	if e.Value, ok = ValueOf(l.Value); !ok {
		return e, fmt.Errorf("value %v is beyond 64 discs", l.Value)
	}
	if l.Own != nil {
		if e.Own, e.HasOwn = ValueOf(*l.Own); !e.HasOwn {
			return e, fmt.Errorf("own value %v is beyond 64 discs", *l.Own)
		}
	}
	if l.Leaf != "" {
		sq, _ := board.ParseSquare(l.Leaf)
		if e.LeafValue, ok = ValueOf(l.LeafValue); !ok {
			return e, fmt.Errorf("leaf value %v is beyond 64 discs", l.LeafValue)
		}
		if !p.Legal(sq) {
			return e, fmt.Errorf("leaf %s is not legal here", l.Leaf)
		}
		e.Leaf = sq
	}
	for s := range search.NoSelectivity + 1 {
		if s.Percent() == l.Selectivity {
			e.Selectivity = s
		}
	}
	for o := range origins {
		if o.String() == l.Origin {
			e.Origin = o
		}
	}
	e.Level, e.Visits = l.Level, l.Visits
	if l.Updated != nil {
		e.Updated = l.Updated.Truncate(time.Second).Local()
	}
	return e, nil
}

// jsonFault says what is wrong with a line, without Go's words.
func jsonFault(text string, err error) error {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(text):
		return errors.New("not a JSON object of a book: the line is cut short")
	case errors.As(err, &syntax):
		return fmt.Errorf("not a JSON object of a book: byte %d does not belong there", syntax.Offset)
	case !errors.As(err, &wrong):
		return errors.New("updated: not a time such as 2026-01-31T12:00:00Z") // the only field that reads itself
	case wrong.Field == "":
		return errors.New("not a JSON object of a book")
	}
	return fmt.Errorf("%s: a %s does not belong here", wrong.Field, wrong.Value)
}
