package core

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/notation"
)

// ErrFound ends the reading of a file once the game that is wanted has come.
var ErrFound = errors.New("found")

// ScanNamed reads the games of a file, or moves where there is no such file.
func ScanNamed(stdin io.Reader, name string, game func(notation.Game) error, bad func(error) error) error {
	file, err := OpenInputOr(stdin, name)
	if err == nil {
		defer file.Close()
		return notation.ScanGames(name, file, game, bad)
	}
	if moves, wrong := notation.ParseMoves(name); wrong != nil || len(moves) == 0 {
		return err
	}
	return notation.ScanGames("moves", strings.NewReader(name), game, errors.Unwrap) // which takes the line off
}

// FirstGame reads the first game of a file, or moves where there is no such file.
func FirstGame(stdin io.Reader, name string) (game notation.Game, err error) {
	err = ScanNamed(stdin, name, func(g notation.Game) error {
		game = g
		return ErrFound
	}, func(err error) error { return err })
	switch {
	case errors.Is(err, ErrFound):
		return game, nil
	case err != nil:
		return game, err
	}
	return game, fmt.Errorf("%s has no game", InputName(name))
}

// maxFaults is how many bad games are named; whoever has more has the wrong file.
const maxFaults = 20

// TellFault says what is wrong with a game; number counts such games, from 1.
func TellFault(c *cli.Context, number int, err error) {
	switch {
	case number <= maxFaults:
		Logger(c).Warn(err)
	case number == maxFaults+1:
		Logger(c).Warn("and more")
	}
}

// TellNameless says why games of a file have no names.
func TellNameless(c *cli.Context, file string, games int) {
	if games > 0 {
		Logger(c).Warnf("%s: %d games have players or a tournament without a name: %s", file, games, notation.WhyNameless(file))
	}
}
