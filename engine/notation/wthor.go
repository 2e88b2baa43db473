package notation

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"kaeshi/engine/board"
)

// The WTHOR database keeps the games of a year in a .wtb file: a header, then 68
// bytes a game. Players and tournaments are numbers of records in a .jou and a
// .trn file. Everything is little endian; passes are not stored.

const (
	wthorHeaderSize = 16
	wthorGameSize   = 68
	wthorMoves      = 60
	// The point of the theoretical score where the header states none.
	wthorDefaultDepth = 22
)

// wthorHeader begins all three kinds of file.
type wthorHeader struct {
	Century, Year, Month, Day uint8 // of the file
	Games                     int32
	Names                     uint16 // in a .jou or .trn file
	PlayedIn                  uint16 // the year of the games
	BoardSize                 uint8  // 0 means 8
	Kind                      uint8  // 1 for endgame studies
	Depth                     uint8  // empties at the theoretical score
	_                         uint8
}

// wthorGame is a game as the file has it.
type wthorGame struct {
	Tournament, Black, White uint16
	Score, Theory            uint8 // Black's discs, the empties to the winner
	Moves                    [wthorMoves]uint8
}

func readWTHOR(in *input) error {
	header, err := readWTHORHeader(in.reader)
	if err != nil {
		return WithName(in.name, err)
	}
	names, err := findNames(in.name)
	if err != nil {
		return err
	}
	for n := range int(header.Games) {
		var record wthorGame
		err := binary.Read(in.reader, binary.LittleEndian, &record)
		switch {
		case err == io.EOF:
			return WithName(in.name, fmt.Errorf("the header promises %d games, the file holds %d", header.Games, n))
		case err == io.ErrUnexpectedEOF:
			return WithName(in.name, fmt.Errorf("game %d is cut short", n+1))
		case err != nil:
			return WithName(in.name, err)
		}
		g, err := record.game(header, names)
		if err != nil {
			err = &Error{Err: fmt.Errorf("game %d: %w", n+1, err)}
		}
		if err := in.take(g, err); err != nil {
			return err
		}
	}
	if rest, err := io.Copy(io.Discard, in.reader); err != nil || rest > 0 {
		return WithName(in.name, errors.Join(err, fmt.Errorf("%d bytes follow the last of %d games", rest, header.Games)))
	}
	return nil
}

func readWTHORHeader(r *bufio.Reader) (wthorHeader, error) {
	const lfsPointer = "version https://git-lfs"
	if head, _ := r.Peek(len(lfsPointer)); string(head) == lfsPointer {
		return wthorHeader{}, errors.New("this is a Git LFS pointer, not the data: run git lfs pull")
	}
	var header wthorHeader
	err := binary.Read(r, binary.LittleEndian, &header)
	switch {
	case err == io.EOF:
		return header, errors.New("the file is empty")
	case err == io.ErrUnexpectedEOF:
		return header, errors.New("the header is cut short")
	case err != nil:
		return header, err
	case header.BoardSize != 8 && header.BoardSize != 0:
		return header, fmt.Errorf("the board is of size %d; only 8 can be read", header.BoardSize)
	case header.Kind != 0:
		return header, fmt.Errorf("the file holds endgame studies (kind %d), not games", header.Kind)
	case header.Depth > wthorMoves:
		return header, fmt.Errorf("the header states theoretical scores at %d empties", header.Depth)
	case header.Games < 0:
		return header, fmt.Errorf("the header promises %d games", header.Games)
	}
	return header, nil
}

func (r *wthorGame) game(header wthorHeader, names wthorNames) (Game, error) {
	g := newGame()
	if header.PlayedIn > 0 {
		g.Date = strconv.Itoa(int(header.PlayedIn))
	}
	g.Event = names.tournaments.name(r.Tournament)
	g.Players[board.Black].Name = names.players.name(r.Black)
	g.Players[board.White].Name = names.players.name(r.White)
	if r.Score > 64 || r.Theory > 64 {
		return Game{}, fmt.Errorf("a score of %d discs", max(r.Score, r.Theory))
	}
	g.Result.Score = Number{float64(2*int(r.Score) - 64), true}
	g.Theory = Theory{Empties: int(header.Depth), Score: 2*int(r.Theory) - 64}
	if g.Theory.Empties == 0 {
		g.Theory.Empties = wthorDefaultDepth
	}
	player := newPlayer(&g)
	for i, code := range r.Moves {
		if code == 0 {
			if strings.Trim(string(r.Moves[i:]), "\x00") != "" {
				return Game{}, fmt.Errorf("move %d is missing, but moves follow", i+1)
			}
			break
		}
		column, row := int(code%10)-1, int(code/10)-1
		if column < 0 || column > 7 || row < 0 || row > 7 {
			return Game{}, fmt.Errorf("move %d: %d is not a square", i+1, code)
		}
		if err := player.playAny(Move{Square: board.SquareAt(column, row)}); err != nil {
			return Game{}, err
		}
	}
	return g, nil
}

