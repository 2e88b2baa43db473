package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/match"
	"kaeshi/engine/match/stats"
	"kaeshi/engine/search"
)

// maxAdjudicated bounds --adjudicate: more empties take our solver minutes.
const maxAdjudicated = 24

// run plays the match and reports on it.
func (p *plan) run(c *cli.Context) error {
	tally := match.NewTally(p.statement.Players)
	slots := p.schedule.Slots()
	var journal *match.Journal
	if path := c.String("journal"); path != "" {
		var played []match.Game
		var err error
		if journal, played, err = match.OpenJournal(path, p.statement); err != nil {
			return err
		}
		defer journal.Close()
		slots = unplayed(slots, played, p.statement.Players, tally)
	}
	progress := newMatchProgress(c, len(slots), tally)
	failure := p.play(c, slots, func(g *match.Game) (bool, error) {
		tally.Add(g)
		progress.game(g)
		if journal != nil {
			if err := journal.Append(g); err != nil {
				return false, fmt.Errorf("the journal: %w", err)
			}
		}
		return !p.decided(tally), nil
	}, p.decided(tally))
	progress.finish()
	if failure != nil && progress.done == 0 && !errors.Is(failure, context.Canceled) {
		return failure
	}
	if err := report(c, tally, p.sprt); err != nil {
		return err
	}
	return failure
}

// unplayed counts the games that a journal has and returns the slots that are
// left.
func unplayed(slots []match.Slot, played []match.Game, players []string, tally *match.Tally) []match.Slot {
	done := map[match.Key]bool{}
	for i := range played {
		if key := played[i].Key(); !done[key] {
			done[key] = true
			tally.Add(&played[i])
		}
	}
	var left []match.Slot
	for _, slot := range slots {
		if !done[match.Key{Round: slot.Round, Black: players[slot.Black], White: players[slot.White]}] {
			left = append(left, slot)
		}
	}
	return left
}

func (p *plan) decided(tally *match.Tally) bool {
	if p.sprt == nil || len(tally.Results()) == 0 {
		return false
	}
	_, verdict := p.sprt.Judge(tally.Results()[0].Pairs.Sample())
	return verdict != stats.Undecided
}

func (p *plan) play(c *cli.Context, slots []match.Slot, finished func(*match.Game) (bool, error), decided bool) error {
	if len(slots) == 0 || decided {
		return nil
	}
	entrants, err := entrants(c, p.specs)
	if err != nil {
		return err
	}
	runner := match.Runner{
		Entrants:    entrants,
		Referee:     p.referee,
		Concurrency: c.Int("concurrency"),
		Finished:    finished,
	}
	ctx, drain, stop := interruptions(c)
	defer stop()
	if err := runner.Run(ctx, slots, drain); err != nil {
		return err
	}
	select {
	case <-drain:
		return context.Canceled
	default:
		return nil
	}
}

// interruptions lets a first Ctrl-C close drain, after which running games are
// finished, and a second one end the context.
func interruptions(c *cli.Context) (ctx context.Context, drain chan struct{}, stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Context))
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	drain = make(chan struct{})
	go func() {
		select {
		case <-signals:
		case <-ctx.Done():
			return
		}
		fmt.Fprintln(c.App.ErrWriter, "finishing the running games; once more to stop at once")
		close(drain)
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, drain, func() {
		signal.Stop(signals)
		cancel()
	}
}

func report(c *cli.Context, tally *match.Tally, sprt *stats.SPRT) error {
	if c.Bool("json") {
		return reportJSON(c.App.Writer, tally, sprt)
	}
	return reportText(c.App.Writer, tally, sprt)
}

// mergeJournals adds up journals of parts of a match, and writes one journal of
// them all if --journal names it.
func mergeJournals(c *cli.Context, paths []string, sprt *stats.SPRT) error {
	if len(paths) == 0 {
		return errors.New("--merge needs journals to add up")
	}
	header, games, err := match.Merge(paths)
	if err != nil {
		return err
	}
	if path := c.String("journal"); path != "" {
		if err := match.WriteJournal(path, header, games); err != nil {
			return err
		}
	}
	tally := match.NewTally(header.Players)
	for i := range games {
		tally.Add(&games[i])
	}
	return report(c, tally, sprt)
}

