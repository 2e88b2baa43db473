package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// format is a kind of file that games are kept in.
type format struct {
	name       string
	extensions []string // that mean this format; none for a mere way of printing
	help       string
	read       func(*input) error
	text       func(*Game) (string, error) // prints a game; nil for the database
}

// formats is every kind of file that is read or written.
var formats = []format{
	{"ggf", []string{".ggf"}, "games as the Generic Game Server and NBoard write them", readTrees, func(g *Game) (string, error) { return g.GGF(), nil }},
	{"sgf", []string{".sgf"}, "SGF with points as letters from the top left, as Quarry writes it", readTrees, quarryDialect.text},
	{"sgf-edax", nil, "SGF with squares by name, as Edax writes it", readTrees, edaxDialect.text},
	{"sgf-gogui", nil, "SGF with letters from the bottom left, as GoGui writes it", readTrees, goguiDialect.text},
	{"wtb", []string{".wtb"}, "the WTHOR database", readWTHOR, nil},
	{"pgn", []string{".pgn"}, "tags and numbered moves", readPGN, (*Game).pgn},
	{"moves", []string{".txt"}, "a line of moves for each game", readMoveLists, moveList},
	{"results", nil, "a line of moves and Black's score for each game", readMoveLists, moveListWithResult},
	{"transcripts", nil, "two lines for each game: moves, and the value for Black in discs", readMoveLists, transcript},
	{"obf", []string{".obf"}, "positions; of a game the last one", readProblems, problem},
}

// Formats returns the names of all formats and what they are.
func Formats() (names, help []string) {
	for _, f := range formats {
		names, help = append(names, f.name), append(help, f.help)
	}
	return names, help
}

// FormatOf returns the name of the format that a file name's extension means.
func FormatOf(path string) (string, bool) {
	extension := strings.ToLower(filepath.Ext(path))
	for _, f := range formats {
		if slices.Contains(f.extensions, extension) {
			return f.name, true
		}
	}
	return "", false
}

func findFormat(name string) (format, error) {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return format{}, fmt.Errorf("%s is not a format of games", quote(name))
	}
	return formats[i], nil
}

// input is a file that is being read.
type input struct {
	name   string
	format string
	reader *bufio.Reader
	size   int64 // in bytes, -1 if it is not known before the end
	beside Files // nil: look in the folder of name
	game   func(Game) error
	bad    func(error) error
}

// take hands on a game, or what is wrong with it; an error without a place means
// that reading itself failed and ends it.
func (in *input) take(g Game, err error) error {
	var placed *Error
	switch {
	case err == nil:
		return in.game(g)
	case errors.As(err, &placed):
		return in.bad(WithName(in.name, placed))
	}
	return WithName(in.name, err)
}

// ReadGames reads all games of a file in any format. The format follows from the
// extension of name, or from the text where that says nothing; the names of
// players in a WTHOR file are looked for beside it. It stops at the first error,
// which names the place, and returns the games before it.
func ReadGames(name string, r io.Reader) ([]Game, error) {
	var games []Game
	err := ScanGames(name, r, func(g Game) error {
		games = append(games, g)
		return nil
	}, func(err error) error { return err })
	return games, err
}

// ScanGames is ReadGames for files that are large or partly wrong: it calls game
// for each game, and bad for each that cannot be read, and goes on as long as these
// return nil. Files that are broken as a whole end it in any case.
func ScanGames(name string, r io.Reader, game func(Game) error, bad func(error) error) error {
	return ScanGamesAs("", name, r, game, bad)
}

// ScanGamesAs is ScanGames for a file in the named format, whatever its extension.
func ScanGamesAs(formatName, name string, r io.Reader, game func(Game) error, bad func(error) error) error {
	return scanGames(nil, formatName, name, r, game, bad)
}

// Files are the contents of files by name.
type Files map[string][]byte

// ScanGamesBeside is ScanGamesAs for a file that was sent: what belongs to it is looked
// for among the files beside it that were sent too, and nowhere else. The name of the
// format may be empty.
func ScanGamesBeside(beside Files, formatName, name string, r io.Reader, game func(Game) error, bad func(error) error) error {
	if beside == nil {
		beside = Files{}
	}
	return scanGames(beside, formatName, name, r, game, bad)
}

