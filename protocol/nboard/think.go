package nboard

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// limit is what the client lets the engine spend on a position.
func (s *Server) limit() engine.Limit {
	limit := engine.Limit{}
	if s.depth == 0 {
		return limit
	}
	for number, level := range engine.Levels {
		if level.Depth <= s.depth && level.Noise == 0 {
			limit.Level = engine.AtLevel(number)
		}
	}
	if _, found := limit.Level.Number(); !found {
		limit.Depth = s.depth // less than that of any level which is no game of chance
	}
	return limit
}

// chooseMove answers go. The move is not made: the client sends it back.
func (t *thinking) chooseMove() error {
	p, side := t.game.End()
	if p.Moves() == 0 {
		t.say("=== PA")
		return nil
	}
	limit := t.limit
	if t.engine.Elo() > 0 {
		limit = engine.Limit{} // a depth says how strong an engine is, too: one wish is enough
	}
	limit.Clock = budget(&t.game, side, p.EmptyCount())
	start := time.Now()
	info, err := t.engine.Search(t.ctx, limit, func(i engine.Info) {
		if i.Stage == search.Midgame {
			t.say(fmt.Sprintf("status Depth %d: %s %s", i.Depth, formatPV(i.PV), formatScore(i)))
		}
	})
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	eval := formatScore(info)
	if info.Stage == search.Forced && info.Nodes == 0 {
		eval = "" // it was not thought about
	}
	t.say(fmt.Sprintf("=== %s/%s/%.3f", info.Move(), eval, seconds))
	t.tellNodes(info.Nodes, seconds)
	return nil
}

// tellNodes is news only to clients of version 2.
func (t *thinking) tellNodes(nodes uint64, seconds float64) {
	if t.version >= 2 {
		t.say(fmt.Sprintf("nodestats %d %.3f", nodes, seconds))
	}
}

// findHints answers hint with the best moves: first those that the book knows, then
// the best of the others, again after every step of the search. The clock does not
// matter.
func (t *thinking) findHints(count int) error {
	p, _ := t.game.End()
	if p.Over() {
		return nil
	}
	limit := t.limit
	limit.NoBook, limit.Steady = true, true
	limit.Only = p.Moves()
	for _, m := range t.engine.BookMoves() {
		if count == 0 {
			break
		}
		t.say(fmt.Sprintf("book %s %.2f %d %d", m.Square, m.Value, m.Games, m.Depth))
		limit.Only &^= m.Square.Bit()
		count--
	}
	if count == 0 || p.Moves() != 0 && limit.Only == 0 {
		return nil
	}
	limit.MultiPV = max(1, min(count, bits.OnesCount64(limit.Only)))
	start := time.Now()
	info, err := t.engine.Search(t.ctx, limit, func(i engine.Info) {
		if len(i.PV) > 0 {
			t.say(fmt.Sprintf("search %s %s 0 %s", formatPV(i.PV), formatScore(i), formatDepth(i)))
		}
	})
	if err != nil {
		return err
	}
	t.tellNodes(info.Nodes, time.Since(start).Seconds())
	return nil
}

// analyze tells the values of all positions of the game, the last one first,
// for there the search is surest.
func (t *thinking) analyze() error {
	limit := t.limit
	limit.NoBook, limit.Steady = true, true
	for n := len(t.game.Moves); n >= 0; n-- {
		p, side := t.game.PositionAt(n)
		info := engine.Info{Stage: search.Solved, Score: search.Score{Value: p.Score() * search.Disc, Selectivity: search.NoSelectivity}}
		if !p.Over() {
			t.engine.SetGame(engine.NewGameFrom(p, side))
			var err error
			if info, err = t.engine.Search(t.ctx, limit, nil); err != nil {
				return err
			}
		}
		if t.ctx.Err() != nil {
			return nil
		}
		t.say(fmt.Sprintf("analysis %d %s", n, formatScore(info)))
	}
	return nil
}

func (t *thinking) learn() error {
	if t.options.Learn == nil {
		return errors.New("there is no book to learn into")
	}
	plies := make([]notation.Ply, len(t.game.Moves))
	for i, m := range t.game.Moves {
		plies[i] = notation.Ply{Color: m.Color, Square: m.Square}
	}
	if err := t.options.Learn(t.ctx, plies); t.ctx.Err() != nil {
		return nil // it was told to stop
	} else if err != nil {
		return err
	}
	t.say("learned")
	return nil
}

// formatPV prints a line of play in one word, the sides told apart by capitals.
func formatPV(pv []board.Square) string {
	var text strings.Builder
	for i, sq := range pv {
		name := sq.String()[:2] // PA for a pass
		if i%2 == 1 {
			name = strings.ToLower(name)
		}
		text.WriteString(name)
	}
	return text.String()
}

// formatScore prints discs, whole ones where the end of the game is proved.
func formatScore(i engine.Info) string {
	if i.Proved() {
		return fmt.Sprint(i.Score.Value / search.Disc)
	}
	return fmt.Sprintf("%.2f", i.Score.Discs())
}

// formatDepth prints plies, or how sure the end of the game is, as "100%" and with a
// W if only win, loss or draw was asked for. Where a search to the end was stopped, and
// knows a bound only, plies are all there is to say.
func formatDepth(i engine.Info) string {
	switch sure := i.Score.Selectivity < search.NoSelectivity || i.Proved(); {
	case sure && i.Stage == search.Solved:
		return fmt.Sprintf("%d%%", i.Score.Selectivity.Percent())
	case sure && i.Stage == search.WLD:
		return fmt.Sprintf("%d%%W", i.Score.Selectivity.Percent())
	}
	return fmt.Sprint(i.Depth)
}
