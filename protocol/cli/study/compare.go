package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

func compareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "hold games against a book: where they left it, and what that cost",
		ArgsUsage: "GAMES...",
		Description: "GAMES are files of any format that kaeshi convert reads. With --player only the moves of that player count,\n" +
			"else those of both sides. What a move that is not in the book loses is what the best move outside does, or more.\n" +
			"Example: kaeshi book compare --player \"A. Player\" games.pgn",
		Flags: []cli.Flag{
			bookFlag(),
			&cli.StringFlag{Name: "player", Usage: "count the moves of `NAME` only"},
			&cli.Float64Flag{Name: "error", Value: 1, Usage: "call a move that loses `DISCS` a mistake"},
			&cli.IntFlag{Name: "lines", Value: 10, Usage: "show the `N` costliest mistakes and most frequent openings"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write the page to `FILE`, whole or not at all; - is standard output"},
		},
		Action: compare,
	}
}

func compare(c *cli.Context) error {
	limit, err := discs(c, "error")
	switch {
	case err != nil:
		return err
	case c.NArg() == 0:
		return errors.New("compare needs games, such as kaeshi book compare games.pgn")
	case c.Int("lines") < 1:
		return fmt.Errorf("--lines %d: not 1 or more", c.Int("lines"))
	}
	b, err := core.OpenBook(c)
	if err != nil {
		return err
	}
	defer b.Close()
	page := newComparison(b, limit, c.String("player"))
	faults := 0
	for _, path := range c.Args().Slice() {
		err := core.ScanNamed(c.App.Reader, path, page.add, func(err error) error {
			faults++
			core.TellFault(c, faults, err)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if page.games == 0 {
		if page.player != "" {
			return fmt.Errorf("--player %s: nobody of that name in %s", page.player, strings.Join(c.Args().Slice(), ", "))
		}
		return fmt.Errorf("%s: no game from the usual position", strings.Join(c.Args().Slice(), ", "))
	}
	var text strings.Builder
	if err := page.write(&text, c.Int("lines")); err != nil {
		return err
	}
	if c.String("out") == "" {
		_, err = io.WriteString(c.App.Writer, text.String())
		return err
	}
	_, err = core.WriteOut(c, "out", []byte(text.String()))
	return err
}

// comparison is what games have in common with a book.
type comparison struct {
	book   *book.Book
	limit  book.Value
	player string

	games, known int // known: whose result is known
	plies        int // in the book
	shortest     int
	longest      int
	lost         book.Losses
	openings     map[string]*record
	mistakes     map[string]*mistake
}

// record is what games with one opening came to.
type record struct {
	name         string
	games, known int
	points       float64 // a win is one, a draw half, for the player or Black
	lost         book.Losses
}

// mistake is a move that loses, and how often it was played.
type mistake struct {
	line  string
	step  book.Step
	times int
}

func newComparison(b *book.Book, limit book.Value, player string) *comparison {
	return &comparison{book: b, limit: limit, player: player, shortest: 60, openings: map[string]*record{}, mistakes: map[string]*mistake{}}
}

// add takes a game in, if it begins at the usual position and the player is in it.
func (p *comparison) add(g notation.Game) error {
	sides, ok := p.sides(&g)
	if !ok || g.Start != board.Start() || g.First != board.Black {
		return nil
	}
	plies := pliesOf(&g)
	steps, err := p.book.Follow(plies)
	if err != nil {
		return err
	}
	inside := 0
	var lost book.Losses
	for i, s := range steps {
		if s.Inside {
			inside++
		}
		if sides[s.Ply.Color] {
			lost.Add(s.Loss)
			p.note(plies, steps[:i+1])
		}
	}
	p.games++
	p.plies += inside
	p.shortest, p.longest = min(p.shortest, inside), max(p.longest, inside)
	p.lost.Join(lost)
	name := book.NameOfLine(plies[:min(len(plies), inside)]).String()
	r := p.openings[name]
	if r == nil {
		r = &record{name: cmp.Or(name, "without a name")}
		p.openings[name] = r
	}
	r.games++
	r.lost.Join(lost)
	if score, over := g.FinalScore(); over {
		r.known++
		r.points += points(score, !sides[board.Black])
	}
	return nil
}

// sides returns whose moves count, and whether the player is in the game.
func (p *comparison) sides(g *notation.Game) (sides [2]bool, ok bool) {
	if p.player == "" {
		return [2]bool{true, true}, true
	}
	for _, side := range []board.Color{board.Black, board.White} {
		sides[side] = strings.EqualFold(g.Players[side].Text, p.player)
	}
	return sides, sides[0] || sides[1]
}

// points returns 1 for a win, 0.5 for a draw, of Black's score, or White's.
func points(score int, white bool) float64 {
	if white {
		score = -score
	}
	return float64(cmp.Compare(score, 0)+1) / 2
}

// note counts the last of the steps if it is a mistake.
func (p *comparison) note(plies []notation.Ply, steps []book.Step) {
	s := steps[len(steps)-1]
	if s.Loss < p.limit || s.Loss == 0 {
		return
	}
	canonical, _ := s.Position.Canonical()
	after, _ := s.Position.Play(s.Ply.Square).Canonical()
	key := fmt.Sprint(canonical, after)
	m := p.mistakes[key]
	if m == nil {
		at := slices.Index(plies, s.Ply) // a square is played once
		m = &mistake{line: cmp.Or(movesOf(plies[:at]), "the start"), step: s}
		p.mistakes[key] = m
	}
	m.times++
}

// write prints the page.
func (p *comparison) write(w io.Writer, lines int) error {
	who := "both sides"
	if p.player != "" {
		who = p.player
	}
	fmt.Fprintf(w, "%d games, moves of %s\n", p.games, who)
	fmt.Fprintf(w, "in the book for %.1f plies on average, %d to %d\n", float64(p.plies)/float64(p.games), p.shortest, p.longest)
	fmt.Fprintf(w, "lost there: %.2f discs a game, %.2f a move; %d mistakes of %.2f discs or more\n",
		p.lost.Discs()/float64(p.games), p.lost.Mean(), p.countMistakes(), p.limit.Discs())
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\nopening\tgames\tscore\tlost a game\n")
	openings := make([]*record, 0, len(p.openings))
	for _, r := range p.openings {
		openings = append(openings, r)
	}
	slices.SortFunc(openings, func(a, b *record) int { return cmp.Or(cmp.Compare(b.games, a.games), cmp.Compare(a.name, b.name)) })
	for _, r := range openings[:min(lines, len(openings))] {
		score := "-"
		if r.known > 0 {
			score = fmt.Sprintf("%.0f%%", 100*r.points/float64(r.known))
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%.2f\n", r.name, r.games, score, r.lost.Discs()/float64(r.games))
	}
	if err := table.Flush(); err != nil || len(p.mistakes) == 0 {
		return err
	}
	return p.writeMistakes(w, lines)
}

func (p *comparison) countMistakes() (n int) {
	for _, m := range p.mistakes {
		n += m.times
	}
	return n
}

// writeMistakes prints those first that cost most in all games together.
func (p *comparison) writeMistakes(w io.Writer, lines int) error {
	mistakes := make([]*mistake, 0, len(p.mistakes))
	for _, m := range p.mistakes {
		mistakes = append(mistakes, m)
	}
	cost := func(m *mistake) int { return m.times * int(m.step.Loss) }
	slices.SortFunc(mistakes, func(a, b *mistake) int {
		return cmp.Or(cmp.Compare(cost(b), cost(a)), cmp.Compare(a.line, b.line), cmp.Compare(a.step.Ply.Square, b.step.Ply.Square))
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\nafter\tplayed\tlost\ttimes\tbetter\tvalue\n")
	for _, m := range mistakes[:min(lines, len(mistakes))] {
		fmt.Fprintf(table, "%s\t%v\t%s\t%d\t%v\t%v\n", m.line, m.step.Ply.Square, lossText(m.step), m.times, m.step.Best.Square, m.step.Best.Value)
	}
	return table.Flush()
}
