package study

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/console"
	"kaeshi/protocol/cli/core"
)

const trainHelp = "Type a move such as d3, ? for the answer, next for another line, or quit."

func trainCommand() *cli.Command {
	return &cli.Command{
		Name:      "train",
		Usage:     "drill the lines of a book in the terminal",
		ArgsUsage: "[MOVES]",
		Description: "Plays a line of the book, from the position after MOVES or from the start, and asks for your move at each of your\n" +
			"turns: it tells what a wrong one loses, what would have been better, and what the opening is called.\n" +
			trainHelp + "\n" +
			"Example: kaeshi book train --color white F5D6",
		Flags: []cli.Flag{
			bookFlag(),
			&cli.StringFlag{Name: "color", Aliases: []string{"colour", "c"}, Value: "black", Usage: "your `COLOUR`, black or white"},
			&cli.Float64Flag{Name: "error", Value: 0.5, Usage: "take a move for right that loses up to `DISCS`, and play such ones"},
			&cli.IntFlag{Name: "depth", Value: core.LearnDepth, Usage: "end a line after `PLIES`"},
			&cli.IntFlag{Name: "lines", Usage: "ask for `N` lines; 0 is until you quit"},
			&cli.Uint64Flag{Name: "seed", Usage: "draw the lines from `N`; 0 is always others"},
		},
		Action: train,
	}
}

// drill is one sitting.
type drill struct {
	book   *book.Book
	side   board.Color
	limit  book.Value
	depth  int
	random *rand.Rand
	lines  <-chan string
	echo   bool // show what was read, where no terminal does
	out    *bufio.Writer

	asked, right int
	lost         book.Losses
}

// errQuit and errNext end the sitting or the line at the person's wish.
var (
	errQuit = errors.New("quit")
	errNext = errors.New("next line")
)

func train(c *cli.Context) error {
	side, ok := board.ParseColor(c.String("color"))
	limit, err := discs(c, "error")
	switch {
	case !ok:
		return fmt.Errorf("--color %s: not black or white", c.String("color"))
	case err != nil:
		return err
	case c.Int("depth") < 1 || c.Int("depth") > 60:
		return fmt.Errorf("--depth %d: not within 1 to 60 plies", c.Int("depth"))
	case c.Int("lines") < 0:
		return fmt.Errorf("--lines %d: not 0 or more", c.Int("lines"))
	}
	opening, err := lineArgument(c)
	if err != nil {
		return err
	}
	b, err := core.OpenBook(c)
	if err != nil {
		return err
	}
	defer b.Close()
	seed := c.Uint64("seed")
	if seed == 0 {
		seed = rand.Uint64()
	}
	d := &drill{book: b, side: side, limit: limit, depth: c.Int("depth"), random: rand.New(rand.NewPCG(seed, 0)),
		lines: readLines(c.App.Reader), echo: !console.IsTerminal(c.App.Reader), out: bufio.NewWriter(c.App.Writer)}
	return d.run(c.Context, opening, c.Int("lines"))
}

// readLines reads in the background, so that a signal is heard while a person thinks.
func readLines(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(in); scanner.Scan(); {
			lines <- strings.TrimSpace(strings.TrimPrefix(scanner.Text(), "\uFEFF"))
		}
	}()
	return lines
}

func (d *drill) run(ctx context.Context, opening []notation.Ply, lines int) error {
	fmt.Fprintf(d.out, "You are %s. %s\n", d.side, trainHelp)
	for n := 0; lines == 0 || n < lines; n++ {
		before := d.asked
		switch err := d.line(ctx, opening); {
		case errors.Is(err, errQuit):
			return d.end()
		case errors.Is(err, errNext):
		case err != nil:
			return errors.Join(err, d.out.Flush())
		case d.asked == before:
			return fmt.Errorf("after %s the book has no move to ask %s for", movesOrStart(opening), d.side)
		}
	}
	return d.end()
}

func (d *drill) end() error {
	fmt.Fprintf(d.out, "%d of %d moves right, %.2f discs lost\n", d.right, d.asked, d.lost.Discs())
	return d.out.Flush()
}

