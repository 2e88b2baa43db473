package book

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
)

func learnCommand() *cli.Command {
	return &cli.Command{
		Name:      "learn",
		Usage:     "grow a working book by searching, best lines first",
		ArgsUsage: "[FILE...]",
		Description: "Follows all lines on which both sides together lose no more than --error discs.\n" +
			"With --from-games it learns those games instead, each once. Games that a client\n" +
			"left in the book without learning them come first. Every change is stored at\n" +
			"once: stop it whenever you like, and the same command goes on.\n" +
			"Example: kaeshi book learn --book my.book --error 2 --depth 20 --level 12 --time 30m",
		Flags: append([]cli.Flag{
			workingBookFlag(),
			&cli.Float64Flag{Name: "error", Value: 1, Category: categoryBook, Usage: "follow lines that lose up to `DISCS`"},
			&cli.IntFlag{Name: "depth", Value: core.LearnDepth, Category: categoryBook, Usage: "follow lines of up to `PLIES`"},
			&cli.BoolFlag{Name: "deepen", Category: categoryBook, Usage: "search again what was searched at a lower level"},
			&cli.DurationFlag{Name: "time", Category: categoryBook, Usage: "stop after `TIME`, as 90s or 30m"},
			&cli.StringSliceFlag{Name: "from-games", Category: categoryBook, Usage: "learn the games of `FILE` in place of following lines; may be repeated"},
			&cli.IntFlag{Name: "often", Category: categoryBook, Usage: "of the games take only positions that at least `N` of them came to, the most frequent first"},
			&cli.StringFlag{Name: "part", Category: categoryBook, Usage: "follow only the share `I/N` of the lines, as 1/4: one for each machine, joined by import"},
			againstFlag("search deeper, up to --level, where values contradict those"),
			skipFlag(),
		}, append(core.SearchFlags(), core.HubFlags()...)...),
		Action: learnBook,
	}
}

func learnBook(c *cli.Context) error {
	options, err := bookLearnOptions(c)
	if err != nil {
		return err
	}
	files := append(c.StringSlice("from-games"), c.Args().Slice()...)
	games, skipped, err := gamesOf(c, files)
	if err != nil {
		return err
	}
	known, err := readAgainst(c)
	if err != nil {
		return err
	}
	store, graph, err := editBook(c)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Write(graph, graph.Recompute()); err != nil {
		return err
	}
	options.Save = store.Write
	tell := newLearnProgress(c, graph.Len())
	defer tell.bar.Finish()
	searchers, leave, err := searchersFor(c, tell)
	if err != nil {
		return err
	}
	defer leave()
	options.Searchers = searchers

	ctx := c.Context
	if limit := c.Duration("time"); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	options.Progress = tell.show
	queue := &learn.Games{Store: store, Graph: graph, Options: options,
		Saved: func(*book.Graph, []board.Position) { tell.searched = tell.last.Searched }}
	err = queue.LearnWaiting(ctx) // what a game played with learning on left over
	switch {
	case err != nil:
	case len(known) > 0:
		err = refute(c, graph, known, options)
	case len(files) == 0:
		err = learn.Expand(ctx, graph, options)
	case c.Int("often") > 0:
		err = learn.Often(ctx, graph, learn.Frequent(linesOf(games), options.Depth, c.Int("often")), options)
	default:
		err = learnGames(ctx, queue, games)
	}
	tell.bar.Finish()
	if wasCut := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded); err != nil && !wasCut {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: %d positions, %d new, %d searches in %.0f s, %d skipped\n",
		c.String("book"), graph.Len(), graph.Len()-tell.before, tell.last.Searched, time.Since(tell.begun).Seconds(), skipped)
	return c.Context.Err() // an end by signal is one, but nothing is lost
}

