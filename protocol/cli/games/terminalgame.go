package games

import (
	"bufio"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// terminalGame is a person at a board with the engine on the other side. Games follow
// one another until the person leaves.
type terminalGame struct {
	engine   *engine.Engine
	human    board.Color
	resigned bool // the person has given up this game
	input    personInput
	live     bool // somebody watches: say that the engine thinks
	out      *bufio.Writer
	board    boardPainter
	files    map[string]bool // those that this person loaded or saved, and may save to again
}

const playHelp = "Type a move such as f5, or ? for the other words."

const noMove = "You have no move: type pass."

func (t *terminalGame) game() *engine.Game { return t.engine.Game() }

func (t *terminalGame) ended() bool { return t.resigned || t.game().Over() }

// begin goes on with another game.
func (t *terminalGame) begin(g *engine.Game) {
	t.engine.SetGame(g)
	t.resigned = false
}
