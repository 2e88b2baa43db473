package games

import (
	"context"
	"fmt"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/human"
	"kaeshi/protocol/gamereport"
)

// strength tells how strong both players look by the moves of the game so far.
func (t *terminalGame) strength(ctx context.Context, _ string) (bool, error) {
	person, err := engine.NewPerson()
	if err != nil {
		return false, err
	}
	reader := human.NewReader(person)
	game := engine.NewGameFrom(t.game().Start())
	for _, m := range t.game().Moves() {
		if m.Square != board.Pass {
			reader.Add(ctx, m.Color, game.Situation(), m.Square, m.Square)
		}
		if err := game.Play(m.Color, m.Square); err != nil {
			return false, err
		}
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	estimates, known := reader.Estimates()
	for c, e := range estimates {
		plays, has := "Kaeshi plays", "Kaeshi has"
		if board.Color(c) == t.human {
			plays, has = "You play", "You have"
		}
		if known[c] {
			fmt.Fprintf(t.out, "%s like %s.\n", plays, gamereport.Strength{Estimate: e, Known: true})
		} else {
			fmt.Fprintf(t.out, "%s had too few choices to tell.\n", has)
		}
	}
	return false, nil
}
