// Package games is the verbs about single games: play, report and convert.
package games

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/protocol/cli/core"
)

// Play is the verb play.
func Play() *cli.Command {
	return &cli.Command{
		Name:        "play",
		Usage:       "play against the engine in the terminal",
		Description: "Example: kaeshi play --color black --level 3\n\n" + playHelp,
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
		lines:  readLines(c.App.Reader),
		echo:   !core.IsTerminal(c.App.Reader),
		out:    bufio.NewWriter(c.App.Writer),
		board:  newBoardPainter(c.App.Writer),
	}
	err = t.run(c.Context)
	return errors.Join(err, t.out.Flush())
}

// terminalGame is one game of a person against the engine.
type terminalGame struct {
	engine *engine.Engine
	human  board.Color
	lines  <-chan inputLine
	echo   bool // show what was read, where no terminal does
	out    *bufio.Writer
	board  boardPainter
}

// errEnough ends a game before its end, at the person's wish.
var errEnough = errors.New("the person left")

// playWord is a word besides moves that a person can type.
type playWord struct {
	name, help string
	run        func(context.Context) error
}

func (t *terminalGame) words() []playWord {
	return []playWord{
		{"undo", "take back your last move", t.undo},
		{"pass", "pass, when you have no move", t.pass},
		{"hint", "ask for a move", t.hint},
		{"resign", "give up the game", t.resign},
		{"quit", "leave", t.quit},
		{"help", "show these words", t.help},
	}
}

const playHelp = "Type a move such as f5, or undo, pass, hint, resign, quit, help."

func (t *terminalGame) run(ctx context.Context) error {
	fmt.Fprintf(t.out, "You are %s. %s\n", t.human, playHelp)
	for !t.game().Over() {
		turn := t.personMoves
		if t.game().SideToMove() != t.human {
			turn = t.engineMoves
		}
		switch err := turn(ctx); {
		case errors.Is(err, errEnough):
			return nil
		case err != nil:
			return err
		}
	}
	t.show()
	fmt.Fprintln(t.out, resultInWords(t.game(), t.human))
	return nil
}

func (t *terminalGame) game() *engine.Game { return t.engine.Game() }

func (t *terminalGame) show() { t.board.paint(t.out, t.game(), t.human) }

func (t *terminalGame) engineMoves(ctx context.Context) error {
	side := t.human.Opponent()
	if t.game().Position().Moves() == 0 {
		fmt.Fprintf(t.out, "\nKaeshi has no move and passes.\n")
		return t.game().Play(side, board.Pass)
	}
	if err := t.out.Flush(); err != nil {
		return err
	}
	info, err := t.engine.Search(ctx, engine.Limit{}, nil)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "\nKaeshi plays %s.\n", info.Move())
	return t.game().Play(side, info.Move())
}

// personMoves asks until there is a move or a wish to stop.
func (t *terminalGame) personMoves(ctx context.Context) error {
	t.show()
	if t.game().Position().Moves() == 0 {
		fmt.Fprintln(t.out, "You have no move: type pass.")
	}
	for moves := len(t.game().Moves()); len(t.game().Moves()) == moves; {
		line, err := t.ask(ctx)
		if err != nil {
			return err
		}
		if err := t.obey(ctx, line); err != nil {
			return err
		}
	}
	return nil
}

// ask reads one line; the end of the input ends the game.
func (t *terminalGame) ask(ctx context.Context) (string, error) {
	fmt.Fprintf(t.out, "%s> ", t.human)
	if err := t.out.Flush(); err != nil {
		return "", err
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-t.lines:
		if !ok {
			fmt.Fprintln(t.out)
			return "", errEnough
		}
		if t.echo {
			fmt.Fprintln(t.out, line.text)
		}
		return strings.TrimSpace(line.text), line.err
	}
}

func (t *terminalGame) obey(ctx context.Context, line string) error {
	if line == "" {
		return nil
	}
	for _, word := range t.words() {
		if strings.EqualFold(line, word.name) {
			return word.run(ctx)
		}
	}
	sq, ok := board.ParseSquare(line)
	switch {
	case !ok:
		fmt.Fprintf(t.out, "%q is neither a move nor a word of mine. %s\n", line, playHelp)
	case t.game().Position().Moves() == 0:
		fmt.Fprintln(t.out, "You have no move: type pass.")
	case t.game().Play(t.human, sq) != nil:
		fmt.Fprintf(t.out, "%s is not legal here; legal moves: %s.\n", sq, squareNames(t.game().Position().Moves()))
	}
	return nil
}

// undo goes back to before the person's last move; passes go with it.
func (t *terminalGame) undo(context.Context) error {
	moves := t.game().Moves()
	last := len(moves) - 1
	for last >= 0 && (moves[last].Color != t.human || moves[last].Square == board.Pass) {
		last--
	}
	if last < 0 {
		fmt.Fprintln(t.out, "There is no move of yours to take back.")
		return nil
	}
	for len(t.game().Moves()) > last {
		if err := t.game().Undo(); err != nil {
			return err
		}
	}
	return nil
}

func (t *terminalGame) pass(context.Context) error {
	if t.game().Play(t.human, board.Pass) != nil {
		fmt.Fprintf(t.out, "You may not pass; legal moves: %s.\n", squareNames(t.game().Position().Moves()))
	}
	return nil
}

func (t *terminalGame) hint(ctx context.Context) error {
	if t.game().Position().Moves() == 0 {
		fmt.Fprintln(t.out, "You have no move: type pass.")
		return nil
	}
	info, err := t.engine.Search(ctx, engine.Limit{Steady: true}, nil)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "Hint: %s (%s for you).\n", info.Move(), info.Score)
	return nil
}

func (t *terminalGame) resign(context.Context) error {
	fmt.Fprintln(t.out, "You resign: Kaeshi wins.")
	return errEnough
}

func (t *terminalGame) quit(context.Context) error { return errEnough }

func (t *terminalGame) help(context.Context) error {
	fmt.Fprintln(t.out, "f5      play a move")
	for _, word := range t.words() {
		fmt.Fprintf(t.out, "%-7s %s\n", word.name, word.help)
	}
	return nil
}

// inputLine is what was read, or why no more can be.
type inputLine struct {
	text string
	err  error
}

// readLines reads ahead in the background, so that a signal is heard while a
// person thinks.
func readLines(in io.Reader) <-chan inputLine {
	lines := make(chan inputLine)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			lines <- inputLine{text: scanner.Text()}
		}
		if err := scanner.Err(); err != nil {
			lines <- inputLine{err: fmt.Errorf("standard input: %w", err)}
		}
	}()
	return lines
}
