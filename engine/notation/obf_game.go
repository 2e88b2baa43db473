package notation

import "io"

// readProblems reads an OBF file as games without moves.
func readProblems(in *input) error {
	err := scanOBF(in.reader, func(p Problem, err error) error {
		g := newGame()
		g.Start, g.First, g.Known, g.Comment = p.Position, p.Side, p.Moves, oneLine(p.Comment)
		return in.take(g, err)
	})
	return WithName(in.name, err)
}

// writeProblems prints the position at the end of each game.
func writeProblems(w io.Writer, games []Game) error {
	return writeEach(w, games, func(g *Game) (string, error) {
		p := Problem{Moves: g.Known, Comment: oneLine(g.Comment)}
		p.Position, p.Side = g.End()
		return p.String(), nil
	})
}
