// Package games is the verbs about single games and positions: play and hint.
package games

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/protocol/cli/console"
	"kaeshi/protocol/cli/core"
)

// PlayVerb is the verb play; Play would be what a game does with a move.
func PlayVerb() *cli.Command {
	return &cli.Command{
		Name:  "play",
		Usage: "play against the engine in the terminal",
		Description: "Example: kaeshi play --color black --level 3\n\n" + playHelp + "\n" +
			"A game can be saved and loaded in every format of kaeshi convert.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "color", Aliases: []string{"colour", "c"}, Value: "black", Usage: "your `COLOUR`, black or white"},
		}, core.EngineFlags()...),
		Action: play,
	}
}

func play(c *cli.Context) error {
	human, ok := board.ParseColor(c.String("color"))
	if !ok {
		return fmt.Errorf("--color %s: not black or white", c.String("color"))
	}
	e, err := core.NewEngine(c)
	if err != nil {
		return err
	}
	t := &terminalGame{
		engine: e,
		human:  human,
		input:  newPersonInput(c.App.Reader, c.App.Writer),
		live:   console.IsTerminal(c.App.Writer),
		out:    bufio.NewWriter(c.App.Writer),
		board:  newBoardPainter(c.App.Writer),
		files:  map[string]bool{},
	}
	err = t.run(c.Context)
	return errors.Join(err, t.out.Flush())
}

func (t *terminalGame) run(ctx context.Context) error {
	fmt.Fprintf(t.out, "You are %s. %s\n", t.human, playHelp)
	for {
		turn := t.personActs
		if !t.ended() && t.game().SideToMove() != t.human {
			turn = t.engineMoves
		}
		switch err := turn(ctx); {
		case errors.Is(err, errLeft):
			return nil
		case err != nil:
			return err
		}
	}
}

func (t *terminalGame) engineMoves(ctx context.Context) error {
	side := t.human.Opponent()
	if t.game().Position().Moves() == 0 {
		fmt.Fprintf(t.out, "\nKaeshi has no move and passes.\n")
		return t.game().Play(side, board.Pass)
	}
	const thinks = "Kaeshi thinks ..."
	fmt.Fprintln(t.out)
	if t.live {
		fmt.Fprint(t.out, thinks)
	}
	if err := t.out.Flush(); err != nil {
		return err
	}
	info, err := t.engine.Search(ctx, engine.Limit{}, nil)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	if t.live {
		fmt.Fprint(t.out, "\r"+strings.Repeat(" ", len(thinks))+"\r")
	}
	fmt.Fprintf(t.out, "Kaeshi plays %s.\n", info.Move())
	return t.game().Play(side, info.Move())
}

// personActs shows the board and asks until there is something else to show.
func (t *terminalGame) personActs(ctx context.Context) error {
	t.board.paint(t.out, t.game(), t.human)
	switch {
	case t.resigned:
	case t.game().Over():
		fmt.Fprintln(t.out, resultInWords(t.game(), t.human))
		fmt.Fprintln(t.out, "Type new for another game, save FILE to keep this one, or quit.")
	case t.game().Position().Moves() == 0:
		fmt.Fprintln(t.out, noMove)
	}
	for {
		if err := t.out.Flush(); err != nil {
			return err
		}
		line, err := t.input.ask(ctx, t.human.String()+"> ")
		if err != nil {
			return err
		}
		if changed, err := t.obey(ctx, line); changed || err != nil {
			return err
		}
	}
}

// obey does what a line says and reports whether the board or the side changed.
func (t *terminalGame) obey(ctx context.Context, line string) (changed bool, err error) {
	name, argument, _ := strings.Cut(line, " ")
	if name == "" {
		return false, nil
	}
	if w := findWord(name); w != nil {
		return w.run(t, ctx, strings.TrimSpace(argument))
	}
	sq, ok := board.ParseSquare(line)
	switch {
	case !ok:
		fmt.Fprintf(t.out, "%q is neither a move nor a word that I know. %s\n", line, playHelp)
	case t.ended():
		fmt.Fprintln(t.out, "The game is over: type new for another one.")
	case t.game().Position().Moves() == 0:
		fmt.Fprintln(t.out, noMove)
	case t.game().Play(t.human, sq) != nil:
		fmt.Fprintf(t.out, "%s is not legal here; legal moves: %s.\n", sq, squareNames(t.game().Position().Moves()))
	default:
		return true, nil
	}
	return false, nil
}
