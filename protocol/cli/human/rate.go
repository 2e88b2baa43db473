package human

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/match"
	"kaeshi/engine/match/stats"
	"kaeshi/protocol/cli/core"
)

// Rate is the verb rate.
func Rate() *cli.Command {
	return &cli.Command{
		Name:      "rate",
		Usage:     "rate the players of many matches on one scale",
		ArgsUsage: "JOURNAL...",
		Description: "Reads journals of kaeshi match, fits ratings to all their games at once (Bradley and\n" +
			"Terry's model), and prints a table: player, Elo, the bounds of its 95% interval by\n" +
			"bootstrap, games. A player has the same name in all journals. The scale hangs on\n" +
			"--anchor; the table of the built-in strengths is made by this verb.\n\n" +
			"Example: kaeshi rate --anchor random=0 night1.jsonl night2.jsonl",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "anchor", Usage: "give a player a rating, `NAME=ELO`, in place of random=0"},
			&cli.IntFlag{Name: "bootstrap", Value: 200, Usage: "draw the games anew `N` times"},
			&cli.Uint64Flag{Name: "seed", Aliases: []string{"s"}, Value: 1, Usage: "of these draws"},
		},
		Action: rate,
	}
}

func rate(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("rate needs at least one journal of kaeshi match")
	}
	if err := core.CheckRange(c, "bootstrap", 10, 1e6); err != nil {
		return err
	}
	var pool pool
	for _, path := range c.Args().Slice() {
		_, games, err := match.ReadJournal(path)
		if err != nil {
			return err
		}
		pool.add(games)
	}
	anchors := c.StringSlice("anchor")
	if len(anchors) == 0 {
		anchors = []string{"random=0"}
	}
	fixed, err := pool.anchors(anchors)
	if err != nil {
		return err
	}
	ratings := stats.Joint(len(pool.names), pool.bouts, fixed)
	low, high := stats.JointIntervals(len(pool.names), pool.bouts, fixed, c.Int("bootstrap"), c.Uint64("seed"))
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, ratings[a]-ratings[b])) })
	out := c.App.Writer
	fmt.Fprintln(out, "player\telo\tlow\thigh\tgames")
	for _, i := range order {
		if _, err := fmt.Fprintf(out, "%s\t%.0f\t%.0f\t%.0f\t%d\n", pool.names[i], ratings[i], low[i], high[i], pool.games[i]); err != nil {
			return err
		}
	}
	return nil
}

// pool is the games of all journals.
type pool struct {
	names []string
	games []int // by player
	bouts []stats.Bout
}

func (p *pool) number(name string) int {
	if i := slices.Index(p.names, name); i >= 0 {
		return i
	}
	p.names, p.games = append(p.names, name), append(p.games, 0)
	return len(p.names) - 1
}

// add adds the games of a journal; those of a round are one bout.
func (p *pool) add(games []match.Game) {
	type round struct{ a, b, number int }
	open := map[round]int{}
	for i := range games {
		g := &games[i]
		a, b, points := p.number(g.Black), p.number(g.White), g.Result
		p.games[a]++
		p.games[b]++
		if a > b {
			a, b, points = b, a, 1-points
		}
		key := round{a, b, g.Round}
		at, known := open[key]
		if !known {
			at = len(p.bouts)
			open[key] = at
			p.bouts = append(p.bouts, stats.Bout{A: a, B: b})
		}
		p.bouts[at].Games++
		p.bouts[at].Points += points
	}
}

// anchors reads NAME=ELO.
func (p *pool) anchors(words []string) (map[int]float64, error) {
	fixed := map[int]float64{}
	for _, word := range words {
		at := max(strings.LastIndexByte(word, '='), 0) // a name may have = too
		name, text := word[:at], strings.TrimPrefix(word[at:], "=")
		elo, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("--anchor %s: not NAME=ELO", word)
		}
		i := slices.Index(p.names, name)
		if i < 0 {
			return nil, fmt.Errorf("--anchor %s: no game of %s in the journals", word, name)
		}
		fixed[i] = elo
	}
	return fixed, nil
}
