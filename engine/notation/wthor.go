package notation

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	// A file that was cut short is read as far as it goes, but nobody has so many games.
	const incredible = 10_000_000
	if held := (in.size - wthorHeaderSize) / wthorGameSize; in.size >= 0 && held < int64(header.Games) && header.Games > incredible {
		return WithName(in.name, fmt.Errorf("the header promises %d games, the file has room for %d", header.Games, held))
	}
	names, err := in.names()
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
	return WithName(in.name, errBehind(in.reader, header.Games))
}

// errBehind looks whether anything follows the last game, and not further than a
// glance goes.
func errBehind(r io.Reader, games int32) error {
	const glance = 1 << 16
	rest, err := io.CopyN(io.Discard, r, glance)
	switch {
	case err != nil && err != io.EOF:
		return err
	case rest == glance:
		return fmt.Errorf("%d bytes and more follow the last of %d games", rest, games)
	case rest > 0:
		return fmt.Errorf("%d bytes follow the last of %d games", rest, games)
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
