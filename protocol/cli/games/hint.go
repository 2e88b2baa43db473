package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
)

// maxHints is more than any position has moves.
const maxHints = 60

// Hint is the verb hint.
func Hint() *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "tell the best moves of a position",
		ArgsUsage: "MOVES|BOARD|FILE",
		Description: "The position is the one after the MOVES of a line, or a BOARD of 64 squares from\n" +
			"a1 to h8 and the side to move, or the end of the first game of a FILE; - is\n" +
			"standard input. A black disc is X, B, * or ●, a white one O, W or ○, an empty\n" +
			"square -, . or _. Values are discs for the side to move. Below the moves stands what\n" +
			"those that lose 2 discs or more give away against the best, and with --elo how\n" +
			"likely a player of that strength makes each move.\n\n" +
			"Example: kaeshi hint --level 20 F5D6C3D3C4\n" +
			"Example: kaeshi hint '--------/--------/--------/---OX---/---XO---/--------/--------/-------- X'",
		Flags: append([]cli.Flag{
			&cli.IntFlag{Name: "lines", Aliases: []string{"n"}, Value: 5, Usage: "show the `N` best moves"},
		}, core.EngineFlags()...),
		Action: hint,
	}
}

func hint(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("hint needs a position, such as kaeshi hint F5D6C3")
	}
	if err := core.CheckRange(c, "lines", 1, maxHints); err != nil {
		return err
	}
	game, err := typedPosition(c.App.Reader, strings.Join(c.Args().Slice(), " "))
	if err != nil {
		return err
	}
	e, err := core.NewEngine(c)
	if err != nil {
		return err
	}
	e.SetGame(game)
	e.SetElo(0) // which is the strength of whoever looks for the move, not ours
	return showHints(c, e)
}

// typedPosition returns the game that a person means: a file, a line of moves or a
// board.
func typedPosition(in io.Reader, text string) (*engine.Game, error) {
	if _, err := os.Stat(text); err == nil {
		record, err := core.FirstGame(in, text)
		if err != nil {
			return nil, err
		}
		return engine.Replay(record, 0)
	}
	if text == "-" {
		const most = 1 << 20
		typed, err := io.ReadAll(io.LimitReader(in, most))
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		text = strings.TrimSpace(string(typed))
	}
	if written, ok := writtenBoard(text); ok {
		p, side, err := notation.ParseFEN(written)
		if err != nil {
			return nil, fmt.Errorf("board: %w", err)
		}
		return engine.NewGameFrom(p, side), nil
	}
	var wrong *notation.Error
	record, err := notation.ReadGames("moves", strings.NewReader(text))
	switch {
	case errors.As(err, &wrong):
		return nil, wrong.Err // there is no file whose line could be named
	case err != nil:
		return nil, err
	case len(record) == 0:
		return nil, errors.New("hint needs a position, such as kaeshi hint F5D6C3")
	}
	return engine.Replay(record[0], 0)
}

// letterings is what the squares of a board are written with, by what we write.
var letterings = map[rune]rune{
	'X': 'X', 'x': 'X', 'B': 'X', 'b': 'X', '*': 'X', '#': 'X', '@': 'X', '●': 'X',
	'O': 'O', 'o': 'O', 'W': 'O', 'w': 'O', '0': 'O', '○': 'O',
	'-': '-', '.': '-', '_': '-', '·': '-',
}

// writtenBoard returns a board in our lettering, with what follows its squares, and
// reports whether the text is one: rows with / between them, or squares only, as no
// line of moves has them.
func writtenBoard(text string) (written string, ok bool) {
	if strings.Count(text, "/") == 7 && strings.ContainsAny(text, "12345678") {
		return text, true
	}
	squares := 0
	var out strings.Builder
	for i, c := range text {
		if unicode.IsSpace(c) || c == '/' {
			continue
		}
		if squares == 64 {
			return out.String() + " " + text[i:], true
		}
		sign, known := letterings[c]
		if !known {
			return "", false
		}
		out.WriteRune(sign)
		squares++
	}
	return out.String(), squares > 1
}

func showHints(c *cli.Context, e *engine.Engine) error {
	out := c.App.Writer
	game := e.Game()
	side := game.SideToMove()
	newBoardPainter(out).paint(out, game, side)
	legal := bits.OnesCount64(game.Position().Moves())
	switch {
	case game.Over():
		_, err := fmt.Fprintf(out, "The game is over: Black %d, White %d.\n", game.Discs(board.Black), game.Discs(board.White))
		return err
	case legal == 0:
		_, err := fmt.Fprintf(out, "%s has no move and passes.\n", title(side))
		return err
	}
	fmt.Fprintf(out, "%s to move.\n", title(side))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	chances, err := chancesOf(c, game)
	if err != nil {
		return err
	}
	heading := "move\tvalue\tfrom\tline"
	if chances != nil {
		heading = fmt.Sprintf("move\tvalue\tat %d Elo\tfrom\tline", c.Int("elo"))
	}
	fmt.Fprintln(table, heading)
	number := min(c.Int("lines"), legal)
	if known := e.BookMoves(); len(known) > 0 {
		for _, m := range known[:min(number, len(known))] {
			value := search.Score{Value: int(math.Round(m.Value * search.Disc))}
			fmt.Fprintf(table, "%s\t%s\t%sbook\t\n", m.Square, value, chanceColumn(chances, m.Square))
		}
		return table.Flush()
	}
	found, err := bestMoves(c.Context, e, number)
	if err != nil {
		return err
	}
	for _, i := range found {
		fmt.Fprintf(table, "%s\t%s\t%s%s\t%s\n", i.Move(), i.Score, chanceColumn(chances, i.Move()), origin(i), notation.FormatMoves(i.PV))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return explainHints(c, game, found)
}

// origin says what a value rests on.
func origin(i engine.Info) string {
	switch {
	case i.Stage == search.FromBook:
		return "book"
	case i.Proved():
		return "proof"
	case i.Score.Selectivity == search.NoSelectivity:
		return fmt.Sprintf("depth %d", i.Depth)
	}
	return fmt.Sprintf("depth %d at %d%%", i.Depth, i.Score.Selectivity.Percent())
}

func title(c board.Color) string { return [...]string{"Black", "White"}[c] }

// bestMoves returns the best moves of the engine's game, best first, as its level and
// its book see them.
func bestMoves(ctx context.Context, e *engine.Engine, number int) ([]engine.Info, error) {
	limit := engine.Limit{Steady: true}
	if number > 1 {
		limit.MultiPV = number
	}
	found := make([]engine.Info, 1, number)
	put := func(i engine.Info) {
		rank := max(i.Rank, 1)
		for len(found) < rank {
			found = append(found, engine.Info{})
		}
		found[rank-1] = i
	}
	last, err := e.Search(ctx, limit, put)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	put(last)
	return found, nil
}
