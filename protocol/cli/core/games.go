package core

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
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
	moves, wrong := notation.ParseMoves(name)
	if wrong != nil || len(moves) == 0 {
		return err
	}
	typed, err := typedGame(moves)
	if err != nil {
		return err
	}
	return game(typed)
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

func typedGame(moves []board.Square) (notation.Game, error) {
	game := notation.Game{Start: board.Start(), First: board.Black}
	for _, sq := range moves {
		if err := game.Play(notation.Move{Square: sq}); err != nil {
			return game, err
		}
	}
	return game, nil
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

// LacksName reports whether a game of a database refers to a name that nobody knows.
func LacksName(g *notation.Game) bool {
	for _, name := range []notation.Name{g.Players[0].Name, g.Players[1].Name, g.Event} {
		if name.Number > 0 && name.Text == "" {
			return true
		}
	}
	return false
}

// TellNameless says why games of a file have no names.
func TellNameless(c *cli.Context, file string, games int) {
	if games == 0 {
		return
	}
	players, tournaments := notation.NameLists(file)
	reason := fmt.Sprintf("%s and %s have fewer names than it has numbers", players, tournaments)
	switch {
	case players == "" && tournaments == "":
		reason = "neither .jou nor .trn, of its own name or WTH or WTHOR, lies beside it"
	case players == "":
		reason = "no .jou, of its own name or WTH or WTHOR, lies beside it"
	case tournaments == "":
		reason = "no .trn, of its own name or WTH or WTHOR, lies beside it"
	}
	Logger(c).Warnf("%s: %d games have players or a tournament without a name: %s", file, games, reason)
}
