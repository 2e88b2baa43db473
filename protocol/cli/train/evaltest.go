package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/search"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster/tasks"
	"kaeshi/protocol/gtp"
	"kaeshi/weights/train"
)

// Evaltest is the verb evaltest; with --human, one of moreFlags, it does what human does.
func Evaltest(moreFlags []cli.Flag, human cli.ActionFunc) *cli.Command {
	return &cli.Command{
		Name:      "evaltest",
		Usage:     "measure an evaluation on labelled positions",
		ArgsUsage: "FILE...",
		Description: "Reads what kaeshi train reads and compares the static evaluation with the labels.\n" +
			"For each number of empties it prints, in discs: the mean absolute error; the root\n" +
			"of the mean square; the correlation; the bias, which is values less labels; the\n" +
			"slope of a line through the labels over the values; and the mean absolute error\n" +
			"that is left when values are corrected by that line.\n\n" +
			"Where the values of moves are known (OBF files, kaeshi label --siblings) it also\n" +
			"prints the regret, which is what the chosen move loses on average against the best\n" +
			"one, and how often a best move was the first choice, among the first two and among\n" +
			"the first three. --depth measures a midgame search, which solves nothing, in place\n" +
			"of the static evaluation.\n\n" +
			"With --human it reads games of people. It prints how often the move played was the\n" +
			"first choice and among the first three, of our search and of the model of human\n" +
			"moves, and the log loss of the model, by number of empties and by strength.\n\n" +
			"Example: kaeshi evaltest --weights new.kw positions.txt.gz\n" +
			"Example: kaeshi evaltest --depth 15 --each --json problems.obf\n" +
			"Example: kaeshi evaltest --human --one-in 10 WTH_2025.wtb",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "weights", Aliases: []string{"w"},
				Usage: "evaluation weights from `FILE` in place of the built-in ones"},
			&cli.IntFlag{Name: "held-out", Usage: "measure only the one game in `N` that kaeshi train does not learn from"},
			&cli.IntFlag{Name: "depth", Usage: "search `N` plies"},
			&cli.IntFlag{Name: "selectivity", Value: 95, Usage: "search with a selectivity of `N` percent: 73, 87, 95, 98, 99, or 100, which prunes nothing"},
			&cli.IntFlag{Name: "threads", Aliases: []string{"t"}, Value: 1, Usage: "search with `N` threads"},
			&cli.IntFlag{Name: "hash", Value: 64, Usage: "size of the transposition table in `MB`"},
			&cli.BoolFlag{Name: "each", Usage: "print every position too"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON, one object a line"},
		}, append(core.HubFlags(), moreFlags...)...),
		Action: func(c *cli.Context) error {
			if c.Bool("human") {
				return human(c)
			}
			return evaltest(c)
		},
	}
}

// selectivities are the values of --selectivity.
var selectivities = []search.Selectivity{search.Selectivity73, search.Selectivity87, search.Selectivity95,
	search.Selectivity98, search.Selectivity99, search.NoSelectivity}

func parseSelectivity(percent int) (search.Selectivity, error) {
	i := slices.IndexFunc(selectivities, func(s search.Selectivity) bool { return s.Percent() == percent })
	if i < 0 {
		return 0, fmt.Errorf("--selectivity %d: not one of 73, 87, 95, 98, 99, 100", percent)
	}
	return selectivities[i], nil
}

func evaltest(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("evaltest needs at least one file of labelled positions or games")
	}
	for name, highest := range map[string]int{"held-out": 1000, "depth": 60} {
		if err := core.CheckRange(c, name, 0, highest); err != nil {
			return err
		}
	}
	selectivity, err := parseSelectivity(c.Int("selectivity"))
	if err != nil {
		return err
	}
	w, err := loadWeights(c.String("weights"))
	if err != nil {
		return err
	}
	data, err := readSamples(c)
	if err != nil {
		return err
	}
	problems := data.Problems()
	if heldOut := uint16(c.Int("held-out")); heldOut > 0 {
		problems = slices.DeleteFunc(problems, func(p train.Problem) bool { return p.Group%heldOut != 0 })
	}
	limit := search.Limit{Depth: c.Int("depth"), Selectivity: selectivity}
	if limit.Depth > 0 { // children are there for the choice of a move, which is searched from above
		problems = slices.DeleteFunc(problems, func(p train.Problem) bool { return p.Child })
	}
	if len(problems) == 0 {
		return errors.New("no position to measure")
	}
	return measure(c, eval.New(w), limit, problems)
}

// measure takes the verdicts on all problems and prints what comes out.
func measure(c *cli.Context, e *eval.Evaluator, limit search.Limit, problems []train.Problem) error {
	bar := core.NewProgress(c, "searched", len(problems), 0, "positions")
	defer bar.Finish()
	place, leave, err := verdictsPlace(c, e, limit, bar)
	if err != nil {
		return err
	}
	defer leave()
	out := evaltestPrinter{w: c.App.Writer, json: c.Bool("json"), each: c.Bool("each"), limit: limit}
	var measured train.ByEmpties
	begin := gtp.ProcessorTime()
	used := time.Duration(0) // printing aside
	elsewhere := 0.0
	err = place.Do(c.Context, &jobs.Run{
		Count: len(problems), Ordered: true,
		Ask: func(i int) ([]byte, error) { return json.Marshal(&problems[i]) },
		Done: func(i int, answer []byte) error {
			var v train.Verdict
			if err := json.Unmarshal(answer, &v); err != nil {
				return err
			}
			p := &problems[i]
			loss, place := measured[p.Position.EmptyCount()].Add(p, v)
			elsewhere += v.Seconds
			if used = gtp.ProcessorTime() - begin; c.IsSet("hub") {
				used = time.Duration(elsewhere * float64(time.Second))
			}
			bar.Add(1)
			return out.position(i+1, p, v, loss, place)
		},
	})
	bar.Finish()
	if err != nil && c.Context.Err() == nil {
		return err
	}
	return errors.Join(err, out.result(&measured, used)) // what is known is not lost
}

// verdictsPlace is where problems are judged: this process, or the workers of a hub.
func verdictsPlace(c *cli.Context, e *eval.Evaluator, limit search.Limit, bar *core.Progress) (place jobs.Place, leave func(), err error) {
	atHub, err := core.AtHub(c, "threads")
	switch {
	case err != nil:
		return nil, nil, err
	case atHub && limit.Depth == 0:
		return nil, nil, errors.New("--hub needs --depth: without a search there is nothing to share out")
	case atHub:
		setup := &tasks.VerdictSetup{Weights: c.String("weights"), Depth: limit.Depth, Selectivity: limit.Selectivity, HashMB: c.Int("hash")}
		return core.HubPlace(c, core.HubRun{Kind: tasks.Verdict, Setup: setup, Files: []*string{&setup.Weights},
			Title: "evaltest " + strings.Join(c.Args().Slice(), " ")}, bar)
	case limit.Depth > 0:
		return jobs.Threads{train.NewSeeker(e, limit, c.Int("hash"), c.Int("threads")).Work}, func() {}, nil
	}
	return jobs.Threads{func(_ context.Context, question []byte) ([]byte, error) {
		var p train.Problem
		if err := json.Unmarshal(question, &p); err != nil {
			return nil, err
		}
		return json.Marshal(train.Static(e, &p))
	}}, func() {}, nil
}
