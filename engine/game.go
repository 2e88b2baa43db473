package engine

import (
	"errors"

	"kaeshi/engine/board"
)

// What can be wrong with a request about the game.
var (
	ErrIllegalMove = errors.New("illegal move")
	ErrCannotUndo  = errors.New("cannot undo")
)

// Move is one ply of a game: a colour and a square, or Pass.
type Move struct {
	Color   board.Color
	Square  board.Square
	Implied bool // a pass that nobody sent: the other side simply moved again
}

// Game is a line of play from some position, with everything taken back on Undo.
type Game struct {
	position board.Position // from the view of side
	side     board.Color
	discs    [2]int
	start    board.Position
	first    board.Color
	moves    []Move
	flips    []uint64 // of each move, to take it back
}

// NewGame returns the game at the initial position, Black to move.
func NewGame() *Game { return NewGameFrom(board.Start(), board.Black) }

// NewGameFrom returns a game that begins at p with the given side to move.
func NewGameFrom(p board.Position, side board.Color) *Game {
	g := &Game{position: p, side: side, start: p, first: side}
	g.discs[side] = onesCount(p.Player)
	g.discs[side.Opponent()] = onesCount(p.Opponent)
	return g
}

// Position returns the position from the view of the side to move.
func (g *Game) Position() board.Position { return g.position }

// PositionFor returns the position as c sees it, as if c were to move.
func (g *Game) PositionFor(c board.Color) board.Position {
	if c == g.side {
		return g.position
	}
	return g.position.Pass()
}

// SideToMove returns the side to move; a side without a move may be passed over.
func (g *Game) SideToMove() board.Color { return g.side }

// Start returns the position and side that the game began with.
func (g *Game) Start() (board.Position, board.Color) { return g.start, g.first }

// Moves returns the plies played so far, implied passes included. The caller
// must not change them.
func (g *Game) Moves() []Move { return g.moves }

// Discs returns how many discs c has; kept as moves are made and taken back.
func (g *Game) Discs(c board.Color) int { return g.discs[c] }

// Empties returns the number of empty squares.
func (g *Game) Empties() int { return 64 - g.discs[board.Black] - g.discs[board.White] }

// Over reports whether neither side has a move.
func (g *Game) Over() bool { return g.position.Over() }

// FinalScore returns the score for Black as if the game were over, the empties
// counted for the winner.
func (g *Game) FinalScore() int { return g.PositionFor(board.Black).Score() }

// CanMove reports whether c may place a disc now: it is c's turn, or the side to
// move has no move and is passed over.
func (g *Game) CanMove(c board.Color) bool {
	if c == g.side {
		return g.position.Moves() != 0
	}
	return g.position.MustPass()
}

// Play makes the move sq of c, or a pass. If it is the other side's turn and that
// side has no move, its pass is implied. After the end of the game passes are
// accepted and change nothing but the record.
func (g *Game) Play(c board.Color, sq board.Square) error {
	if sq == board.Pass {
		return g.pass(c)
	}
	if !g.CanMove(c) || g.PositionFor(c).Flip(sq) == 0 {
		return ErrIllegalMove
	}
	if c != g.side {
		g.record(Move{Color: g.side, Square: board.Pass, Implied: true}, 0)
	}
	flips := g.position.Flip(sq)
	turned := onesCount(flips)
	g.discs[c] += turned + 1
	g.discs[c.Opponent()] -= turned
	g.position = g.position.After(sq, flips)
	g.side = c.Opponent()
	g.moves = append(g.moves, Move{Color: c, Square: sq})
	g.flips = append(g.flips, flips)
	return nil
}

func (g *Game) pass(c board.Color) error {
	over := g.Over()
	if !over && (c != g.side || g.position.Moves() != 0) {
		return ErrIllegalMove
	}
	if c != g.side { // after the end either side may say that it passes
		g.record(Move{Color: g.side, Square: board.Pass, Implied: true}, 0)
	}
	g.record(Move{Color: c, Square: board.Pass}, 0)
	return nil
}

// record makes a pass.
func (g *Game) record(m Move, flips uint64) {
	g.position, g.side = g.position.Pass(), g.side.Opponent()
	g.moves = append(g.moves, m)
	g.flips = append(g.flips, flips)
}

// Undo takes back the last move and the passes that it implied.
func (g *Game) Undo() error {
	if len(g.moves) == 0 {
		return ErrCannotUndo
	}
	g.undoPly()
	for n := len(g.moves); n > 0 && g.moves[n-1].Implied; n-- {
		g.undoPly()
	}
	return nil
}

func (g *Game) undoPly() {
	last := len(g.moves) - 1
	m, flips := g.moves[last], g.flips[last]
	g.moves, g.flips = g.moves[:last], g.flips[:last]
	if m.Square == board.Pass {
		g.position, g.side = g.position.Pass(), g.side.Opponent()
		return
	}
	turned := onesCount(flips)
	g.discs[m.Color] -= turned + 1
	g.discs[m.Color.Opponent()] += turned
	g.position = board.Position{
		Player:   g.position.Opponent &^ (flips | m.Square.Bit()),
		Opponent: g.position.Player | flips,
	}
	g.side = m.Color
}