// line plays one line until the book or the depth ends.
func (d *drill) line(ctx context.Context, opening []notation.Ply) error {
	plies := append([]notation.Ply(nil), opening...)
	positions := book.Positions(plies)
	p, side := positions[len(positions)-1], board.Black
	if len(plies) > 0 {
		side = plies[len(plies)-1].Color.Opponent()
	}
	fmt.Fprintf(d.out, "\n%s\n", movesOrStart(plies))
	for len(plies) < d.depth {
		sq := board.Pass
		if !p.MustPass() {
			moves := d.book.Moves(p)
			if len(moves) == 0 {
				return d.book.Err()
			}
			var err error
			if sq, err = d.move(ctx, p, side, plies, moves); err != nil {
				return err
			}
		}
		plies = append(plies, notation.Ply{Color: side, Square: sq})
		p, side = p.Play(sq), side.Opponent()
	}
	return nil
}

// move lets the side to move play: the book, or the person.
func (d *drill) move(ctx context.Context, p board.Position, side board.Color, plies []notation.Ply, moves []book.Move) (board.Square, error) {
	if side == d.side {
		return d.ask(ctx, p, plies, moves)
	}
	m := d.draw(moves)
	fmt.Fprintf(d.out, "%s plays %v%s\n", side, m.Square, d.called(plies, side, m.Square))
	return m.Square, nil
}

// draw chooses a move that loses no more than is allowed; what people play more often comes more
// often.
func (d *drill) draw(moves []book.Move) book.Move {
	weight := func(m book.Move) int {
		switch {
		case moves[0].Value-m.Value > d.limit:
			return 0
		case m.Leaf:
			return 1
		}
		return 1 + int(min(m.Entry.Visits, 1<<20))
	}
	sum := 0
	for _, m := range moves {
		sum += weight(m)
	}
	at := d.random.IntN(sum)
	for _, m := range moves {
		if at -= weight(m); at < 0 {
			return m
		}
	}
	return moves[0]
}

// called names the opening that a move leads to, if that is a new one.
func (d *drill) called(plies []notation.Ply, side board.Color, sq board.Square) string {
	before := book.NameOfLine(plies)
	after := book.NameOfLine(append(plies[:len(plies):len(plies)], notation.Ply{Color: side, Square: sq}))
	if after == before || after.String() == "" {
		return ""
	}
	return ": " + after.String()
}

// ask asks for the person's move until it is legal, judges it, and returns the move that the line
// goes on with: the person's, or the book's if that was wrong.
func (d *drill) ask(ctx context.Context, p board.Position, plies []notation.Ply, moves []book.Move) (board.Square, error) {
	for {
		text, err := d.read(ctx)
		if err != nil {
			return board.NoSquare, err
		}
		sq, ok := board.ParseSquare(text)
		best := moves[0].Square
		switch {
		case text == "quit" || text == "q":
			return board.NoSquare, errQuit
		case text == "next":
			return board.NoSquare, errNext
		case text == "?":
			d.asked++
			fmt.Fprintf(d.out, "%v, %v%s\n", best, moves[0].Value, d.called(plies, d.side, best))
			return best, nil
		case !ok || !p.Legal(sq):
			fmt.Fprintf(d.out, "%q is no legal move here. %s\n", text, trainHelp)
			continue
		}
		return d.judge(p, plies, sq, moves), nil
	}
}

// judge tells the value of a move, and returns the one to go on with.
func (d *drill) judge(p board.Position, plies []notation.Ply, sq board.Square, moves []book.Move) board.Square {
	s := book.Judge(p, notation.Ply{Color: d.side, Square: sq}, moves)
	d.asked++
	d.lost.Add(s.Loss)
	if s.Inside && s.Loss <= d.limit {
		d.right++
		fmt.Fprintf(d.out, "right, %v%s\n", s.Played.Value, d.called(plies, d.side, sq))
		return sq
	}
	loses := lossText(s)
	if !s.Inside && s.Loss == 0 {
		loses = "an unknown number of"
	}
	fmt.Fprintf(d.out, "%v loses %s discs%s; %v is better, %v%s\n", sq, loses, d.called(plies, d.side, sq),
		s.Best.Square, s.Best.Value, d.called(plies, d.side, s.Best.Square))
	return s.Best.Square
}

// read shows a prompt and returns the line that follows.
func (d *drill) read(ctx context.Context) (string, error) {
	fmt.Fprintf(d.out, "%s> ", d.side)
	if err := d.out.Flush(); err != nil {
		return "", err
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case text, ok := <-d.lines:
		if d.echo || !ok {
			fmt.Fprintln(d.out, text)
		}
		if !ok {
			return "quit", nil
		}
		return strings.ToLower(text), nil
	}
}
