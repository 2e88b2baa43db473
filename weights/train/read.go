package train

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/disk"
	"kaeshi/engine/notation"
)

// longestLine is far beyond any line that these files have.
const longestLine = 1 << 20

// ReadFile adds the samples of a file. What it holds shows in its contents:
// records of self-play or labelling, games in any notation, labelled positions;
// each plain or gzipped.
func (d *Data) ReadFile(path string) error {
	file, err := disk.OpenText(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return d.Read(path, file)
}

// Read is ReadFile for a file that is open, or none.
func (d *Data) Read(name string, r io.Reader) error {
	if d.Watch != nil {
		r = d.Watch(r)
	}
	buffered := bufio.NewReaderSize(r, 1<<16)
	of := r // whose size says how many games a database can hold
	if start, _ := buffered.Peek(2); bytes.Equal(start, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return notation.WithName(name, err)
		}
		buffered, of = bufio.NewReaderSize(unzipped, 1<<16), nil
	}
	head, _ := buffered.Peek(len(recordsMagic))
	switch {
	case string(head) == recordsMagic:
		return d.readRecords(name, buffered)
	}
	text := bufio.NewReaderSize(notation.Text(buffered), 1<<16)
	if hasLines(text) {
		return d.readLines(name, text)
	}
	if file, ok := of.(statter); ok {
		return d.readGames(name, sizedReader{text, file})
	}
	return d.readGames(name, text)
}

type statter interface{ Stat() (fs.FileInfo, error) }

// sizedReader reads a file through a buffer, and knows its size.
type sizedReader struct {
	io.Reader
	statter
}

// hasLines reports whether a text has a position, or a game and its result, on
// every line; files of games in other formats begin otherwise.
func hasLines(r *bufio.Reader) bool {
	head, _ := r.Peek(512)
	for line := range strings.Lines(string(head)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '%' || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		moves, err := notation.ParseMoves(word)
		next, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		_, noMove := notation.ParseMoves(next)
		return isBoard(word) || err == nil && len(moves) > 0 && noMove != nil
	}
	return true
}

func (d *Data) readLines(name string, r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	number := 0
	for lines.Scan() {
		number++
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '%' || line[0] == '#' {
			continue
		}
		if err := d.addLine(line); err != nil {
			d.Bad = append(d.Bad, &notation.Error{Name: name, Line: number, Err: err})
		}
	}
	if err := lines.Err(); err != nil {
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			err = errors.New("the compressed file is cut short")
		case errors.Is(err, bufio.ErrTooLong):
			err = errors.New("the line is too long")
		}
		return &notation.Error{Name: name, Line: number + 1, Err: err}
	}
	return nil
}

// readGames reads the formats that notation knows: WTHOR, GGF, SGF, PGN, lists
// of moves.
func (d *Data) readGames(name string, r io.Reader) error {
	number := 0
	add := func(g notation.Game) error {
		number++
		moves := make([]board.Square, len(g.Moves))
		for i, m := range g.Moves {
			moves[i] = m.Square
		}
		if err := d.addMoves(g.Start, g.First, moves, notation.Number{}); err != nil {
			d.Bad = append(d.Bad, fmt.Errorf("%s: game %d: %w", filepath.Base(name), number, err))
		}
		return nil
	}
	bad := func(err error) error {
		number++
		d.Bad = append(d.Bad, err)
		return nil
	}
	return notation.ScanGames(strings.TrimSuffix(name, ".gz"), r, add, bad)
}

// readRecords takes the search's scores. A block that is cut off at the end is
// what a killed process leaves, and only noted.
func (d *Data) readRecords(name string, r io.Reader) error {
	err := ScanRecords(r, func(_ int, records []Record) error {
		for i := range records {
			rec := &records[i]
			d.Samples = append(d.Samples, Sample{
				Position: rec.Position,
				Score:    float32(rec.Score) / scoreUnit,
				Group:    rec.Group,
				Label:    BySearch,
				Child:    rec.Child,
			})
		}
		return nil
	}, func(err error) error {
		d.Bad = append(d.Bad, notation.WithName(name, err))
		return nil
	})
	if errors.Is(err, errCut) {
		d.Bad = append(d.Bad, notation.WithName(name, err))
		return nil
	}
	return notation.WithName(name, err)
}
