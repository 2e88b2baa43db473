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

	"kaeshi/engine/board"
	diskfile "kaeshi/engine/disk"
	"kaeshi/engine/notation"
)

// Journal keeps the games of a match on disk, one JSON line each and the same
// as GGF in a second file, each on the disk before the next game is written. Only one
// process at a time may have it open.
type Journal struct {
	games   *records
	ggf     *records
	failure error // once it could not be written
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
	return openJournal(path, header, realDisk)
}

func openJournal(path string, header Header, d disk) (*Journal, []Game, error) {
	header.Version = journalVersion
	file, err := d.openRecords(path)
	if err != nil {
		return nil, nil, err
	}
	j := &Journal{games: file}
	games, err := j.begin(path, header)
	if err == nil {
		j.ggf, err = d.openGGF(GGFPath(path), header, games)
	}
	if err != nil {
		j.Close()
		return nil, nil, err
	}
	return j, games, nil
}

func (j *Journal) begin(path string, header Header) ([]Game, error) {
	found, games, whole, err := parseJournal(path, j.games.file)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		whole = 0 // nothing is lost by beginning again
	} else if what := header.resumes(found); what != "" {
		return nil, fmt.Errorf("%s is the journal of %s; choose another file", path, what)
	}
	if err := j.games.rewind(whole); err != nil {
		return nil, err
	}
	if whole > 0 {
		return games, nil
	}
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	return nil, j.games.add(append(text, '\n'))
}

// openGGF opens the file beside a journal and makes it say what the journal does: a
// crash between the two writes of a game would leave it out for good.
func (d disk) openGGF(path string, header Header, games []Game) (*records, error) {
	text := ggfText(games)
	file, err := d.openRecords(path)
	if err != nil {
		return nil, err
	}
	if !file.holds(text) {
		err = header.owns(path, file.file)
		if err == nil {
			err = d.write(path, text)
		}
		file.Close() // it may be another file by now
		if err != nil {
			return nil, err
		}
		if file, err = d.openRecords(path); err != nil {
			return nil, err
		}
	}
	if err := file.rewind(int64(len(text))); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func ggfText(games []Game) []byte {
	var text bytes.Buffer
	for i := range games {
		text.WriteString(games[i].GGF() + "\n")
	}
	return text.Bytes()
}

// owns sees that a GGF file has games of this match only: it is about to be replaced.
// What a crash has cut short at its end does not count.
func (h Header) owns(path string, text io.Reader) error {
	players := map[string]bool{}
	for _, name := range h.Players {
		game, _ := notation.ParseGGF((&Game{Black: name}).GGF()) // which changes some letters
		players[game.Players[board.Black].Text] = true
	}
	lines := bufio.NewReaderSize(text, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			return nil
		}
		var game notation.Game
		if err == nil {
			game, err = notation.ParseGGF(string(line))
		}
		if err != nil || game.Place != matchPlace || !players[game.Players[board.Black].Text] || !players[game.Players[board.White].Text] {
			return fmt.Errorf("%s is there and has other games than the journal beside it; choose another name for the journal", path)
		}
	}
}

// Append adds a game. After an error nothing more is written.
func (j *Journal) Append(g *Game) error {
	if j.failure != nil {
		return j.failure
	}
	text, err := json.Marshal(g)
	if err == nil {
		err = j.games.add(append(text, '\n'))
	}
	if err == nil {
		err = j.ggf.add([]byte(g.GGF() + "\n"))
	}
	j.failure = err
	return err
}

// Close closes the files.
func (j *Journal) Close() error {
	err := j.games.Close()
	if j.ggf != nil {
		err = errors.Join(err, j.ggf.Close())
	}
	return err
}

// ReadJournal reads a journal that need not be complete.
func ReadJournal(path string) (Header, []Game, error) {
	file, err := diskfile.Open(path)
	if err != nil {
		return Header{}, nil, err
	}
	defer file.Close()
	header, games, whole, err := parseJournal(path, file)
	if err == nil && whole == 0 {
		err = notJournal(path)
	}
	return header, games, err
}

func notJournal(path string) error { return fmt.Errorf("%s is not a journal of a match", path) }

// maxLine is longer than any line of ours.
const maxLine = 1 << 20

// parseJournal reads a journal and tells the size of what is whole of it: the last
// line is not if a crash has cut it short, or left zeros in place of what was written.
// A file that does not begin as journals do is not read further.
func parseJournal(path string, text io.Reader) (h Header, games []Game, whole int64, err error) {
	lines := bufio.NewReaderSize(text, maxLine)
	if head, _ := lines.Peek(len(journalMark)); string(head) != journalMark[:len(head)] {
		return h, nil, 0, notJournal(path)
	}
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			return h, games, whole, nil
		}
		if err == nil && bytes.IndexByte(line, 0) >= 0 {
			if _, end := lines.Peek(1); end == io.EOF {
				return h, games, whole, nil
			}
			return h, nil, 0, fmt.Errorf("%s:%d: not a game: it has zeros", path, number)
		}
		var g Game
		switch {
		case err == bufio.ErrBufferFull:
			return h, nil, 0, fmt.Errorf("%s:%d: the line is too long for a game", path, number)
		case err != nil:
			return h, nil, 0, err // which names the file
		case number == 1:
			if json.Unmarshal(line, &h) != nil || h.Version == 0 {
				return h, nil, 0, notJournal(path)
			}
		default:
			if err := json.Unmarshal(line, &g); err != nil {
				return h, nil, 0, fmt.Errorf("%s:%d: not a game: %w", path, number, err)
			}
			if !h.has(&g) {
				return h, nil, 0, fmt.Errorf("%s:%d: not a game of this match", path, number)
			}
			games = append(games, g)
		}
		whole += int64(len(line))
	}
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
		if !slices.Equal(h.Engines, header.Engines) {
			header.Engines = nil // elsewhere the same engine may have another path
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

// WriteJournal writes a journal and its GGF file, each whole or not at all. It takes
// the place of a journal whose games are all among these, and of nothing else.
func WriteJournal(path string, header Header, games []Game) error {
	return writeJournal(path, header, games, realDisk)
}

func writeJournal(path string, header Header, games []Game, d disk) error {
	old, err := d.replaceable(path, header, games)
	if err != nil {
		return err
	}
	if old != nil {
		defer old.Close()
	}
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
	if err := d.write(path, text.Bytes()); err != nil {
		return err
	}
	ggf, err := d.openGGF(GGFPath(path), header, games)
	if err != nil {
		return err
	}
	return ggf.Close()
}

// replaceable opens the journal that is about to be replaced, nil if there is none.
func (d disk) replaceable(path string, header Header, games []Game) (*records, error) {
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return nil, nil
	}
	old, err := d.openRecords(path)
	if err != nil {
		return nil, err
	}
	found, kept, _, err := parseJournal(path, old.file)
	moves := map[Key]string{}
	for i := range games {
		moves[games[i].Key()] = games[i].Moves
	}
	for i := range kept {
		if what := header.difference(found); what != "" {
			err = fmt.Errorf("%s is the journal of a match with %s; choose another file", path, what)
		} else if moves[kept[i].Key()] != kept[i].Moves {
			err = fmt.Errorf("%s has games that are not among these; name it among the journals or choose another file", path)
		}
	}
	if err != nil {
		old.Close()
		return nil, err
	}
	return old, nil
}
