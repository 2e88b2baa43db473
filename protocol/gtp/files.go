package gtp

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/disk"
	"kaeshi/engine/notation"
)

var errCannotSave = errors.New("cannot save file")

// loadSGF says no more of what is wrong than the protocol allows.
func (s *Server) loadSGF(c *call) (string, error) {
	text, err := s.load(c)
	if err != nil {
		err = errCannotLoad
	}
	return text, err
}

// load begins from the first game of a file, at the end or before move N, and
// answers the side to move.
func (s *Server) load(c *call) (string, error) {
	name, number := c.fileAndNumber()
	record, err := readFirstGame(name)
	if err != nil {
		return "", err
	}
	game, err := engine.Replay(record, number)
	if err != nil {
		return "", err
	}
	s.begin(game)
	return game.SideToMove().String(), nil
}

// fileAndNumber reads "FILE [N]", where the file's name may have blanks in it.
func (c *call) fileAndNumber() (name string, number int) {
	last := len(c.args) - 1
	if last > 0 && isCount(c.args[last]) {
		number, _ = strconv.Atoi(c.args[last])
		return strings.Join(c.args[:last], " "), max(number, 1)
	}
	return c.text(0), 0
}

var errEnough = errors.New("the first game is enough")

func readFirstGame(name string) (notation.Game, error) {
	file, err := disk.Open(name)
	if err != nil {
		return notation.Game{}, err
	}
	defer file.Close()
	var first notation.Game
	err = notation.ScanGames(name, file, func(g notation.Game) error {
		first = g
		return errEnough
	}, func(err error) error { return err })
	if err == nil {
		return first, errors.New("no game found")
	}
	if !errors.Is(err, errEnough) {
		return first, err
	}
	return first, nil
}

// printSGF answers the game as SGF, or writes it into a file.
func (s *Server) printSGF(c *call) (string, error) {
	var text strings.Builder
	record := s.engine.Game().Record()
	if err := notation.WriteGames("sgf", &text, []notation.Game{record}); err != nil {
		return "", err
	}
	if len(c.args) == 0 {
		return text.String(), nil
	}
	if err := disk.Check(c.text(0)); c.text(0) == "-" || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", errCannotSave
	}
	if err := disk.WriteFile(c.text(0), []byte(text.String())); err != nil {
		return "", errCannotSave
	}
	return "", nil
}