func scanGames(beside Files, formatName, name string, r io.Reader, game func(Game) error, bad func(error) error) error {
	kind, known := formatName, formatName != ""
	if !known {
		kind, known = FormatOf(name)
	}
	isDatabase := kind == "wtb"
	size := sizeOf(r)
	if !isDatabase {
		r = Text(r)
	}
	reader := bufio.NewReader(r)
	if formatName == "" && (!known || kind == "moves") {
		kind = sniff(reader)
	}
	f, err := findFormat(kind)
	if err != nil || !isDatabase && beginsWithZeros(reader) {
		return WithName(name, errors.New("this is no file of games that is known here"))
	}
	found := false
	in := &input{
		name: name, format: kind, reader: reader, size: size, beside: beside,
		game: func(g Game) error {
			found = true
			g.settle()
			return game(g)
		},
		bad: func(err error) error { found = true; return bad(err) },
	}
	if err := f.read(in); err != nil {
		return err
	}
	if !found && !isDatabase { // which may well be empty
		return WithName(name, errors.New("no game found"))
	}
	return nil
}

// sizeOf returns the size of a file, -1 of what is none.
func sizeOf(r io.Reader) int64 {
	file, ok := r.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return -1
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// beginsWithZeros reports whether there is something at the beginning that no text
// has: what is behind it may go on for a hundred gigabytes.
func beginsWithZeros(r *bufio.Reader) bool {
	const few = 64
	head, _ := r.Peek(few)
	return bytes.IndexByte(head, 0) >= 0
}

// sniff tells the format of a text by how it begins; "" is unknown.
func sniff(r *bufio.Reader) string {
	head, _ := r.Peek(512)
	text := strings.TrimSpace(string(head))
	for strings.HasPrefix(text, "#") || strings.HasPrefix(text, "%") {
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimSpace(text)
	}
	line, _, _ := strings.Cut(text, "\n")
	switch _, _, boardErr := cutBoard(line); {
	case strings.Contains(line, "(;"):
		return "ggf"
	case strings.HasPrefix(line, "["):
		return "pgn"
	case boardErr == nil:
		return "obf"
	case strings.ContainsRune(text, 0):
		return ""
	}
	return "moves"
}

// GameWriter prints games one by one.
type GameWriter struct {
	out      *bufio.Writer
	format   format
	database WTHOR // if that is the format
}

// NewGameWriter returns a writer of the named format, see Formats.
func NewGameWriter(formatName string, w io.Writer) (*GameWriter, error) {
	f, err := findFormat(formatName)
	if err != nil {
		return nil, err
	}
	return &GameWriter{out: bufio.NewWriter(w), format: f}, nil
}

// Write prints a game. An *Error says why the format cannot hold this game, which is
// left out, and may be followed by others; any other error ends the writing.
func (w *GameWriter) Write(g *Game) error {
	if w.format.text == nil {
		return w.database.Add(g)
	}
	text, err := w.format.text(g)
	if err != nil {
		return &Error{Line: g.Line, Err: err}
	}
	_, err = w.out.WriteString(text + "\n")
	return err
}

// Close writes what is not written yet.
func (w *GameWriter) Close() error {
	if w.format.text == nil {
		if err := w.database.Write(w.out, io.Discard, io.Discard, time.Now()); err != nil {
			return err
		}
	}
	return w.out.Flush()
}

// WriteGames prints games in the named format, see Formats. An error names the
// game that the format cannot hold.
func WriteGames(formatName string, w io.Writer, games []Game) error {
	writer, err := NewGameWriter(formatName, w)
	if err != nil {
		return err
	}
	for i := range games {
		if err := writer.Write(&games[i]); err != nil {
			var unheld *Error
			if errors.As(err, &unheld) {
				err = fmt.Errorf("game %d: %w", i+1, unheld.Err)
			}
			return err
		}
	}
	return writer.Close()
}
