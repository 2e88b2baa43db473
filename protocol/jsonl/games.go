package jsonl

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// game is a game as queries and answers have it.
type game struct {
	Position string      `json:"position,omitempty"` // where it begins, unless that is the start
	Moves    string      `json:"moves"`              // passes left out
	Black    player      `json:"black,omitzero"`
	White    player      `json:"white,omitzero"`
	Event    string      `json:"event,omitempty"`
	Round    string      `json:"round,omitempty"`
	Place    string      `json:"place,omitempty"`
	Date     string      `json:"date,omitempty"`
	Score    *float64    `json:"score,omitempty"` // Black's discs minus White's, as the file states it
	Ending   string      `json:"ending,omitempty"`
	Clock    string      `json:"clock,omitempty"`
	Comment  string      `json:"comment,omitempty"`
	Notes    []note      `json:"notes,omitempty"`
	Known    []knownMove `json:"known,omitempty"`
	Tags     [][2]string `json:"tags,omitempty"`
}

type player struct {
	Name   string `json:"name,omitempty"`
	Rating string `json:"rating,omitempty"`
	Clock  string `json:"clock,omitempty"`
}

// note is what its player said of a ply.
type note struct {
	Ply     int      `json:"ply"` // from 1, passes counted
	Eval    *float64 `json:"eval,omitempty"`
	Seconds *float64 `json:"seconds,omitempty"`
	Comment string   `json:"comment,omitempty"`
}

// knownMove is a move after the last one whose value is known.
type knownMove struct {
	Move  string `json:"move"`
	Score int    `json:"score"`
}

// mostGames is how many games one answer holds.
const mostGames = 10_000

// errMany ends the reading of a file that has more.
var errMany = errors.New("many games")

// readAnswer is the games of a file.
type readAnswer struct {
	ID     queryID  `json:"id"`
	Action string   `json:"action"`
	Games  []game   `json:"games"`
	Faults []string `json:"faults"`         // of games that cannot be read
	More   bool     `json:"more,omitempty"` // the file goes on
}