// sprtOf reads --sprt, whose words may also stand beside it as arguments, and
// returns the arguments that are left.
func sprtOf(c *cli.Context) (words []string, test *stats.SPRT, err error) {
	words = c.Args().Slice()
	if !c.IsSet("sprt") {
		return words, nil, nil
	}
	test = &stats.SPRT{Alpha: 0.05, Beta: 0.05}
	numbers := map[string]*float64{"elo0": &test.Elo0, "elo1": &test.Elo1, "alpha": &test.Alpha, "beta": &test.Beta}
	fields := strings.FieldsFunc(c.String("sprt"), func(r rune) bool { return r == ' ' || r == ',' })
	for len(words) > 0 {
		if name, _, _ := strings.Cut(words[0], "="); numbers[name] == nil {
			break
		}
		fields, words = append(fields, words[0]), words[1:]
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		number := numbers[name]
		if number == nil {
			return nil, nil, fmt.Errorf("--sprt: %q is not one of elo0=, elo1=, alpha=, beta=", field)
		}
		if *number, err = strconv.ParseFloat(value, 64); err != nil {
			return nil, nil, fmt.Errorf("--sprt: %s is not a number", field)
		}
	}
	if err := test.Check(); err != nil {
		return nil, nil, fmt.Errorf("--sprt: %w", err)
	}
	return words, test, nil
}

// newSolver returns the exact search that ends games early, for so many at a
// time.
func newSolver(concurrency int) (func(context.Context, board.Position) (int, bool), error) {
	const hashMB = 64
	free := make(chan *engine.Engine, concurrency)
	for range concurrency {
		e, err := engine.New(engine.Options{Threads: 1, HashMB: hashMB})
		if err != nil {
			return nil, err
		}
		free <- e
	}
	return func(ctx context.Context, p board.Position) (int, bool) {
		e := <-free
		defer func() { free <- e }()
		e.SetGame(engine.NewGameFrom(p, board.Black))
		info, err := e.Search(ctx, engine.Limit{NoBook: true, Solve: engine.SolveExact}, nil)
		return info.Score.Value / search.Disc, err == nil && proves(info, false)
	}, nil
}

// matchProgress shows how far a match is.
type matchProgress struct {
	c     *cli.Context
	tally *match.Tally
	total int
	done  int
	begun time.Time
	told  time.Time
	live  bool
}

func newMatchProgress(c *cli.Context, total int, tally *match.Tally) *matchProgress {
	now := time.Now()
	return &matchProgress{c: c, tally: tally, total: total, begun: now, told: now, live: isTerminal(c.App.ErrWriter)}
}

// game tells of a game that ended, and at once of a fault.
func (p *matchProgress) game(g *match.Game) {
	p.done++
	if g.Reason.Fault() {
		p.clear()
		fmt.Fprintf(p.c.App.ErrWriter, "round %d, %s (black) against %s: %s loses: %s\n",
			g.Round, g.Black, g.White, g.Loser, g.Detail)
	}
	interval := progressInterval
	if p.live {
		interval = 200 * time.Millisecond
	}
	if p.c.Bool("quiet") || p.done < p.total && time.Since(p.told) < interval {
		return
	}
	p.told = time.Now()
	p.clear()
	fmt.Fprint(p.c.App.ErrWriter, p.line())
	if !p.live {
		fmt.Fprintln(p.c.App.ErrWriter)
	}
}

func (p *matchProgress) clear() {
	if p.live && !p.c.Bool("quiet") {
		fmt.Fprint(p.c.App.ErrWriter, "\r\x1b[K")
	}
}

func (p *matchProgress) line() string {
	rate := float64(p.done) / time.Since(p.begun).Seconds()
	left := time.Duration(float64(p.total-p.done) / rate * float64(time.Second))
	text := fmt.Sprintf("%d of %d games, %.2f a second, %v left", p.done, p.total, rate, left.Round(time.Second))
	if results := p.tally.Results(); len(results) == 1 {
		r := results[0]
		text += fmt.Sprintf("; %d won, %d drawn, %d lost, %s", r.Wins, r.Draws, r.Losses, eloText(r))
	}
	return text
}

func (p *matchProgress) finish() { p.clear() }
