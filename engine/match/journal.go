package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"
)

// Header is the first line of a journal: what must not change when a match is
// resumed, or differ between journals that are merged.
type Header struct {
	Version    int      `json:"kaeshi_match"`
	Players    []string `json:"players"`
	Openings   string   `json:"openings"` // fingerprint of the list in use
	Gauntlet   bool     `json:"gauntlet,omitempty"`
	Control    string   `json:"control"`
	Adjudicate int      `json:"adjudicate,omitempty"`
	Shard      string   `json:"shard,omitempty"`
}

const (
	journalVersion = 1
	journalMark    = `{"kaeshi_match":` // how every journal begins
)

// difference names the first thing in which two headers differ, other than the
// shard.
func (h Header) difference(other Header) string {
	for _, field := range []struct {
		what  string
		equal bool
	}{
		{"another format", h.Version == other.Version},
		{"other players", slices.Equal(h.Players, other.Players)},
		{"other openings", h.Openings == other.Openings},
		{"other pairings", h.Gauntlet == other.Gauntlet},
		{"another time control", h.Control == other.Control},
		{"another adjudication", h.Adjudicate == other.Adjudicate},
	} {
		if !field.equal {
			return field.what
		}
	}
	return ""
}

// has tells whether a game can be one of this match.
func (h Header) has(g *Game) bool {
	return slices.Contains(h.Players, g.Black) && slices.Contains(h.Players, g.White) && g.Black != g.White &&
		slices.Contains([]float64{0, 0.5, 1}, g.Result)
}

// Journal keeps the games of a match on disk, one JSON line each and the same
// as GGF in a second file, each written out before the next game is.
type Journal struct {
	file *os.File
	ggf  *os.File
}

// GGFPath returns the name of the GGF file beside a journal.
func GGFPath(path string) string {
	switch ext := filepath.Ext(path); ext {
	case ".jsonl", ".json":
		path = strings.TrimSuffix(path, ext)
	}
	return path + ".ggf"
}

// OpenJournal begins a journal, or goes on with the one that is there and
// returns its games. A line cut short by a crash is dropped.
func OpenJournal(path string, header Header) (*Journal, []Game, error) {
	header.Version = journalVersion
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	j := &Journal{file: file}
	// Two runners must not play the same match into one file.
	if err := lock(file); err != nil {
		j.Close()
		return nil, nil, fmt.Errorf("%s is in use by another match", path)
	}
	games, err := j.begin(path, header)
	if err != nil {
		j.Close()
		return nil, nil, err
	}
	return j, games, nil
}

func (j *Journal) begin(path string, header Header) ([]Game, error) {
	text, err := io.ReadAll(j.file)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if mark := min(len(journalMark), len(text)); whole == 0 && string(text[:mark]) != journalMark[:mark] {
		return nil, fmt.Errorf("%s is not a journal of a match", path)
	}
	var games []Game
	if whole > 0 {
		var found Header
		if found, games, err = parseJournal(path, text[:whole]); err != nil {
			return nil, err
		}
		switch what := header.difference(found); {
		case len(games) == 0:
			whole = 0 // nothing is lost by beginning again
		case what != "":
			return nil, fmt.Errorf("%s is the journal of a match with %s; choose another file", path, what)
		case header.Shard != found.Shard:
			return nil, fmt.Errorf("%s is the journal of another part of the match, %q; choose another file", path, found.Shard)
		}
	}
	if err := j.rewind(int64(whole)); err != nil {
		return nil, err
	}
	if whole == 0 {
		if err := j.line(header); err != nil {
			return nil, err
		}
	}
	// Rewritten from the journal: a crash between the two writes of a game would
	// leave it out for good.
	if err := writeGGF(GGFPath(path), games); err != nil {
		return nil, err
	}
	j.ggf, err = os.OpenFile(GGFPath(path), os.O_WRONLY|os.O_APPEND, 0o666)
	return games, err
}

// rewind makes size the end of the file and the place to write at.
func (j *Journal) rewind(size int64) error {
	if err := j.file.Truncate(size); err != nil {
		return err
	}
	_, err := j.file.Seek(size, io.SeekStart)
	return err
}

func (j *Journal) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(text, '\n')) // one write, so that a kill tears no line
	return err
}

// Append adds a game.
func (j *Journal) Append(g *Game) error {
	if err := j.line(g); err != nil {
		return err
	}
	_, err := io.WriteString(j.ggf, g.GGF()+"\n")
	return err
}

// Close closes the files.
func (j *Journal) Close() error {
	err := j.file.Close()
	if j.ggf != nil {
		err = errors.Join(err, j.ggf.Close())
	}
	return err
}

// ReadJournal reads a journal that need not be complete.
func ReadJournal(path string) (Header, []Game, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Header{}, nil, err
	}
	return parseJournal(path, text[:bytes.LastIndexByte(text, '\n')+1])
}

func parseJournal(path string, text []byte) (h Header, games []Game, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		if number == 1 {
			if json.Unmarshal(lines.Bytes(), &h) != nil || h.Version == 0 {
				return h, nil, fmt.Errorf("%s is not a journal of a match", path)
			}
			continue
		}
		var g Game
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			return h, nil, fmt.Errorf("%s:%d: not a game: %w", path, number, err)
		}
		if !h.has(&g) {
			return h, nil, fmt.Errorf("%s:%d: not a game of this match", path, number)
		}
		games = append(games, g)
	}
	return h, games, lines.Err()
}

// Merge returns the games of several journals of one match, each once.
func Merge(paths []string) (Header, []Game, error) {
	var header Header
	var games []Game
	seen := map[Key]bool{}
	for i, path := range paths {
		h, more, err := ReadJournal(path)
		if err != nil {
			return header, nil, err
		}
		if i == 0 {
			header = h
		} else if what := header.difference(h); what != "" {
			return header, nil, fmt.Errorf("%s and %s are of different matches: the second has %s", paths[0], path, what)
		}
		for _, g := range more {
			if !seen[g.Key()] {
				seen[g.Key()] = true
				games = append(games, g)
			}
		}
	}
	header.Shard = ""
	return header, games, nil
}

// WriteJournal writes a journal and its GGF file, each whole or not at all.
func WriteJournal(path string, header Header, games []Game) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	if err := encoder.Encode(header); err != nil {
		return err
	}
	for i := range games {
		if err := encoder.Encode(&games[i]); err != nil {
			return err
		}
	}
	if err := maybe.WriteFile(path, text.Bytes(), 0o666); err != nil {
		return err
	}
	return writeGGF(GGFPath(path), games)
}

func writeGGF(path string, games []Game) error {
	var text bytes.Buffer
	for i := range games {
		text.WriteString(games[i].GGF() + "\n")
	}
	return maybe.WriteFile(path, text.Bytes(), 0o666)
}