// WTHOR collects games for a database.
type WTHOR struct {
	games []wthorEntry
}

// wthorEntry is a game and what its record refers to.
type wthorEntry struct {
	record              wthorGame
	event, black, white Name
	year                uint16
	theory              Theory
}

// Add takes a game; an error says why the database cannot hold it.
func (w *WTHOR) Add(g *Game) error {
	entry, err := newWTHOREntry(g)
	if err != nil {
		return fmt.Errorf("game %d: %w", len(w.games)+1, err)
	}
	w.games = append(w.games, entry)
	return nil
}

// Write prints the games as a .wtb file and, if any of them has names, the .jou and
// .trn files that it refers to. The date in the headers is day. Numbers that names
// already have are kept where no other name has them.
func (w *WTHOR) Write(wtb, jou, trn io.Writer, day time.Time) error {
	header := wthorHeader{
		Century: uint8(day.Year() / 100), Year: uint8(day.Year() % 100),
		Month: uint8(day.Month()), Day: uint8(day.Day()),
		Games: int32(len(w.games)), BoardSize: 8, PlayedIn: w.commonYear(), Depth: w.commonDepth(),
	}
	players, tournaments, err := w.numberNames()
	if err != nil {
		return err
	}
	if err := binary.Write(wtb, binary.LittleEndian, header); err != nil {
		return err
	}
	for _, entry := range w.games {
		record := entry.record
		record.Tournament = tournaments.number(entry.event)
		record.Black, record.White = players.number(entry.black), players.number(entry.white)
		if entry.theory.Empties != int(header.Depth) {
			record.Theory = record.Score // there is one depth for all games
		}
		if err := binary.Write(wtb, binary.LittleEndian, record); err != nil {
			return err
		}
	}
	if !w.hasNames() {
		return nil
	}
	header.Games, header.BoardSize, header.PlayedIn, header.Depth = 0, 0, 0, 0
	return errors.Join(players.write(jou, header, playerNameSize), tournaments.write(trn, header, tournamentNameSize))
}

// commonYear returns the year that all dates begin with, 0 if there is none.
func (w *WTHOR) commonYear() uint16 {
	var common uint16
	for _, entry := range w.games {
		if entry.year == 0 || common != 0 && entry.year != common {
			return 0
		}
		common = entry.year
	}
	return common
}

// commonDepth returns the empties of the first theoretical score.
func (w *WTHOR) commonDepth() uint8 {
	for _, entry := range w.games {
		if empties := entry.theory.Empties; empties > 0 && empties <= wthorMoves {
			return uint8(empties)
		}
	}
	return wthorDefaultDepth
}

func newWTHOREntry(g *Game) (entry wthorEntry, err error) {
	if !usualStart(g) {
		return entry, errUnusualStart
	}
	entry.event, entry.theory = g.Event, g.Theory
	entry.black, entry.white = g.Players[board.Black].Name, g.Players[board.White].Name
	digits := len(g.Date) - len(strings.TrimLeft(g.Date, "0123456789"))
	if year, err := strconv.ParseUint(g.Date[:digits], 10, 16); err == nil {
		entry.year = uint16(year)
	}
	placed := 0
	for _, m := range g.Moves {
		if m.Square < board.Pass {
			entry.record.Moves[placed] = uint8(10*(m.Square.Row()+1) + m.Square.Column() + 1)
			placed++
		}
	}
	score, _ := g.FinalScore()
	stated := float64(score)
	if g.Result.Score.Known {
		stated = g.Result.Score.Value
	}
	if entry.record.Score, err = wthorDiscs(stated); err != nil {
		return entry, err
	}
	entry.record.Theory, err = wthorDiscs(float64(g.Theory.Score))
	return entry, err
}

// wthorDiscs returns Black's discs for his score.
func wthorDiscs(score float64) (uint8, error) {
	discs := (score + 64) / 2
	if discs != float64(uint8(max(0, min(64, discs)))) {
		return 0, fmt.Errorf("the score %+g is not one of 64 discs", score)
	}
	return uint8(discs), nil
}
