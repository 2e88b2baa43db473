package gtp

import (
	"fmt"
	"math"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// What GoGui can show on its board. Its boards of values begin with rank 8, and
// are black where they are positive.

// analyzeCommands lists GoGui's analyze commands, one a line: type, label, command.
func (s *Server) analyzeCommands(*call) (string, error) {
	return strings.Join([]string{
		"gfx/Best Lines/kaeshi-lines",
		"dboard/Evaluation of All Moves/kaeshi-influence",
		"pspairs/Values of All Moves/kaeshi-values",
		"pspairs/Book Moves/kaeshi-book-values",
		"plist/Stable Discs/kaeshi-stable",
		"plist/Legal Moves/kaeshi-moves",
		"string/Static Evaluation/kaeshi-eval",
		"string/Solve/kaeshi-solve",
		"string/Move without Playing/reg_genmove %m",
		"hstring/Last Search/kaeshi-stats",
		"string/Version/kaeshi-version",
		"param/Settings/kaeshi-param",
	}, "\n"), nil
}

// rankMoves searches the given number of best moves at the playing level. Win,
// loss or draw alone is no value, so near the end the moves are solved, and
// farther away only the midgame search says something.
func (s *Server) rankMoves(c *call, count int) ([]engine.Info, error) {
	if count == 0 {
		return nil, nil
	}
	limit := engine.Limit{MultiPV: count, NoBook: true}
	if s.engine.Game().Empties() <= solvedForValues {
		limit.Solve = engine.SolveExact
	} else {
		limit.Depth = engine.Levels[s.engine.Level()].Depth
	}
	found := ranking{size: count}
	_, err := s.think(c, limit, found.take)
	return found.snapshot(), err
}

// solvedForValues is at how many empties all moves are solved within moments.
const solvedForValues = 16

// rankAll searches the values of all legal moves.
func (s *Server) rankAll(c *call) ([]engine.Info, error) {
	return s.rankMoves(c, len(squares(s.engine.Game().Position().Moves())))
}

// moveValues prints each move with its value in whole discs for the side to move.
func (s *Server) moveValues(c *call) (string, error) {
	infos, err := s.rankAll(c)
	return pairs(infos), err
}

func pairs(infos []engine.Info) string {
	lines := make([]string, len(infos))
	for k, i := range infos {
		lines[k] = fmt.Sprintf("%v %s", i.Move(), shortValue(i.Score.Discs()))
	}
	return strings.Join(lines, "\n")
}

// shortValue fits into a square of the board.
func shortValue(discs float64) string { return fmt.Sprintf("%+d", int(math.Round(discs))) }

// influenceBoard prints the value of each move as a number of -1..1 for Black,
// and 0 where there is no move.
func (s *Server) influenceBoard(c *call) (string, error) {
	infos, err := s.rankAll(c)
	if err != nil {
		return "", err
	}
	var values [64]float64
	for _, i := range infos {
		values[i.Move()] = influence(i, s.engine.Game().SideToMove())
	}
	var text strings.Builder
	for row := boardSize - 1; row >= 0; row-- {
		text.WriteByte('\n')
		for column := range boardSize {
			if column > 0 {
				text.WriteByte(' ')
			}
			fmt.Fprintf(&text, "%.3f", values[board.SquareAt(column, row)])
		}
	}
	return text.String(), nil
}

// influence is a value as strength of colour; ten discs give three quarters of it.
func influence(i engine.Info, side board.Color) float64 {
	x := math.Tanh(i.Score.Discs() / 10)
	if side == board.White {
		x = -x
	}
	return x + 0 // no negative zero
}

const linesShown = 3

// bestLines draws the best line, and labels the best moves with their values.
func (s *Server) bestLines(c *call) (string, error) {
	count := linesShown
	if s.engine.Game().Position().Over() {
		return "", nil
	}
	infos, err := s.rankMoves(c, count)
	return drawLines(infos, s.engine.Game().SideToMove()), err
}

// drawLines makes GoGui's graphics of the best moves. Its status line takes one
// TEXT; with more of them a window would open.
func drawLines(infos []engine.Info, side board.Color) string {
	if len(infos) == 0 {
		return ""
	}
	var variation, influences, labels, text strings.Builder
	for ply, sq := range infos[0].PV {
		fmt.Fprintf(&variation, " %s %v", "bw"[side^board.Color(ply&1):][:1], sq)
	}
	fmt.Fprintf(&text, " %v depth %d (%d%%), %d nodes:", infos[0].Stage, infos[0].Depth,
		infos[0].Score.Selectivity.Percent(), infos[0].Nodes)
	for _, i := range infos {
		if i.Move() < board.Pass {
			fmt.Fprintf(&influences, " %v %.3f", i.Move(), influence(i, side))
			fmt.Fprintf(&labels, " %v %s", i.Move(), shortValue(i.Score.Discs()))
		}
		fmt.Fprintf(&text, " %v %v", i.Move(), i.Score)
	}
	lines := []string{"VAR" + variation.String()}
	if labels.Len() > 0 {
		lines = append(lines, "INFLUENCE"+influences.String(), "LABEL"+labels.String())
	}
	return strings.Join(append(lines, "TEXT"+text.String()), "\n")
}

// showLive draws a step of a search on GoGui's board while the search goes on.
func (s *Server) showLive(i engine.Info, side board.Color) {
	if s.liveGfx && s.options.Diagnostics != nil {
		fmt.Fprintf(s.options.Diagnostics, "gogui-gfx:\n%s\n\n", drawLines([]engine.Info{i}, side))
	}
}

// bookMoves prints the moves that the book knows with their values.
func (s *Server) bookMoves(*call) (string, error) {
	var lines []string
	for _, m := range s.engine.BookMoves() {
		lines = append(lines, fmt.Sprintf("%v %s", m.Square, notation.FormatScore(m.Value, 1)))
	}
	return strings.Join(lines, "\n"), nil
}

// stableDiscs prints the squares of discs that can never be turned again.
func (s *Server) stableDiscs(*call) (string, error) {
	p := s.engine.Game().Position()
	stable := board.Stable(p.Player, p.Opponent) | board.Stable(p.Opponent, p.Player)
	return names(squares(stable)), nil
}

// legalMoves prints squares only, which GoGui can mark.
func (s *Server) legalMoves(*call) (string, error) {
	return names(squares(s.engine.Game().Position().Moves())), nil
}