// searchersFor search in this process, or have it done by the workers of a hub: the book
// and the choice of what is searched stay here.
func searchersFor(c *cli.Context, tell *learnProgress) (searchers []learn.Searcher, leave func(), err error) {
	if atHub, err := core.AtHub(c, "threads"); err != nil || !atHub {
		if err == nil {
			searchers, err = core.Searchers(c)
		}
		return searchers, func() {}, err
	}
	setup := &tasks.SearchSetup{Weights: c.String("weights"), Level: c.Int("level"), HashMB: c.Int("hash")}
	place, hangUp, err := core.HubPlace(c, core.HubRun{Kind: tasks.Search, Setup: setup, Files: []*string{&setup.Weights},
		Title: "book learn " + c.String("book")}, tell.bar)
	if err != nil {
		return nil, nil, err
	}
	asking, err := place.Asking(c.Context)
	if err != nil {
		hangUp()
		return nil, nil, err
	}
	const fewest = 4
	for range max(fewest, 2*asking.Slots()) {
		searchers = append(searchers, tasks.Asker{Ask: asking.Ask})
	}
	return searchers, func() { asking.Close(); hangUp() }, nil
}

func bookLearnOptions(c *cli.Context) (learn.Options, error) {
	discs, depth := c.Float64("error"), c.Int("depth")
	limit, ok := book.ValueOf(discs)
	switch {
	case !ok || discs < 0:
		return learn.Options{}, fmt.Errorf("--error %v: not within 0 to 64 discs", discs)
	case depth < 1 || depth > 60:
		return learn.Options{}, fmt.Errorf("--depth %d: not within 1 to 60 plies", depth)
	case c.IsSet("often") && c.Int("often") < 1:
		return learn.Options{}, fmt.Errorf("--often %d: not 1 or more games", c.Int("often"))
	case c.IsSet("often") && len(c.StringSlice("from-games"))+c.NArg() == 0:
		return learn.Options{}, errors.New("--often: name games with --from-games")
	case c.Duration("time") < 0:
		return learn.Options{}, errors.New("--time: a time is not negative")
	}
	options := learn.Options{Error: limit, Depth: depth}
	if part := c.String("part"); part != "" {
		n, err := fmt.Sscanf(part, "%d/%d", &options.Part, &options.Parts)
		if n != 2 || err != nil || options.Part < 1 || options.Part > options.Parts {
			return learn.Options{}, fmt.Errorf("--part %s: not a share such as 1/4", part)
		}
		options.Part--
	}
	if c.Bool("deepen") {
		options.Deepen = uint8(c.Int("level"))
	}
	return options, nil
}

// learnProgress tells how far learning is. Nobody knows how much there is to search.
type learnProgress struct {
	bar      *core.Progress
	before   int
	begun    time.Time
	last     learn.Progress
	searched int // in the games before this one
}

func newLearnProgress(c *cli.Context, before int) *learnProgress {
	return &learnProgress{bar: core.NewProgress(c, "searched", 0, 0, "positions"), before: before, begun: time.Now()}
}

func (l *learnProgress) show(p learn.Progress) {
	p.Searched += l.searched
	l.last = p
	l.bar.Note(fmt.Sprintf("%d in the book (%+d), loss %v, %d waiting", p.Positions, p.Positions-l.before, p.Loss, p.Waiting))
	l.bar.Set(p.Searched)
}

// gamesOf reads the games to learn before the book is opened, so that a broken
// file leaves it as it was.
func gamesOf(c *cli.Context, files []string) ([]notation.Game, int, error) {
	if len(files) == 0 {
		return nil, 0, nil
	}
	return readGames(c, files)
}

func linesOf(games []notation.Game) [][]notation.Ply {
	lines := make([][]notation.Ply, len(games))
	for i := range games {
		lines[i] = gamePlies(&games[i])
	}
	return lines
}

func learnGames(ctx context.Context, queue *learn.Games, games []notation.Game) error {
	for i := range games {
		if err := queue.Learn(ctx, gamePlies(&games[i])); err != nil {
			return err
		}
	}
	return nil
}
