package notation

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kaeshi/engine/board"
)

// Problem is a line of an OBF file: a position and what is known of its moves.
type Problem struct {
	Position board.Position // seen by Side
	Side     board.Color    // to move
	Moves    []ScoredMove   // as written, as a rule best first
	Comment  string         // what follows %
}

// ScoredMove is a move and its final score in discs for the mover.
type ScoredMove struct {
	Square board.Square
	Value  int
}

// ParseOBF reads one line such as
// "---...OX... X; D6:+4; C4:+0; % end of June".
func ParseOBF(line string) (Problem, error) {
	facts, comment, _ := strings.Cut(line, "%")
	p, side, rest, err := cutPosition(facts)
	if err != nil {
		return Problem{}, err
	}
	problem := Problem{Position: p, Side: side, Comment: strings.TrimSpace(comment)}
	for field := range strings.SplitSeq(rest, ";") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		move, err := parseScoredMove(p, field)
		if err != nil {
			return Problem{}, err
		}
		problem.Moves = append(problem.Moves, move)
	}
	return problem, nil
}

func parseScoredMove(p board.Position, field string) (ScoredMove, error) {
	name, value, found := strings.Cut(field, ":")
	if !found {
		return ScoredMove{}, fmt.Errorf("%s is not a move and its value, such as D6:+4", quote(field))
	}
	sq, ok := ParseMove(strings.TrimSpace(name))
	if !ok {
		return ScoredMove{}, fmt.Errorf("%s is not a square", quote(name))
	}
	if !p.Legal(sq) {
		return ScoredMove{}, fmt.Errorf("%v is not legal here", sq)
	}
	discs, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil || discs < -64 || discs > 64 {
		return ScoredMove{}, fmt.Errorf("the value of %v is %s, not a whole number of -64..64", sq, quote(value))
	}
	return ScoredMove{Square: sq, Value: discs}, nil
}

// String prints the problem as a line of an OBF file.
func (p Problem) String() string {
	var line strings.Builder
	line.WriteString(FormatPosition(p.Position, p.Side))
	line.WriteByte(';')
	for _, m := range p.Moves {
		fmt.Fprintf(&line, " %s:%+d;", m.Square, m.Value)
	}
	if p.Comment != "" {
		line.WriteString(" % " + p.Comment)
	}
	return line.String()
}

// ReadOBF reads a whole file; empty lines and lines of comment alone are
// skipped. It stops at the first bad line with an *Error.
func ReadOBF(r io.Reader) ([]Problem, error) {
	var problems []Problem
	err := ScanOBF("", r,
		func(p Problem) error { problems = append(problems, p); return nil },
		func(err error) error { return err })
	if err != nil {
		return nil, err
	}
	return problems, nil
}

// ScanOBF is ReadOBF for files that are partly wrong: it calls problem for each line
// that is right and bad with what is wrong with another, which names the place, and
// goes on as long as these return nil.
func ScanOBF(name string, r io.Reader, problem func(Problem) error, bad func(error) error) error {
	return scanOBF(name, r, func(_ int, p Problem, err error) error {
		if err != nil {
			return bad(err)
		}
		return problem(p)
	})
}

// scanOBF calls take for every line with a problem or what is wrong with it.
func scanOBF(name string, r io.Reader, take func(line int, p Problem, err error) error) error {
	lines := newLines(r)
	for lines.next() {
		if facts, _, _ := strings.Cut(lines.text, "%"); strings.TrimSpace(facts) == "" {
			continue
		}
		problem, err := ParseOBF(lines.text)
		if err != nil {
			err = WithName(name, lines.fault(err))
		}
		if err := take(lines.number, problem, err); err != nil {
			return err
		}
	}
	return WithName(name, lines.err)
}
