package notation

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"kaeshi/engine/board"
)

// Transcript is a line of play and the value at its end, the source of books.
type Transcript struct {
	Plies []Ply   // passes included
	Value float64 // in discs, from Black's view
	Line  int     // of its moves in the file, from 1
}

// ReadTranscripts reads line pairs: moves, then the value in discs from Black's
// view. Blank lines and what follows a # or % are skipped. For every line that is
// wrong it calls bad with an error that names the place, and goes on behind the
// pair if bad returns nil; otherwise it stops with what bad returned.
func ReadTranscripts(name string, r io.Reader, bad func(error) error) ([]Transcript, error) {
	var transcripts []Transcript
	reader := moveListReader{
		lines: newLines(r),
		pairs: true,
		bad:   func(err error) error { return bad(WithName(name, err)) },
		game: func(line int, g Game) error {
			plies := make([]Ply, len(g.Moves))
			for i, m := range g.Moves {
				plies[i] = Ply{m.Color, m.Square}
			}
			transcripts = append(transcripts, Transcript{plies, lastValue(&g).Value, line})
			return nil
		},
	}
	if err := reader.read(); err != nil {
		return nil, err
	}
	return transcripts, WithName(name, reader.lines.err)
}

// moveListReader reads lines of moves. Behind the moves, or on the line below, may
// stand a value for Black: on the same line it is the result of the game, below it
// is the value of the last position, or a result such as 33-31. The two lines of a
// pair are kept together even where one of them is missing or wrong.
type moveListReader struct {
	lines *lines
	pairs bool // a value must follow
	game  func(line int, g Game) error
	bad   func(error) error

	waiting bool // for a value that may follow
	spoilt  bool // the moves were wrong: a value that follows goes with them
	last    Game
	text    string // of its moves
	line    int    // of their beginning
}

func readMoveLists(in *input) error {
	reader := moveListReader{
		lines: newLines(in.reader),
		game:  func(line int, g Game) error { g.Line = line; return in.game(g) },
		bad:   func(err error) error { return in.take(Game{}, err) },
	}
	if err := reader.read(); err != nil {
		return err
	}
	return WithName(in.name, reader.lines.err)
}

func (m *moveListReader) read() error {
	for m.lines.next() {
		text := m.lines.text
		if i := strings.IndexAny(text, "#%"); i >= 0 {
			text = text[:i]
		}
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := m.take(text); err != nil {
			return err
		}
	}
	return m.finish()
}

func (m *moveListReader) take(text string) error {
	if startsLikeMoves(text) || !m.waiting && !startsLikeNumber(text) {
		if m.goesOn(text) {
			return nil
		}
		if err := m.finish(); err != nil {
			return err
		}
		return m.takeMoves(text)
	}
	return m.takeValue(text)
}

// startsLikeMoves reports whether text begins with a move, however it goes on; a value
// does not.
func startsLikeMoves(text string) bool {
	_, length := nextMove(trimBetween(text, false))
	return length > 0
}

func startsLikeNumber(text string) bool { return strings.IndexByte("+-.0123456789", text[0]) >= 0 }

// goesOn takes a line that continues the game above, and reports whether text is one:
// its number is that of the next move, or the line above ends with a comma or a dash,
// and its moves are legal there. The moves of a numbered list of games seldom are.
func (m *moveListReader) goesOn(text string) bool {
	if !m.waiting || m.spoilt || m.last.Result.Score.Known {
		return false
	}
	number, length := moveNumber(text)
	discs := len(m.last.Moves)
	for _, move := range m.last.Moves {
		if move.Square == board.Pass {
			discs--
		}
	}
	isNext := length > 0 && (number == discs+1 || number == discs/2+1 || number == len(m.last.Moves)/2+1)
	before, isOpen := cutOpenEnd(m.text)
	if !isNext && !isOpen {
		return false
	}
	joined := before + " " + text
	g, err := parseMoveList(joined, !m.pairs)
	if err != nil {
		return false
	}
	m.last, m.text = g, joined
	return true
}

// cutOpenEnd cuts off a comma or a dash at the end of a line; two dashes are a pass.
func cutOpenEnd(text string) (before string, isOpen bool) {
	if strings.HasSuffix(text, "--") {
		return text, false
	}
	before = strings.TrimRight(text, "-,")
	return before, len(before) < len(text)
}

func (m *moveListReader) takeMoves(text string) error {
	moves, _ := cutOpenEnd(text)
	g, err := parseMoveList(moves, !m.pairs)
	m.waiting, m.spoilt = true, err != nil
	m.last, m.line, m.text = g, m.lines.number, text
	if err != nil {
		return m.bad(m.lines.fault(err))
	}
	return nil
}

