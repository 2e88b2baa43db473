package engine

// BookMoves returns what the book knows of the game's position, best first;
// none if the book is off.
func (e *Engine) BookMoves() []BookMove {
	if !e.bookOn {
		return nil
	}
	return e.options.Book.Probe(e.game.Position())
}
