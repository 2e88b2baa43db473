package notation

import (
	"fmt"

	"kaeshi/engine/board"
)

// Game is the record of one game, whatever file it came from.
type Game struct {
	Line    int            // of its beginning in the file, from 1; 0 if that has no lines
	Start   board.Position // seen by First
	First   board.Color    // to move at Start
	Moves   []Move         // every ply from Start, all passes included
	Players [2]Player      // by board.Color
	Event   Name
	Round   string
	Place   string
	Date    string
	Result  Result
	Theory  Theory
	Clock   string // of both sides, as GGF writes it, see ParseClock
	Komi    Number
	Variant string       // GGF's game type if it is not plain "8"
	Comment string       // on the whole game
	Value   Number       // of the end for Black, as a scored transcript states it
	Known   []ScoredMove // what is known of the moves at the end, see Problem
	Tags    []Tag        // what the file says besides

	Variations []Variation // for SGF to write; readers keep the main line only
}

// Variation is another line of play.
type Variation struct {
	At    int // the move that it stands in place of, from 0 in Moves
	Moves []Move
}

// Move is one ply with what its player said about it.
type Move struct {
	Color   board.Color
	Square  board.Square
	Eval    Number // in discs for the mover
	Seconds Number // that the move took
	Comment string
}

// Player is one side of a game.
type Player struct {
	Name
	Rating string
	Clock  string // where it differs from the game's
}

// Name is a name, and its place in the list of names that a WTHOR file refers
// to, counted from 1; 0 means that it has none.
type Name struct {
	Text   string
	Number int
}

// Number is a number that may be missing.
type Number struct {
	Value float64
	Known bool
}

// Theory is the best result that was open at some point of the game.
type Theory struct {
	Empties int // at that point; 0 means that nothing is known
	Score   int // Black's discs minus White's
}

// Tag is a property that no field of Game stands for, under its file's own name.
type Tag struct{ Name, Value string }

// newGame returns a game without moves.
func newGame() Game { return Game{Start: board.Start(), First: board.Black} }

// PositionAt returns the position before move n, counted from 0 in Moves, or at
// the end if there are fewer, and the side to move.
func (g *Game) PositionAt(n int) (board.Position, board.Color) {
	p, side := g.Start, g.First
	for _, m := range g.Moves[:max(0, min(n, len(g.Moves)))] {
		p, side = p.Play(m.Square), side.Opponent()
	}
	return p, side
}

// End returns the position after all moves and the side to move.
func (g *Game) End() (board.Position, board.Color) { return g.PositionAt(len(g.Moves)) }

// Play adds a move of whoever is to move, and the passes that it implies. What
// m.Color says does not matter.
func (g *Game) Play(m Move) error {
	player := newPlayer(g)
	player.position, player.side = g.End()
	player.written = len(g.Moves)
	return player.playAny(m)
}

// Squares returns the moves as squares, passes included.
func (g *Game) Squares() []board.Square {
	squares := make([]board.Square, len(g.Moves))
	for i, m := range g.Moves {
		squares[i] = m.Square
	}
	return squares
}

// player plays a game's moves while they are read, and inserts the passes that
// the file leaves out.
type player struct {
	game     *Game
	position board.Position
	side     board.Color
	written  int // moves read so far, passes included only if written
}

func newPlayer(g *Game) *player {
	return &player{game: g, position: g.Start, side: g.First}
}

// playAny makes a move of whoever is to move.
func (p *player) playAny(m Move) error {
	m.Color = p.side
	if m.Square < board.Pass && !p.position.Legal(m.Square) && p.position.MustPass() {
		m.Color = p.side.Opponent()
	}
	return p.play(m)
}

// play makes the move of m.Color. Passes after the end change nothing and are
// left out.
func (p *player) play(m Move) error {
	p.written++
	if m.Square == board.Pass && p.position.Over() {
		return nil
	}
	if m.Color != p.side {
		if m.Square == board.Pass || !p.position.MustPass() {
			return fmt.Errorf("move %d: it is not %v's turn for %v", p.written, m.Color, m.Square)
		}
		if !p.position.Pass().Legal(m.Square) {
			return fmt.Errorf("move %d: %v is not legal here", p.written, m.Square)
		}
		p.add(Move{Color: p.side, Square: board.Pass})
	}
	if !p.position.Legal(m.Square) {
		return fmt.Errorf("move %d: %v is not legal here", p.written, m.Square)
	}
	p.add(m)
	return nil
}

func (p *player) add(m Move) {
	p.game.Moves = append(p.game.Moves, m)
	p.position, p.side = p.position.Play(m.Square), p.side.Opponent()
}
