package notation

// readProblems reads an OBF file as games without moves.
func readProblems(in *input) error {
	err := scanOBF(in.name, in.reader, func(line int, p Problem, err error) error {
		g := newGame()
		g.Line = line
		g.Start, g.First, g.Known, g.Comment = p.Position, p.Side, p.Moves, oneLine(p.Comment)
		return in.take(g, err)
	})
	return err
}

// problem prints the position at the end of a game.
func problem(g *Game) (string, error) {
	p := Problem{Moves: g.Known, Comment: oneLine(g.Comment)}
	p.Position, p.Side = g.End()
	return p.String(), nil
}
