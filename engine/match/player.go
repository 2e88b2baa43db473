// Package match lets engines play each other: a referee with its own rules and clock,
// a schedule, a journal that survives a kill, and in package stats what the results
// mean.
//
// A player is whatever satisfies Player: an engine in this process (Self), or
// a client of another protocol. Passes are the referee's: a player is told of
// every pass, its own included, and may ignore it.
package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kaeshi/engine/board"
)

// Player is one engine as the referee drives it, one call at a time. An error
// means that the player is of no further use: the referee closes it.
type Player interface {
	// NewGame goes back to the initial position and learns the time control.
	NewGame(ctx context.Context, control Control) error
	// Play tells of a move that was made, or of a pass, whoever made it; only
	// the moves that Genmove returned are not repeated here. It may put off the
	// telling, and its errors, until the next call.
	Play(ctx context.Context, side board.Color, sq board.Square) error
	// SetClocks tells what is left to both sides before a move of side. No clock
	// runs meanwhile.
	SetClocks(ctx context.Context, side board.Color, clocks Clocks) error
	// Genmove asks for a move of side, and the player makes it on its own board.
	Genmove(ctx context.Context, side board.Color) (Answer, error)
	// CPU returns the processor time used since the player started.
	CPU() time.Duration
	// Close ends the player for good.
	Close()
}

// Answer is what a player says when asked for a move.
type Answer struct {
	Square board.Square // may be Pass
	Resign bool
	Eval   *float64 // in discs for the mover, nil when the player does not tell
}

// What a player may do instead of answering. The referee names the fault in
// its ruling; the wrapping error says more.
var (
	ErrCrash   = errors.New("crash")        // its process ended
	ErrGarbage = errors.New("garbage")      // its answer cannot be understood
	ErrRefused = errors.New("refused")      // it will not take a legal move or make one
	ErrIllegal = errors.New("illegal move") // its answer is not a move of this game
)

// Control is the time control of a game. The zero value has no clock.
type Control struct {
	Move      time.Duration // for each move, if above 0
	Game      time.Duration // for all moves of a side, if above 0
	Increment time.Duration // added to the game's time after each move
	Level     Level         // for players that know levels
}

// Level is how well a player is asked to play, in its own measure. The zero value
// asks for nothing.
type Level struct {
	Number int
	Asked  bool // a level was asked for; Number may be 0
	Own    bool // of this player by name: it refuses if it knows no levels
}

// Timed reports whether there is a clock.
func (c Control) Timed() bool { return c.Move > 0 || c.Game > 0 }

// String describes the control, for people and for comparison.
func (c Control) String() string {
	words := []string{}
	for _, part := range []struct {
		name string
		time time.Duration
	}{{"move", c.Move}, {"game", c.Game}, {"increment", c.Increment}} {
		if part.time > 0 {
			words = append(words, part.name+" "+part.time.String())
		}
	}
	if c.Level.Asked {
		words = append(words, fmt.Sprintf("level %d", c.Level.Number))
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

// Clocks are what is left for each side, by colour, when a move is asked for.
type Clocks [2]time.Duration

// AtLevel returns a way to start players that play at a level of their own in
// place of the match's, if one is asked for.
func AtLevel(level Level, start func(context.Context) (Player, error)) func(context.Context) (Player, error) {
	if !level.Asked {
		return start
	}
	return func(ctx context.Context) (Player, error) {
		player, err := start(ctx)
		if err != nil {
			return nil, err
		}
		return levelled{player, level}, nil
	}
}

type levelled struct {
	Player
	level Level
}

func (l levelled) NewGame(ctx context.Context, control Control) error {
	control.Level = l.level
	return l.Player.NewGame(ctx, control)
}