// read answers with the games of a file or of a text.
func (s *Session) read(q query) error {
	content := q.Base64
	if content == nil {
		content = []byte(q.Text)
	}
	// The name is for the extension and for messages: nothing of that name is opened.
	name := path.Base(strings.ReplaceAll(q.Name, `\`, "/"))
	if q.Name == "" {
		name = ""
	}
	beside := notation.Files{}
	for _, f := range q.Beside {
		beside[f.Name] = f.Base64
	}
	if err := checkFormat(q.Format, true); err != nil {
		return err
	}
	answer := readAnswer{ID: q.ID, Action: q.Action, Games: []game{}, Faults: []string{}}
	add := func(g notation.Game) error {
		if len(answer.Games)+len(answer.Faults) >= mostGames {
			answer.More = true
			return errMany
		}
		answer.Games = append(answer.Games, gameOf(&g))
		return s.ctx.Err()
	}
	fault := func(err error) error {
		if len(answer.Games)+len(answer.Faults) >= mostGames {
			answer.More = true
			return errMany
		}
		answer.Faults = append(answer.Faults, err.Error())
		return s.ctx.Err()
	}
	switch err := notation.ScanGamesBeside(beside, q.Format, name, bytes.NewReader(content), add, fault); {
	case err == nil, errors.Is(err, errMany):
	case len(answer.Games) == 0 && len(answer.Faults) == 0:
		return err
	default:
		answer.Faults = append(answer.Faults, err.Error()) // as of a database that was cut short
	}
	s.write(answer)
	return nil
}

func checkFormat(name string, mayBeEmpty bool) error {
	names, _ := notation.Formats()
	if name == "" && mayBeEmpty || slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("format %.20q: not one of %s", name, strings.Join(names, ", "))
}

// writeAnswer is a file: text, or bytes where the format is none.
type writeAnswer struct {
	ID     queryID `json:"id"`
	Action string  `json:"action"`
	Format string  `json:"format"`
	Text   string  `json:"text,omitempty"`
	Base64 []byte  `json:"base64,omitempty"`
}

// writeGames answers with the games as a file in a format.
func (s *Session) writeGames(q query) error {
	if err := checkFormat(q.Format, false); err != nil {
		return err
	}
	if len(q.Games) == 0 {
		return errors.New("games: none to write")
	}
	var games []notation.Game
	for i := range q.Games {
		g, err := q.Games[i].record()
		if err != nil {
			return fmt.Errorf("games: game %d: %w", i+1, err)
		}
		games = append(games, g)
	}
	var out bytes.Buffer
	if err := notation.WriteGames(q.Format, &out, games); err != nil {
		return fmt.Errorf("%s: %w", q.Format, err)
	}
	answer := writeAnswer{ID: q.ID, Action: q.Action, Format: q.Format}
	answer.Text, answer.Base64 = textOrBytes(out.Bytes())
	s.write(answer)
	return nil
}

// textOrBytes returns a file as a text if it is one.
func textOrBytes(content []byte) (string, []byte) {
	if utf8.Valid(content) && bytes.IndexByte(content, 0) < 0 {
		return string(content), nil
	}
	return "", content
}

func gameOf(g *notation.Game) game {
	out := game{
		Moves: notation.FormatMoves(g.Squares()), Black: playerOf(g.Players[board.Black]), White: playerOf(g.Players[board.White]),
		Event: g.Event.Text, Round: g.Round, Place: g.Place, Date: g.Date, Score: numberOf(g.Result.Score), Clock: g.Clock, Comment: g.Comment,
	}
	if g.Start != board.Start() || g.First != board.Black {
		out.Position = notation.FormatPosition(g.Start, g.First)
	}
	if g.Result.Ending != notation.Unknown {
		out.Ending = g.Result.Ending.String()
	}
	for i, m := range g.Moves {
		if n := (note{i + 1, numberOf(m.Eval), numberOf(m.Seconds), m.Comment}); n.Eval != nil || n.Seconds != nil || n.Comment != "" {
			out.Notes = append(out.Notes, n)
		}
	}
	for _, m := range g.Known {
		out.Known = append(out.Known, knownMove{m.Square.String(), m.Value})
	}
	for _, tag := range g.Tags {
		out.Tags = append(out.Tags, [2]string{tag.Name, tag.Value})
	}
	return out
}

// record returns the game as files hold it.
func (g *game) record() (notation.Game, error) {
	line, err := (&query{Position: g.Position, Moves: g.Moves}).line()
	if err != nil {
		return notation.Game{}, err
	}
	out := notation.Game{Start: line.start, First: line.side, Round: g.Round, Place: g.Place, Date: g.Date, Clock: g.Clock, Comment: g.Comment}
	out.Event.Text = g.Event
	out.Players = [2]notation.Player{board.Black: g.Black.record(), board.White: g.White.record()}
	out.Result.Score = numberFrom(g.Score)
	if out.Result.Ending, err = endingOf(g.Ending); err != nil {
		return out, err
	}
	for _, ply := range line.plies {
		out.Moves = append(out.Moves, notation.Move{Color: ply.Color, Square: ply.Square})
	}
	for _, n := range g.Notes {
		if n.Ply < 1 || n.Ply > len(out.Moves) {
			return out, fmt.Errorf("notes: there is no ply %d", n.Ply)
		}
		m := &out.Moves[n.Ply-1]
		m.Eval, m.Seconds, m.Comment = numberFrom(n.Eval), numberFrom(n.Seconds), n.Comment
	}
	end, _ := out.End()
	for _, k := range g.Known {
		sq, ok := notation.ParseMove(k.Move)
		if !ok || !end.Legal(sq) {
			return out, fmt.Errorf("known: %.20q is not legal at the end", k.Move)
		}
		out.Known = append(out.Known, notation.ScoredMove{Square: sq, Value: k.Score})
	}
	for _, tag := range g.Tags {
		out.Tags = append(out.Tags, notation.Tag{Name: tag[0], Value: tag[1]})
	}
	return out, nil
}

func playerOf(p notation.Player) player { return player{p.Text, p.Rating, p.Clock} }

func (p player) record() notation.Player {
	return notation.Player{Name: notation.Name{Text: p.Name}, Rating: p.Rating, Clock: p.Clock}
}

func numberOf(n notation.Number) *float64 {
	if !n.Known {
		return nil
	}
	return &n.Value
}

func numberFrom(v *float64) notation.Number {
	if v == nil {
		return notation.Number{}
	}
	return notation.Number{Value: *v, Known: true}
}

// endingOf returns the ending with that name; "" is none that is known.
func endingOf(name string) (notation.Ending, error) {
	if name == "" {
		return notation.Unknown, nil
	}
	for e := notation.Unknown; e <= notation.Awarded; e++ {
		if e.String() == name {
			return e, nil
		}
	}
	return notation.Unknown, fmt.Errorf("ending: %.20q is none", name)
}
