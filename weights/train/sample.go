// Package train makes evaluation weights: it reads games and labelled positions,
// fits the weights of a pattern set to them, and measures how far an evaluation
// is from the truth.
package train

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Sample is a position and the score that an evaluation of it should give.
type Sample struct {
	Position board.Position
	Score    float32 // discs, for the side to move
	Group    uint16  // samples of one game have the same; it decides what is held out
	Label    LabelKind
	Child    bool // see Record
}

// LabelKind is where a sample's score comes from.
type LabelKind uint8

// The kinds of labels.
const (
	NoLabel  LabelKind = iota // the score means nothing
	ByResult                  // how a game ended, which its players' errors blur
	BySearch                  // a search or a proof
)

// Data collects samples. Bad lines are set aside, not fatal: real collections
// hold some.
type Data struct {
	Unfinished bool // take positions of unfinished games too, without a label
	Samples    []Sample
	Games      int                       // among the sources
	Bad        []error                   // what was left out, each with its place
	Watch      func(io.Reader) io.Reader // sees what is read of files; nil if nobody wants to

	moves map[int][]MoveValue // by number of the sample, where the source tells them
}

// units returns where each unit of samples begins: the children of a position, or
// one sample.
func (d *Data) units() []int32 {
	var units []int32
	for i := range d.Samples {
		if !d.Samples[i].Child || i == 0 || !d.Samples[i-1].Child {
			units = append(units, int32(i))
		}
	}
	return units
}

// addLine takes a line of either kind: a transcript and its result, or a
// position and its label.
func (d *Data) addLine(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	if isBoard(word) {
		return d.addPosition(line)
	}
	return d.addGame(word, strings.TrimSpace(rest))
}

func isBoard(word string) bool { return len(word) == 64 && strings.Trim(word, "XxOo*-.") == "" }

func (d *Data) addGame(transcript, result string) error {
	moves, err := notation.ParseMoves(transcript)
	if err != nil {
		return err
	}
	plies, err := notation.Replay(board.Start(), board.Black, moves)
	if err != nil {
		return err
	}
	squares := make([]board.Square, len(plies))
	for i, ply := range plies {
		squares[i] = ply.Square
	}
	if result == "" {
		return d.addMoves(board.Start(), board.Black, squares, notation.Number{})
	}
	stated, err := strconv.Atoi(result)
	if err != nil {
		return fmt.Errorf("%q is not a game's result in discs for Black", shorten(result))
	}
	return d.addMoves(board.Start(), board.Black, squares, notation.Number{Value: float64(stated), Known: true})
}

// addMoves takes every position of a game in which the mover has a move,
// labelled with the final score. moves are legal, passes included; stated is
// Black's score as the source states it.
func (d *Data) addMoves(p board.Position, side board.Color, moves []board.Square, stated notation.Number) error {
	first := len(d.Samples)
	var black []bool // of each sample: Black is to move
	for _, sq := range moves {
		if sq != board.Pass {
			d.Samples = append(d.Samples, Sample{Position: p})
			black = append(black, side == board.Black)
		}
		p, side = p.Play(sq), side.Opponent()
	}
	own := d.Samples[first:]
	result, label, err := d.judge(p, side, stated)
	if err != nil {
		d.Samples = d.Samples[:first]
		return err
	}
	group := groupOfGame(own)
	for i := range own {
		own[i].Score, own[i].Label, own[i].Group = -result, label, group
		if black[i] {
			own[i].Score = result
		}
	}
	d.Games++
	return nil
}

// judge returns Black's score at the end of a game.
func (d *Data) judge(end board.Position, side board.Color, stated notation.Number) (float32, LabelKind, error) {
	if !end.Over() {
		if d.Unfinished {
			return 0, NoLabel, nil
		}
		return 0, NoLabel, fmt.Errorf("the game is not finished: %d squares are empty", end.EmptyCount())
	}
	score := end.Score()
	if side == board.White {
		score = -score
	}
	if stated.Known && float64(score) != stated.Value {
		return 0, NoLabel, fmt.Errorf("the game ends %+d, not %+g", score, stated.Value)
	}
	return float32(score), ByResult, nil
}

// splitEmpties is where games and labelled positions of the same game are
// recognised: tournament collections label positions at this point.
const splitEmpties = 24

// groupOfGame derives a game's group from its position at 24 empties, so that a
// labelled position taken from there falls on the same side of the split.
func groupOfGame(samples []Sample) uint16 {
	for i := range samples {
		if samples[i].Position.EmptyCount() <= splitEmpties {
			return groupOf(samples[i].Position)
		}
	}
	if len(samples) == 0 {
		return 0
	}
	return groupOf(samples[len(samples)-1].Position)
}

// groupOf mixes the discs of the position, the same for all its images.
func groupOf(p board.Position) uint16 {
	p, _ = p.Canonical()
	h := p.Player*0x9E3779B97F4A7C15 ^ (p.Opponent*0xC2B2AE3D27D4EB4F + p.Player>>32)
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return uint16(h >> 48)
}

// addPosition takes a line such as "<64 squares> X; +4", where the label may
// also be named ("ps:+4"), or be the values of moves, of which the best counts.
func (d *Data) addPosition(line string) error {
	facts, _, _ := strings.Cut(line, "%")
	text, labels, found := strings.Cut(facts, ";")
	if !found {
		return fmt.Errorf("no ';' and label after the position")
	}
	p, _, err := notation.ParsePosition(strings.TrimSpace(text))
	if err != nil {
		return err
	}
	score, moves, err := parseLabels(p, labels)
	if err != nil {
		return err
	}
	if len(moves) > 0 {
		if d.moves == nil {
			d.moves = map[int][]MoveValue{}
		}
		d.moves[len(d.Samples)] = moves
	}
	child := strings.HasPrefix(strings.TrimSpace(labels), childMark+":")
	d.Samples = append(d.Samples, Sample{Position: p, Score: score, Group: groupOf(p), Label: BySearch, Child: child})
	return nil
}

// parseLabels returns the best of the labels of p, and those that belong to moves.
func parseLabels(p board.Position, text string) (best float32, moves []MoveValue, err error) {
	found := false
	for field := range strings.SplitSeq(text, ";") {
		field = strings.TrimSpace(field)
		if field == "" {
			continue
		}
		name, label, named := strings.Cut(field, ":")
		if !named {
			label = field
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(label), 32)
		if err != nil || !(value >= -64 && value <= 64) {
			return 0, nil, fmt.Errorf("the label %q is not a number of -64..64", shorten(strings.TrimSpace(label)))
		}
		if sq, ok := board.ParseSquare(strings.TrimSpace(name)); named && ok {
			if p.Moves()&sq.Bit() == 0 {
				return 0, nil, fmt.Errorf("%v is not legal here", sq)
			}
			moves = append(moves, MoveValue{sq, value})
		}
		if !found || float32(value) > best {
			best, found = float32(value), true
		}
	}
	if !found {
		return 0, nil, fmt.Errorf("the position has no label")
	}
	return best, moves, nil
}

func shorten(s string) string {
	const longest = 20
	if len(s) > longest {
		return s[:longest] + "..."
	}
	return s
}
