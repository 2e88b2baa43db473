package book

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"kaeshi/engine/notation"
)

// eachLine calls take with every line of a text that holds something, its number
// and without what follows a '#', until take returns an error.
func eachLine(r io.Reader, name string, take func(number int, text string) error) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, longestLine)
	number := 0
	for scanner.Scan() {
		number++
		text, _, _ := strings.Cut(strings.TrimPrefix(scanner.Text(), "\uFEFF"), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := take(number, text); err != nil {
			return err
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return &notation.Error{Name: name, Line: number + 1, Err: fmt.Errorf("the line is longer than %d bytes", longestLine)}
	} else if err != nil {
		return notation.WithName(name, err)
	}
	return nil
}

// ReadLines reads move strings, one a line; what follows a TAB is left alone, so
// that lists with names can be read too. It calls bad as ReadTranscripts does.
func ReadLines(r io.Reader, name string, bad func(error) error) ([]Transcript, error) {
	var lines []Transcript
	err := eachLine(r, name, func(number int, text string) error {
		text, _, _ = strings.Cut(text, "\t")
		plies, err := parseLine(text)
		if err != nil {
			return bad(&notation.Error{Name: name, Line: number, Err: err})
		}
		lines = append(lines, Transcript{Plies: plies, Line: number})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return lines, nil
}
