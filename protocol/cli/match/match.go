// Package match is the verbs that drive engines: match and regress.
package match

import (
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
)

// Match is the verb match.
func Match() *cli.Command {
	return &cli.Command{
		Name:      "match",
		Usage:     "let engines play each other and say what the results mean",
		ArgsUsage: "ENGINE ENGINE...",
		Description: `An ENGINE is a command line that speaks GTP, NBoard or UGI, or self:OPTIONS for the
engine inside this program, or random: for random moves. Options of self:, with
commas: level, elo, rung (a step of --elo), depth, nodes, time, noise,
weights, book (FILE or on), hash, threads, seed.

gtp:, nboard: or ugi: before a command line says what it speaks; gtp,level=5: also
sets its level, which an engine without levels refuses. For NBoard, and for UGI
without levels, the level is the depth. NAME= in front names the engine.

A command line is split at blanks outside quotation marks. On Windows
only " is one, and a backslash is part of a path.

Processor time is that of an engine's process and of those it starts; of self: it
is that of the one thread that leads the search, so give it as a command line to
count more threads.

{id} in the name of a journal becomes letters that follow from the engines, openings
and rules, so that each match has a journal of its own.

With --hub the workers of a hub play, the two games of an opening as one job. Engines
other than self: and random: are then named by NAME alone, and each worker that knows
this name by kaeshi work --engine takes part.

A first Ctrl-C lets the running games end, a second one or SIGTERM does not. With --log FILE
--log-level trace the file has all that is said to and by the engines.

Example: kaeshi match --openings xot.txt --games 100 --concurrency 2 \
             --journal night.jsonl self:level=4 'rhino=gtp-rhino -b 0 -l 4'
Example: kaeshi match --sprt elo0=0 elo1=10 self:level=4,weights=new.kw self:level=4
Example: kaeshi match --merge --journal all.jsonl part1.jsonl part2.jsonl`,
		Flags:  append(matchFlags(), core.HubFlags()...),
		Action: runMatch,
	}
}

func matchFlags() []cli.Flag {
	const schedule, clock, output = "Schedule", "Clock and rules", "Results"
	return []cli.Flag{
		&cli.StringFlag{Name: "openings", Aliases: []string{"o"}, Category: schedule,
			Usage: "move strings from `FILE`, one a line, in place of the built-in openings"},
		&cli.IntFlag{Name: "games", Aliases: []string{"n"}, Category: schedule,
			Usage: "play `N` games a pairing, two for each opening (default: each opening once)"},
		&cli.BoolFlag{Name: "gauntlet", Category: schedule,
			Usage: "the first engine against each other one, in place of a round robin"},
		&cli.BoolFlag{Name: "shuffle", Category: schedule, Usage: "take the openings in an order that --seed decides"},
		&cli.Uint64Flag{Name: "seed", Category: schedule, Usage: "of --shuffle and of engines inside this program"},
		&cli.StringFlag{Name: "shard", Category: schedule, Usage: "play only part `I/N` of the openings, as 1/4"},
		&cli.IntFlag{Name: "concurrency", Aliases: []string{"c"}, Value: 1, Category: schedule,
			Usage: "play `N` games at a time"},
		&cli.StringFlag{Name: "protocol", Value: "auto", Category: schedule,
			Usage: "what the engines speak: gtp, nboard, ugi, or auto to find out"},

		&cli.DurationFlag{Name: "move-time", Category: clock, Usage: "`TIME` for each move, as 500ms or 2s"},
		&cli.DurationFlag{Name: "game-time", Category: clock, Usage: "`TIME` for all moves of a side, as 5m"},
		&cli.DurationFlag{Name: "increment", Category: clock, Usage: "`TIME` added after each move, with --game-time"},
		// Not an IntFlag, which would be held to our own levels: other engines have theirs.
		&cli.UintFlag{Name: "level", Aliases: []string{"l"}, Category: clock,
			Usage: "set engines that know levels, and have none of their own, to level `N`"},
		&cli.DurationFlag{Name: "margin", Value: 100 * time.Millisecond, Category: clock,
			Usage: "`TIME` over the clock before a game is lost"},
		&cli.DurationFlag{Name: "patience", Value: time.Minute, Category: clock,
			Usage: "give an engine up that does not answer for `TIME` where no clock runs"},
		&cli.IntFlag{Name: "adjudicate", Category: clock,
			Usage: "end games at `N` empties by our own exact search"},

		&cli.StringFlag{Name: "journal", Aliases: []string{"j"}, Category: output,
			Usage: "append each game to `FILE`, and as GGF beside it; a match begun there is resumed"},
		&cli.BoolFlag{Name: "merge", Category: output, Usage: "play nothing: add up the journals named as arguments"},
		&cli.StringFlag{Name: "sprt", Category: output,
			Usage: "stop when a sequential test has decided: `\"elo0=A elo1=B\"`, also alpha=, beta= (0.05)"},
		&cli.BoolFlag{Name: "json", Category: output, Usage: "print the result as JSON, the last line for the last pairing"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: output, Usage: "show no progress"},
	}
}

func runMatch(c *cli.Context) error {
	words, sprt, err := sprtOf(c)
	if err != nil {
		return err
	}
	if c.Bool("merge") {
		return mergeJournals(c, words, sprt)
	}
	if _, err := core.AtHub(c, "concurrency"); err != nil { // before there is a journal
		return err
	}
	p, err := planMatch(c, words, sprt)
	if err != nil {
		return err
	}
	return p.run(c)
}
