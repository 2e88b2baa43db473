package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/human"
	"kaeshi/engine/search"
	"kaeshi/protocol/explain"
)

// explainedLoss is the loss in discs from which a move is explained.
const explainedLoss = 2

// explainHints tells what the worse ones of some moves give away against the best.
func explainHints(c *cli.Context, game *engine.Game, found []engine.Info) error {
	for _, i := range found[1:] {
		if err := explainMove(c.App.Writer, game, found[0], i); err != nil {
			return err
		}
	}
	return nil
}

// explainMove tells what a move gives away, if anything can be read off both lines.
func explainMove(w io.Writer, game *engine.Game, best, played engine.Info) error {
	if best.Score.Bound != search.Exact || played.Score.Bound != search.Exact ||
		best.Score.Value-played.Score.Value < explainedLoss*search.Disc {
		return nil
	}
	lines := explain.Lines{Position: game.Position(), Mover: game.SideToMove(), Played: played.PV, Better: best.PV}
	if text := explain.Sentence(played.Move(), lines.Facts()); text != "" {
		_, err := fmt.Fprintln(w, text)
		return err
	}
	return nil
}

// chancesOf returns how likely a player of the strength of --elo makes each move; nil
// without a strength.
func chancesOf(c *cli.Context, game *engine.Game) (map[board.Square]float64, error) {
	elo := c.Int("elo")
	if elo == 0 || game.Position().Moves() == 0 {
		return nil, nil
	}
	return chancesAt(c.Context, elo, game)
}

// chancesAt returns how likely a player of some strength makes each move.
func chancesAt(ctx context.Context, elo int, game *engine.Game) (map[board.Square]float64, error) {
	person, err := engine.NewPerson()
	if err != nil {
		return nil, err
	}
	s := game.Situation()
	j := person.Judge(ctx, s.Position)
	chances := map[board.Square]float64{}
	for i, p := range person.Probabilities(ctx, s, human.AtElo(float64(elo)), &j) {
		chances[j.Moves[i]] = p
	}
	return chances, ctx.Err()
}

// chanceColumn is a cell of a table, or nothing without chances.
func chanceColumn(chances map[board.Square]float64, sq board.Square) string {
	if chances == nil {
		return ""
	}
	return fmt.Sprintf("%.0f%%\t", 100*chances[sq])
}

// lastOwnMove returns the game before the person's last move.
func (t *terminalGame) lastOwnMove() (before *engine.Game, played board.Square, found bool) {
	moves := t.game().Moves()
	last := len(moves) - 1
	for last >= 0 && (moves[last].Color != t.human || moves[last].Square == board.Pass) {
		last--
	}
	if last < 0 {
		return nil, board.NoSquare, false
	}
	before = engine.NewGameFrom(t.game().Start())
	for _, m := range moves[:last] {
		if before.Play(m.Color, m.Square) != nil {
			return nil, board.NoSquare, false
		}
	}
	return before, moves[last].Square, true
}

// judgeMove says in words how good a move was, by a search of the engine's level, which
// leaves the engine's game as it is. Both moves are searched alike.
func judgeMove(ctx context.Context, e *engine.Engine, before *engine.Game, played board.Square) (string, error) {
	game, elo := e.Game(), e.Elo()
	e.SetGame(before)
	e.SetElo(0)
	defer func() { e.SetGame(game); e.SetElo(elo) }()
	legal := bits.OnesCount64(before.Position().Moves())
	if legal == 1 {
		return fmt.Sprintf("%s was the only move.", played), nil
	}
	limit := engine.Limit{Steady: true, NoBook: true, MultiPV: legal}
	if n := before.Empties(); n > engine.Levels[e.Level()].ExactFrom && n <= engine.Levels[e.Level()].WLDFrom {
		limit.Depth = n // a win says nothing of discs
	}
	all := make([]engine.Info, legal)
	_, err := e.Search(ctx, limit, func(i engine.Info) { all[i.Rank-1] = i })
	if err = errors.Join(err, ctx.Err()); err != nil {
		return "", err
	}
	best, mine := all[0], all[slices.IndexFunc(all, func(i engine.Info) bool { return i.Move() == played })]
	loss := float64(best.Score.Value-mine.Score.Value) / search.Disc
	if loss < explainedLoss {
		return fmt.Sprintf("%s was as good as any, or nearly so.", played), nil
	}
	text := fmt.Sprintf("%s loses %.2f discs against %s.", played, loss, best.Move())
	var reasons strings.Builder
	if err := explainMove(&reasons, before, best, mine); err != nil {
		return "", err
	}
	if reasons.Len() == 0 {
		text += " Nothing stands out: the lines tell no more than the count."
	} else {
		text += " " + strings.TrimSpace(reasons.String())
	}
	if elo == 0 {
		return text, nil
	}
	chances, err := chancesAt(ctx, elo, before)
	return text + fmt.Sprintf(" A player of %d Elo finds %s in %.0f%% of such cases.", elo, best.Move(), 100*chances[best.Move()]), err
}
