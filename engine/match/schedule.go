package match

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Slot is a game to be played: who plays whom from where. Players are indices
// into the list of entrants.
type Slot struct {
	Round        int
	Black, White int
	Opening      []board.Square
}

// Schedule is a whole match or tournament.
type Schedule struct {
	Players  int
	Gauntlet bool // the first player against each other one, in place of all pairs
	Openings [][]board.Square
	Games    int // per pairing, even; 0 means every opening once
	Shard    int // 1..Shards: the part of the rounds to be played here
	Shards   int
}

// Slots lists the games in the order of play. Each round is one opening, and
// each pairing plays it with both colours; openings begin again when there are
// more rounds than openings.
func (s Schedule) Slots() []Slot {
	rounds := s.Games / 2
	if s.Games == 0 {
		rounds = len(s.Openings)
	}
	var slots []Slot
	for round := range rounds {
		if s.Shards > 1 && round%s.Shards != s.Shard-1 {
			continue
		}
		opening := s.Openings[round%len(s.Openings)]
		for _, pair := range s.pairings() {
			slots = append(slots,
				Slot{round + 1, pair[0], pair[1], opening},
				Slot{round + 1, pair[1], pair[0], opening})
		}
	}
	return slots
}

func (s Schedule) pairings() (pairs [][2]int) {
	for a := range s.Players {
		for b := a + 1; b < s.Players; b++ {
			if a == 0 || !s.Gauntlet {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	return pairs
}

// ReadOpenings reads move strings, one a line; blank lines and lines that begin
// with '#' or '%' are skipped. Every opening must be legal from the initial
// position and leave a game to play. Passes are inserted.
func ReadOpenings(r io.Reader) ([][]board.Square, error) {
	var openings [][]board.Square
	scanner := bufio.NewScanner(notation.Text(r))
	for number := 1; scanner.Scan(); number++ {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || line[0] == '#' || line[0] == '%' {
			continue
		}
		opening, err := parseOpening(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		openings = append(openings, opening)
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("no opening in it")
	}
	return openings, nil
}

func parseOpening(line string) ([]board.Square, error) {
	moves, err := notation.ParseMoves(line)
	if err != nil {
		return nil, err
	}
	plies, err := notation.Replay(board.Start(), board.Black, moves)
	if err != nil {
		return nil, err
	}
	opening := make([]board.Square, len(plies))
	position := board.Start()
	for i, ply := range plies {
		opening[i] = ply.Square
		position = position.Play(ply.Square)
	}
	if position.Over() {
		return nil, fmt.Errorf("the game is over after this opening")
	}
	return opening, nil
}
