package human

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/human"
	"kaeshi/protocol/cli/core"
	"kaeshi/weights/train/humanfit"
)

// EvaltestFlags are what evaltest understands beside --human.
func EvaltestFlags() []cli.Flag {
	const category = "Human moves"
	return []cli.Flag{
		&cli.BoolFlag{Name: "human", Category: category, Usage: "measure on games how well the moves of people are predicted"},
		&cli.StringFlag{Name: "model", Category: category, Usage: "with --human: the model of `FILE` in place of the built-in one"},
		&cli.StringFlag{Name: "cache", Category: category, Usage: "with --human: values of moves from `FILE`, which kaeshi train-human keeps"},
		&cli.BoolFlag{Name: "cached", Category: category, Usage: "with --human: only games whose values are in --cache"},
		&cli.IntFlag{Name: "one-in", Value: 1, Category: category, Usage: "with --human: only one game in `N`"},
		&cli.Float64Flag{Name: "player-loss", Category: category,
			Usage: "with --human: tell the model that players lose `DISCS` a move; without it their other moves in the game tell"},
	}
}

// Evaltest is the verb evaltest with --human.
func Evaltest(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("evaltest --human needs at least one file of games")
	}
	if err := core.CheckRange(c, "one-in", 1, 1e6); err != nil {
		return err
	}
	if loss := c.Float64("player-loss"); c.IsSet("player-loss") && !(loss > 0 && loss <= 64) {
		return fmt.Errorf("--player-loss %v: not more than 0 and at most 64", loss)
	}
	if c.Bool("cached") && !c.IsSet("cache") {
		return errors.New("--cached needs --cache, which has the values")
	}
	x, err := newExaminer(c)
	if err != nil {
		return err
	}
	if x.Cache != nil {
		defer x.Cache.Close()
	}
	games, err := readGames(c, c.Args().Slice())
	if err != nil {
		return err
	}
	few := uint64(c.Int("one-in"))
	games = slices.DeleteFunc(games, func(g humanfit.Game) bool {
		return g.Key>>8%few != 0 || c.Bool("cached") && !x.Cache.Has(&g)
	})
	if len(games) == 0 {
		return errors.New("no game to measure")
	}
	var record humanfit.Record
	bar := core.NewProgress(c, "measured", len(games), 0, "games")
	defer bar.Finish()
	for i := range games {
		if err := x.Add(c.Context, &games[i], &record); err != nil {
			return err
		}
		bar.Add(1)
	}
	bar.Finish()
	if c.Bool("json") {
		return printJSON(c.App.Writer, &record)
	}
	return printTable(c.App.Writer, &record)
}

// typicalLoss is the mean loss of the players of tournament games, in discs a move.
const typicalLoss = 1.4

func newExaminer(c *cli.Context) (*humanfit.Examiner, error) {
	e, err := evaluator(c)
	if err != nil {
		return nil, err
	}
	x := &humanfit.Examiner{Judge: human.NewJudge(e), Typical: typicalLoss, Class: classOf, Elo: human.EloOfSkill, Skill: func(skill float64) float64 { return skill }}
	if c.IsSet("player-loss") {
		fixed := human.SkillOf(c.Float64("player-loss"))
		x.Skill = func(float64) float64 { return fixed }
	}
	if path := c.String("model"); path != "" {
		x.Model, err = human.Load(path)
	} else {
		x.Model, err = human.Embedded()
	}
	if err != nil {
		return nil, err
	}
	if path := c.String("cache"); path != "" {
		if x.Cache, err = humanfit.OpenCache(path); err != nil {
			return nil, fmt.Errorf("--cache: %w", err)
		}
	}
	return x, nil
}

// row is a line of what is printed.
type row struct {
	Of       string `json:"of"`
	forecast *humanfit.Forecast
}

// rows lists what was measured, in the order in which it is printed.
func rows(r *humanfit.Record) []row {
	list := []row{{"all moves", &r.All}, {"moves with a choice", &r.Choices}}
	for i := range r.ByEmpties {
		list = append(list, row{fmt.Sprintf("%d-%d empties", 51-10*i, 60-10*i), &r.ByEmpties[i]})
	}
	var classes []int
	for class := range r.BySkill {
		classes = append(classes, class)
	}
	slices.Sort(classes)
	for _, class := range classes {
		list = append(list, row{nameOfClass(class), r.BySkill[class]})
	}
	return slices.DeleteFunc(list, func(r row) bool { return r.forecast.Engine.Moves == 0 })
}

func printTable(w io.Writer, r *humanfit.Record) error {
	fmt.Fprintf(w, "%s; level: the plain level of the player's Elo; engine: our search to depth %d; alone: the model without any search\n",
		core.Count(r.Games, "game"), human.Depths[human.Thought])
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tmoves\tlevel top-1\tengine top-1\ttop-3\talone top-1\ttop-3\tlog loss\tmodel top-1\ttop-3\tlog loss\t")
	for _, line := range rows(r) {
		f := line.forecast
		fmt.Fprintf(table, "%s\t%d\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f%%\t%.3f\t%.1f%%\t%.1f%%\t%.3f\t\n", line.Of, f.Engine.Moves,
			f.Plain.Share(f.Plain.Top1), f.Engine.Share(f.Engine.Top1), f.Engine.Share(f.Engine.Top3),
			f.Alone.Share(f.Alone.Top1), f.Alone.Share(f.Alone.Top3), f.Alone.MeanLoss(),
			f.Blended.Share(f.Blended.Top1), f.Blended.Share(f.Blended.Top3), f.Blended.MeanLoss())
	}
	return table.Flush()
}

// forecastJSON is a line of JSON.
type forecastJSON struct {
	Of      string   `json:"of"`
	Moves   int      `json:"moves"`
	Level   float64  `json:"level_top1"` // of the plain level of the player's Elo
	Engine  hitsJSON `json:"engine"`
	Alone   hitsJSON `json:"alone"`
	Blended hitsJSON `json:"model"`
}

type hitsJSON struct {
	Top1    float64 `json:"top1"` // percent
	Top3    float64 `json:"top3"`
	LogLoss float64 `json:"log_loss,omitempty"`
}

func printJSON(w io.Writer, r *humanfit.Record) error {
	out := json.NewEncoder(w)
	for _, line := range rows(r) {
		f := line.forecast
		hits := func(h *humanfit.Hits) hitsJSON {
			return hitsJSON{Top1: h.Share(h.Top1), Top3: h.Share(h.Top3), LogLoss: h.MeanLoss()}
		}
		j := forecastJSON{Of: line.Of, Moves: f.Engine.Moves, Level: f.Plain.Share(f.Plain.Top1), Engine: hits(&f.Engine), Alone: hits(&f.Alone), Blended: hits(&f.Blended)}
		j.Engine.LogLoss = 0 // its numbers are no probabilities
		if err := out.Encode(j); err != nil {
			return err
		}
	}
	return nil
}

// classWidth is how many Elo are one class of strength.
const classWidth = 300

// classOf returns the class of strength that a skill counts to.
func classOf(skill float64) int { return int(math.Floor(human.EloOfSkill(skill) / classWidth)) }

func nameOfClass(class int) string {
	return fmt.Sprintf("%d-%d Elo", class*classWidth, (class+1)*classWidth-1)
}
