package book

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Transcript is a line of play with the value at its end.
type Transcript struct {
	Plies []notation.Ply // passes included
	Value Value          // at the end of the line, from Black's view
	Line  int            // of its moves in the file, from 1
}

// longestLine bounds what one line may make us hold.
const longestLine = 1 << 20

// ReadTranscripts reads line pairs: moves, then the value in discs from Black's
// view. Blank lines and what follows a '#' are skipped. For every line that is
// wrong it calls bad with an error that names the place, and goes on with the next
// pair if bad returns nil; otherwise it stops with what bad returned.
func ReadTranscripts(r io.Reader, name string, bad func(error) error) ([]Transcript, error) {
	reader := transcriptReader{name: name, bad: bad}
	if err := eachLine(r, name, reader.take); err != nil {
		return nil, err
	}
	if err := reader.finish(); err != nil {
		return nil, err
	}
	return reader.transcripts, nil
}

// transcriptReader keeps the pairs apart even where one of the two lines is
// missing or wrong.
type transcriptReader struct {
	name        string
	bad         func(error) error
	transcripts []Transcript
	moves       Transcript // waits for its value if waiting
	waiting     bool
	spoilt      bool // the moves were wrong: the value that follows goes with them
}

func (t *transcriptReader) take(line int, text string) error {
	if looksLikeMoves(text) || !t.waiting && !looksLikeValue(text) {
		if err := t.finish(); err != nil {
			return err
		}
		return t.takeMoves(line, text)
	}
	return t.takeValue(line, text)
}

func (t *transcriptReader) takeMoves(line int, text string) error {
	plies, err := parseLine(text)
	t.waiting, t.spoilt = true, err != nil
	t.moves = Transcript{Plies: plies, Line: line}
	if err != nil {
		return t.bad(t.fault(line, err))
	}
	return nil
}

func (t *transcriptReader) takeValue(line int, text string) error {
	if !t.waiting {
		return t.bad(t.fault(line, fmt.Errorf("value %.20s without moves before it", text)))
	}
	t.waiting = false
	if t.spoilt {
		return nil
	}
	value, err := parseValue(text)
	if err != nil {
		return t.bad(t.fault(line, err))
	}
	t.moves.Value = value
	t.transcripts = append(t.transcripts, t.moves)
	return nil
}

// finish reports moves that are still without a value.
func (t *transcriptReader) finish() error {
	if !t.waiting || t.spoilt {
		t.waiting = false
		return nil
	}
	t.waiting = false
	return t.bad(t.fault(t.moves.Line, errors.New("the value is missing after these moves")))
}

func (t *transcriptReader) fault(line int, err error) error {
	return &notation.Error{Name: t.name, Line: line, Err: err}
}

// looksLikeMoves tells a move string, however wrong it goes on, from a value.
func looksLikeMoves(text string) bool {
	if _, ok := board.ParseSquare(text[:min(2, len(text))]); ok {
		return true
	}
	_, err := notation.ParseMoves(text)
	return err == nil
}

func looksLikeValue(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || strings.ContainsRune("+-.0123456789", rune(text[0]))
}

func parseLine(text string) ([]notation.Ply, error) {
	if written := strings.Join(strings.Fields(text), ""); len(written)%2 != 0 {
		return nil, errors.New("odd length: half a move is missing")
	}
	moves, err := notation.ParseMoves(text)
	if err != nil {
		return nil, err
	}
	return notation.Replay(board.Start(), board.Black, moves)
}

func parseValue(text string) (Value, error) {
	discs, err := strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrSyntax) || discs != discs {
		return 0, fmt.Errorf("%.20q is not a number", text)
	}
	value, ok := ValueOf(discs)
	if !ok {
		return 0, fmt.Errorf("value %.20s is beyond 64 discs", text)
	}
	return value, nil
}
