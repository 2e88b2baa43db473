package games

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// gameSink writes games to a file, whole or not at all, or to standard output.
type gameSink struct {
	path     string
	count    int
	pending  *os.File // stands for the file until it is whole; nil for standard output
	out      io.Writer
	text     *notation.GameWriter // nil for a database
	database notation.WTHOR
}

func newGameSink(c *cli.Context, path, format string) (*gameSink, error) {
	s := &gameSink{path: path, out: c.App.Writer}
	if path != "-" {
		pending, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
		if err != nil {
			return nil, core.OutputError(path, err)
		}
		s.pending, s.out = pending, pending
	}
	if format == "wtb" && s.pending != nil {
		return s, nil // with files of names beside it
	}
	var err error
	s.text, err = notation.NewGameWriter(format, s.out)
	return s, err
}

func (s *gameSink) write(g *notation.Game) error {
	s.count++
	var err error
	if s.text != nil {
		err = s.text.Write(g)
	} else {
		err = s.database.Add(g)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return nil
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
	stem := strings.TrimSuffix(s.path, filepath.Ext(s.path))
	for path, names := range map[string]*bytes.Buffer{stem + ".jou": &players, stem + ".trn": &tournaments} {
		if names.Len() == 0 {
			continue
		}
		if err := maybe.WriteFile(path, names.Bytes(), 0o644); err != nil {
			return core.OutputError(path, err)
		}
	}
	return s.replace()
}

func (s *gameSink) replace() error {
	if s.pending == nil {
		return nil
	}
	const mode = 0o644 // CreateTemp lets nobody else read the file
	err := errors.Join(s.pending.Chmod(mode), s.pending.Sync(), s.pending.Close())
	if err == nil {
		err = os.Rename(s.pending.Name(), s.path)
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
