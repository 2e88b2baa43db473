package convert

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/disk"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// gameSink writes games to a file, whole or not at all, or to standard output.
type gameSink struct {
	path     string
	count    int
	warn     func(format string, words ...any)
	target   string        // the file that path leads to, perhaps through links
	pending  *os.File      // stands for the target until it is whole; nil where there is none
	device   *bytes.Buffer // what goes into a device or a pipe; nil for a file and standard output
	out      io.Writer
	text     *notation.GameWriter // nil for a database
	database notation.WTHOR
}

func newGameSink(c *cli.Context, path, format string) (*gameSink, error) {
	s := &gameSink{path: path, out: c.App.Writer, warn: core.Logger(c).Warnf}
	if path != "-" {
		if err := s.open(); err != nil {
			return nil, core.OutputError(path, err)
		}
	}
	if format == "wtb" {
		return s, nil // with files of names beside it
	}
	var err error
	s.text, err = notation.NewGameWriter(format, s.out)
	return s, err
}

// open makes what the games are written to until all are there.
func (s *gameSink) open() (err error) {
	s.target = s.path
	if target, err := filepath.EvalSymlinks(s.path); err == nil {
		s.target = target
	}
	if info, err := os.Stat(s.target); err == nil && !info.Mode().IsRegular() {
		s.device = new(bytes.Buffer)
		s.out = s.device
		return nil
	}
	s.pending, err = os.CreateTemp(filepath.Dir(s.target), "."+filepath.Base(s.target)+".*")
	s.out = s.pending
	return err
}

// write takes a game; an *notation.Error says why the file cannot hold it.
func (s *gameSink) write(g *notation.Game) error {
	var err error
	if s.text != nil {
		err = s.text.Write(g)
	} else {
		err = s.database.Add(g)
	}
	var unheld *notation.Error
	switch {
	case err == nil:
		s.count++
	case !errors.As(err, &unheld):
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return err
}

// finish puts the file in its place.
func (s *gameSink) finish() error {
	if s.text == nil {
		return s.finishDatabase()
	}
	if err := s.text.Close(); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return s.replace()
}

func (s *gameSink) finishDatabase() error {
	var players, tournaments bytes.Buffer
	if err := s.database.Write(s.out, &players, &tournaments, time.Now()); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	for _, loss := range s.database.Losses() {
		s.warn("%s: %s", s.path, loss)
	}
	if s.pending == nil {
		if players.Len() > 0 {
			s.warn("standard output has no place for the names of players and tournaments: name a file to keep them")
		}
		return nil
	}
	for extension, names := range map[string]*bytes.Buffer{".jou": &players, ".trn": &tournaments} {
		path, isThere := s.ownList(extension)
		switch {
		case names.Len() == 0 && isThere:
			return fmt.Errorf("%s: these games have no names, but %s would be taken for theirs: remove it or write another file", s.path, path)
		case names.Len() == 0:
			continue
		}
		if err := disk.WriteFile(path, names.Bytes()); err != nil {
			return core.OutputError(path, err)
		}
	}
	return s.replace()
}

// ownList returns the file of names that goes with the database, as it is spelt if it
// is there already.
func (s *gameSink) ownList(extension string) (path string, isThere bool) {
	path = strings.TrimSuffix(s.path, filepath.Ext(s.path)) + extension
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return path, false
	}
	for _, entry := range entries {
		if strings.EqualFold(entry.Name(), filepath.Base(path)) {
			return filepath.Join(filepath.Dir(path), entry.Name()), true
		}
	}
	return path, false
}

func (s *gameSink) replace() error {
	switch {
	case s.device != nil:
		if err := disk.WriteFile(s.path, s.device.Bytes()); err != nil {
			return core.OutputError(s.path, err)
		}
		return nil
	case s.pending == nil:
		return nil
	}
	const mode = 0o644 // CreateTemp lets nobody else read the file
	err := errors.Join(s.pending.Chmod(mode), s.pending.Sync(), s.pending.Close())
	if err == nil {
		err = os.Rename(s.pending.Name(), s.target)
	}
	if err == nil {
		err = disk.SyncFolder(filepath.Dir(s.target))
	}
	if err != nil {
		return core.OutputError(s.path, err)
	}
	s.pending = nil
	return nil
}

// discard removes what is not in its place.
func (s *gameSink) discard() {
	if s.pending != nil {
		s.pending.Close()
		os.Remove(s.pending.Name())
	}
}
