package cassio

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/engine/search"
)

// request is a position to search and how.
type request struct {
	position  board.Position
	side      board.Color
	window    [2]float64 // alpha and beta, in discs
	depth     int        // of a midgame search
	precision int        // percent
}

// deepest is more than any game has left.
const deepest = 60

// parseRequest reads "POS alpha beta", then the depth if it stands there, and the
// precision. A number that is missing at the end does not limit.
func parseRequest(text string, hasDepth bool) (request, error) {
	r := request{window: [2]float64{-64, 64}, depth: deepest, precision: 100}
	squares, rest := cutPosition(text)
	var err error
	if r.position, r.side, err = notation.ParsePosition(squares); err != nil {
		return r, err
	}
	names, targets := []string{"alpha", "beta", "depth", "precision"}, []*int{&r.depth, &r.precision}
	if !hasDepth {
		names, targets = []string{"alpha", "beta", "precision"}, targets[1:]
	}
	for i, word := range strings.Fields(rest) {
		if i == len(names) {
			return r, fmt.Errorf("%.20q is more than %s", word, strings.Join(names, ", "))
		}
		value, err := strconv.ParseFloat(word, 64)
		switch {
		case err != nil || math.IsNaN(value) || math.Abs(value) > 1e6:
			return r, fmt.Errorf("%s %.20q is not a number", names[i], word)
		case i < len(r.window):
			r.window[i] = value
		default:
			*targets[i-len(r.window)] = int(value)
		}
	}
	if r.depth < 1 {
		return r, errors.New("the depth is less than 1")
	}
	return r, nil
}

// cutPosition returns the 64 squares and the side, and what follows. It counts
// characters, and bytes that are none, so that what is wrong is cut whole.
func cutPosition(text string) (squares, rest string) {
	count := 0
	for i, c := range text {
		if count == 65 {
			return text[:i], text[i:]
		}
		if c != ' ' {
			count++
		}
	}
	return text, ""
}

func (s *Server) midgameSearch(ctx context.Context, argument string) {
	r, err := parseRequest(argument, true)
	s.think(ctx, r, err, engine.Limit{Depth: min(r.depth, deepest), NoBook: true, Steady: true})
}

// endgameSearch proves the result if full precision is asked for, or win, loss or
// draw if the window asks for no more.
func (s *Server) endgameSearch(ctx context.Context, argument string) {
	r, err := parseRequest(argument, false)
	limit := engine.Limit{NoBook: true, Steady: true}
	switch {
	case r.precision < 100:
		limit.Depth = deepest
	case r.window[0] >= -2 && r.window[1] <= 2:
		limit.Solve = engine.SolveWLD
	default:
		limit.Solve = engine.SolveExact
	}
	s.think(ctx, r, err, limit)
}

// think searches and answers; err is what was wrong with the request.
func (s *Server) think(ctx context.Context, r request, err error, limit engine.Limit) {
	defer s.out.Line("ready.")
	if err != nil {
		s.out.Line("ERROR: " + err.Error())
		return
	}
	p := &progress{begun: time.Now()}
	s.search.Store(p)
	defer s.search.Store(nil)
	s.engine.SetGame(engine.NewGameFrom(r.position, r.side))
	told := ""
	tell := func(i engine.Info) {
		p.nodes.Store(i.Nodes)
		if line := describe(r, i); line != told && len(i.PV) > 0 {
			told = line
			s.out.Line(fmt.Sprintf("%s, node %d, time %.3f", line, i.Nodes, time.Since(p.begun).Seconds()))
		}
	}
	info, err := s.engine.Search(ctx, limit, tell)
	if err != nil {
		s.out.Line("ERROR: " + err.Error())
		return
	}
	tell(info)
}

// describe prints a result but for what it took: "POS, move D3, depth 6, @73%,
// B+0.00 <= v <= B+0.00, PV".
func describe(r request, i engine.Info) string {
	position := strings.ReplaceAll(notation.FormatPosition(r.position, r.side), " ", "")
	lower, upper := bounds(i.Score)
	colour := "BW"[r.side]
	return fmt.Sprintf("%s, move %s, depth %d, @%d%%, %c%+.2f <= v <= %c%+.2f, %s", position, move(i.Move()),
		i.Depth, i.Score.Selectivity.Percent(), colour, lower, colour, upper, line(i.PV))
}

func bounds(s search.Score) (lower, upper float64) {
	lower, upper = s.Discs(), s.Discs()
	switch s.Bound {
	case search.Lower:
		upper = 64
	case search.Upper:
		lower = -64
	}
	return lower, upper
}

func move(sq board.Square) string {
	if sq == board.Pass {
		return "PA"
	}
	return sq.String()
}

func line(pv []board.Square) string {
	var text strings.Builder
	for _, sq := range pv {
		text.WriteString(move(sq))
	}
	return text.String()
}
