// Package train makes evaluation weights: it reads games and labelled positions,
// fits the weights of a pattern set to them, and measures how far an evaluation
// is from the truth.
package train

import (
	"fmt"
	"strconv"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Sample is a position and the score that an evaluation of it should give.
type Sample struct {
	Position board.Position
	Score    float32 // discs, for the side to move
	Group    uint32  // samples of one game have the same; it decides what is held out
}

// Data collects samples. Bad lines are set aside, not fatal: real collections
// hold some.
type Data struct {
	Samples []Sample
	Games   int     // finished games among the sources
	Bad     []error // lines that were left out, each with its place
}

// addLine takes a line of either kind: a transcript and its result, or a
// position and its label.
func (d *Data) addLine(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	if len(word) == 64 && strings.Trim(word, "XxOo*-.") == "" {
		return d.addPosition(line)
	}
	return d.addGame(word, strings.TrimSpace(rest))
}

// addGame takes every position of a finished game in which the mover has a
// choice to make, labelled with the final score.
func (d *Data) addGame(transcript, result string) error {
	claimed, err := strconv.Atoi(result)
	if err != nil {
		return fmt.Errorf("%q is not a game's result in discs for Black", shorten(result))
	}
	moves, err := notation.ParseMoves(transcript)
	if err != nil {
		return err
	}
	plies, err := notation.Replay(board.Start(), board.Black, moves)
	if err != nil {
		return err
	}
	first := len(d.Samples)
	p, side := board.Start(), board.Black
	for _, ply := range plies {
		if ply.Square != board.Pass {
			d.Samples = append(d.Samples, Sample{Position: p, Score: float32(side)}) // the score comes below
		}
		p, side = p.Play(ply.Square), side.Opponent()
	}
	if err := checkResult(p, side, claimed); err != nil {
		d.Samples = d.Samples[:first]
		return err
	}
	group := groupOfGame(d.Samples[first:])
	for i := range d.Samples[first:] {
		s := &d.Samples[first+i]
		score := float32(claimed)
		if board.Color(s.Score) == board.White {
			score = -score
		}
		s.Score, s.Group = score, group
	}
	d.Games++
	return nil
}

func checkResult(end board.Position, side board.Color, claimed int) error {
	if !end.Over() {
		return fmt.Errorf("the game is not finished: %d squares are empty", end.EmptyCount())
	}
	score := end.Score()
	if side == board.White {
		score = -score
	}
	if score != claimed {
		return fmt.Errorf("the game ends %+d, not %+d", score, claimed)
	}
	return nil
}

// splitEmpties is where games and labelled positions of the same game are
// recognised: tournament collections label positions at this point.
const splitEmpties = 24

// groupOfGame derives a game's group from its position at 24 empties, so that a
// labelled position taken from there falls on the same side of the split.
func groupOfGame(samples []Sample) uint32 {
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
func groupOf(p board.Position) uint32 {
	p, _ = p.Canonical()
	h := p.Player*0x9E3779B97F4A7C15 ^ (p.Opponent*0xC2B2AE3D27D4EB4F + p.Player>>32)
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return uint32(h >> 32)
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
	score, err := parseLabels(labels)
	if err != nil {
		return err
	}
	d.Samples = append(d.Samples, Sample{Position: p, Score: score, Group: groupOf(p)})
	return nil
}

func parseLabels(text string) (float32, error) {
	best, found := float32(0), false
	for field := range strings.SplitSeq(text, ";") {
		field = strings.TrimSpace(field)
		if field == "" {
			continue
		}
		if _, value, named := strings.Cut(field, ":"); named {
			field = strings.TrimSpace(value)
		}
		value, err := strconv.ParseFloat(field, 32)
		if err != nil || !(value >= -64 && value <= 64) {
			return 0, fmt.Errorf("the label %q is not a number of -64..64", shorten(field))
		}
		if !found || float32(value) > best {
			best, found = float32(value), true
		}
	}
	if !found {
		return 0, fmt.Errorf("the position has no label")
	}
	return best, nil
}

func shorten(s string) string {
	const longest = 20
	if len(s) > longest {
		return s[:longest] + "..."
	}
	return s
}
