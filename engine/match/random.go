package match

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// Random plays any legal move, at once.
type Random struct {
	game *engine.Game
	seed uint64
}

var _ Player = (*Random)(nil)

// NewRandom returns a player whose moves depend on the position and the seed
// only, so that a match of it can be repeated whatever the order of its games.
func NewRandom(seed uint64) *Random { return &Random{game: engine.NewGame(), seed: seed} }

// NewGame implements Player.
func (r *Random) NewGame(context.Context, Control) error {
	r.game = engine.NewGame()
	return nil
}

// Play implements Player.
func (r *Random) Play(_ context.Context, side board.Color, sq board.Square) error {
	return r.game.Play(side, sq)
}

// SetClocks implements Player.
func (r *Random) SetClocks(context.Context, board.Color, Clocks) error { return nil }

// Genmove implements Player.
func (r *Random) Genmove(_ context.Context, side board.Color) (Answer, error) {
	p := r.game.PositionFor(side)
	moves := p.Moves()
	random := rand.New(rand.NewPCG(p.Player^r.seed, p.Opponent))
	for range random.IntN(bits.OnesCount64(moves)) {
		moves &= moves - 1
	}
	sq := board.Square(bits.TrailingZeros64(moves))
	return Answer{Square: sq}, r.game.Play(side, sq)
}

// CPU implements Player.
func (r *Random) CPU() time.Duration { return 0 }

// Close implements Player.
func (r *Random) Close() {}