// parseMoveList reads moves and, if there may be one, the result behind them.
func parseMoveList(text string, mayEnd bool) (Game, error) {
	g := newGame()
	if mayEnd {
		var err error
		if text, g.Result.Score, err = cutResult(text); err != nil {
			return Game{}, err
		}
	}
	moves, err := ParseMoves(text)
	if err != nil {
		return Game{}, err
	}
	player := newPlayer(&g)
	for _, sq := range moves {
		if err := player.playAny(Move{Square: sq}); err != nil {
			return Game{}, err
		}
	}
	return g, nil
}

// discCount is a result as people write it, "33-31" or "33 : 31".
var discCount = lazyPattern(`(?:^|\s)(\d{1,2}) ?[-–:] ?(\d{1,2})$`)

// cutResult returns the moves before the result of a line, and that result.
func cutResult(text string) (moves string, score Number, err error) {
	if at := discCount().FindStringSubmatchIndex(text); at != nil {
		moves, text = text[:at[0]], text[at[2]:at[3]]+"-"+text[at[4]:at[5]]
		if score, ok := parseDiscCount(text); ok || isChessResult(text) {
			return moves, score, nil
		}
		return "", Number{}, fmt.Errorf("%s is not a result of 64 discs", quote(text))
	}
	i := strings.LastIndexAny(text, " \t")
	if i < 0 {
		return text, Number{}, nil
	}
	last := text[i+1:]
	_, number := moveNumber(last)
	switch {
	case last == "*" || number == len(last): // an end without a result, or of a diagram
		return text[:i], Number{}, nil
	case !startsLikeNumber(last) || startsLikeMoves(last):
		return text, Number{}, nil
	}
	score, err = parseDiscs(last)
	return text[:i], score, err
}

// parseDiscs reads a number of discs, -64..64.
func parseDiscs(text string) (Number, error) {
	value, err := parseNumber(text)
	switch {
	case err != nil:
		return Number{}, err
	case !value.Known:
		return Number{}, fmt.Errorf("%s is not a number", quote(text))
	case value.Value < -64 || value.Value > 64:
		return Number{}, fmt.Errorf("%s is beyond 64 discs", quote(text))
	}
	return value, nil
}

func (m *moveListReader) takeValue(text string) error {
	if !m.waiting {
		return m.bad(m.lines.fault(fmt.Errorf("%s stands without moves before it", quote(text))))
	}
	m.waiting = false
	if m.spoilt {
		return nil
	}
	if discCount().MatchString(text) && !m.pairs {
		var err error
		if _, m.last.Result.Score, err = cutResult(text); err != nil {
			return m.bad(m.lines.fault(err))
		}
		return m.game(m.line, m.last)
	}
	value, err := parseDiscs(text)
	if err != nil {
		return m.bad(m.lines.fault(err))
	}
	if len(m.last.Moves) == 0 {
		return m.bad(m.lines.fault(errors.New("a value needs moves before it")))
	}
	m.last.Value = value
	last := &m.last.Moves[len(m.last.Moves)-1]
	if last.Eval = value; last.Color == board.White {
		last.Eval = value.opposite()
	}
	return m.game(m.line, m.last)
}

// finish deals with moves that no value follows.
func (m *moveListReader) finish() error {
	if !m.waiting {
		return nil
	}
	m.waiting = false
	switch {
	case m.spoilt:
		return nil
	case m.pairs:
		return m.bad(&Error{Line: m.line, Err: errors.New("the value is missing after these moves")})
	}
	return m.game(m.line, m.last)
}

// lastValue returns the evaluation of the last move from Black's view.
func lastValue(g *Game) Number {
	if len(g.Moves) == 0 {
		return Number{}
	}
	last := g.Moves[len(g.Moves)-1]
	if last.Color == board.White {
		return last.Eval.opposite()
	}
	return last.Eval
}

func usualStart(g *Game) bool { return g.Start == board.Start() && g.First == board.Black }

var errUnusualStart = errors.New("this format cannot tell of an unusual starting position")

func moveList(g *Game) (string, error) {
	if !usualStart(g) {
		return "", errUnusualStart
	}
	return FormatMoves(g.Squares()), nil
}

// moveListWithResult prints moves and the stated result, or else that of a finished
// game.
func moveListWithResult(g *Game) (string, error) {
	text, err := moveList(g)
	score, over := g.FinalScore()
	switch {
	case err != nil:
		return "", err
	case g.Result.Score.Known:
		return fmt.Sprintf("%s %+g", text, g.Result.Score.Value), nil
	case over:
		return fmt.Sprintf("%s %+d", text, score), nil
	}
	return "", errors.New("the game has no result")
}

// transcript prints moves and value; the value is the evaluation of the last move,
// or else the result.
func transcript(g *Game) (string, error) {
	text, err := moveList(g)
	value := lastValue(g)
	if score, over := g.FinalScore(); !value.Known && over {
		value = Number{float64(score), true}
	}
	if err == nil && !value.Known {
		err = errors.New("the game has no value")
	}
	return text + "\n" + value.String(), err
}
