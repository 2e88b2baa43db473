package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Referee plays single games by our own rules and clock.
type Referee struct {
	Control  Control
	Margin   time.Duration // over the clock before a game is lost on time
	Patience time.Duration // for anything that no clock bounds

	// Adjudicate, if set, is asked for the value of positions of at most
	// AdjudicateAt empties, for the side to move.
	Adjudicate   func(ctx context.Context, p board.Position) (score int, ok bool)
	AdjudicateAt int
}

// table is one game being played.
type table struct {
	*Referee
	record  *Game
	game    *engine.Game
	players [2]Player
	clocks  Clocks
	thought [2]time.Duration
	squares []board.Square
}

// Play plays a game with the given opening and fills in the record, whose
// players and opening are set. It returns an error only if ctx ended first:
// then there is no result. Players that failed are to be closed by the caller:
// failed tells which.
func (r *Referee) Play(ctx context.Context, record *Game, opening []board.Square, players [2]Player) (failed [2]bool, err error) {
	t := &table{Referee: r, record: record, game: engine.NewGame(), players: players}
	t.clocks = Clocks{r.Control.Game, r.Control.Game}
	record.Start = time.Now().UTC().Format(time.RFC3339)
	before := t.cpu()
	guilty := t.play(ctx, opening)
	after := t.cpu()
	if ctx.Err() != nil {
		return [2]bool{true, true}, ctx.Err()
	}
	for c := range record.CPU {
		record.CPU[c] = micro(after[c] - before[c])
		record.Seconds[c] = micro(t.thought[c])
	}
	record.Moves = notation.FormatMoves(t.squares)
	if guilty != nil {
		failed[*guilty] = true
	}
	return failed, nil
}

// micro returns seconds without what nobody wants to read.
func micro(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

func (t *table) cpu() (used [2]time.Duration) {
	for c, player := range t.players {
		used[c] = player.CPU()
	}
	return used
}

// play fills in the record's result and returns the side that can play no more.
func (t *table) play(ctx context.Context, opening []board.Square) *board.Color {
	for c, player := range t.players {
		if err := t.Ready(ctx, player); err != nil {
			return t.fault(board.Color(c), err, Hang)
		}
	}
	for _, sq := range opening {
		if guilty := t.make(ctx, sq, false); guilty != nil {
			return guilty
		}
	}
	for !t.game.Over() {
		if t.adjudicated(ctx) {
			return nil
		}
		guilty, done := t.move(ctx)
		if done || guilty != nil {
			return guilty
		}
	}
	t.record.scored(t.game.FinalScore(), Score)
	return nil
}

// move lets the side to move think, or passes for it.
func (t *table) move(ctx context.Context) (guilty *board.Color, done bool) {
	if t.game.Position().Moves() == 0 {
		return t.make(ctx, board.Pass, false), false
	}
	side := t.game.SideToMove()
	answer, elapsed, err := t.think(ctx, side)
	t.record.Plies[side]++
	t.thought[side] += elapsed
	if err != nil {
		return t.fault(side, err, t.late()), true
	}
	if answer.Resign {
		t.record.lost(side, Resigned, "")
		return nil, true
	}
	if !t.game.Position().Legal(answer.Square) {
		err := fmt.Errorf("%w: move %d: %v", ErrIllegal, len(t.squares)+1, answer.Square)
		return t.fault(side, err, Hang), true
	}
	t.record.Plays = append(t.record.Plays, Ply{Eval: answer.Eval, Seconds: micro(elapsed)})
	return t.make(ctx, answer.Square, true), false
}

// think asks side for a move and runs its clock.
func (t *table) think(ctx context.Context, side board.Color) (Answer, time.Duration, error) {
	clocks, limit := t.clocks, t.Patience
	switch {
	case t.Control.Move > 0:
		clocks = Clocks{t.Control.Move, t.Control.Move}
		limit = t.Control.Move + t.Margin
	case t.Control.Game > 0:
		limit = t.clocks[side] + t.Margin
	}
	if err := t.patiently(ctx, func(ctx context.Context) error {
		return t.players[side].SetClocks(ctx, side, clocks)
	}); err != nil {
		return Answer{}, 0, err
	}
	deadline, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	answer, err := t.players[side].Genmove(deadline, side)
	elapsed := time.Since(start)
	if err == nil && elapsed > limit {
		err = context.DeadlineExceeded
	}
	err = late(err, limit)
	if t.Control.Game > 0 {
		t.clocks[side] = max(0, t.clocks[side]-elapsed) + t.Control.Increment
	}
	return answer, elapsed, err
}

// late returns what it means if a move does not come.
func (t *table) late() Reason {
	if t.Control.Timed() {
		return TimeOut
	}
	return Hang
}

// make makes a move on the referee's board and tells the players; a mover that
// chose it knows already.
func (t *table) make(ctx context.Context, sq board.Square, chosen bool) *board.Color {
	side := t.game.SideToMove()
	if err := t.game.Play(side, sq); err != nil {
		// Openings are checked when read, answers before they get here.
		panic("match: an illegal move reached the referee's board")
	}
	t.squares = append(t.squares, sq)
	for c := range t.players {
		listener := board.Color(c)
		if chosen && listener == side {
			continue
		}
		if err := t.patiently(ctx, func(ctx context.Context) error {
			return t.players[listener].Play(ctx, side, sq)
		}); err != nil {
			return t.fault(listener, err, Hang)
		}
	}
	return nil
}

// Ready has a player begin a game: an error says why it cannot.
func (r *Referee) Ready(ctx context.Context, player Player) error {
	return r.patiently(ctx, func(ctx context.Context) error { return player.NewGame(ctx, r.Control) })
}

func (r *Referee) patiently(ctx context.Context, call func(context.Context) error) error {
	deadline, cancel := context.WithTimeout(ctx, r.Patience)
	defer cancel()
	return late(call(deadline), r.Patience)
}

// errLate is the end of a player's time, told from all other errors.
var errLate = errors.New("no answer")

func late(err error, limit time.Duration) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w in %v", errLate, limit)
	}
	return err
}

func (t *table) adjudicated(ctx context.Context) bool {
	if t.Adjudicate == nil || t.game.Empties() > t.AdjudicateAt || t.game.Position().Moves() == 0 {
		return false
	}
	score, ok := t.Adjudicate(ctx, t.game.Position())
	if !ok {
		return false
	}
	if t.game.SideToMove() == board.White {
		score = -score
	}
	t.record.scored(score, Adjudicated)
	return true
}

// fault rules against side for the error err; lateness is what a
// missing answer means.
func (t *table) fault(side board.Color, err error, lateness Reason) *board.Color {
	reason := Crash
	for _, r := range []struct {
		err    error
		reason Reason
	}{
		{errLate, lateness},
		{ErrCrash, Crash},
		{ErrIllegal, Illegal},
		{ErrRefused, Refused},
		{ErrGarbage, Garbage},
	} {
		if errors.Is(err, r.err) {
			reason = r.reason
			break
		}
	}
	t.record.lost(side, reason, err.Error())
	return &side
}
