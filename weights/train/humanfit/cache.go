package humanfit

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"

	"kaeshi/engine/board"
	"kaeshi/engine/human"
)

// Cache keeps the engine's values of all moves of games in a file, for they take longer
// than all the rest of a fit. Each game is a record: its key, the length of what follows,
// then for each position with a choice the values of all moves at each depth. A record
// that was cut short is dropped, so a fit that was stopped goes on where it was.
type Cache struct {
	file  *os.File
	games map[uint64][]byte
}

// cacheMagic begins a cache; another version of the values gets another one.
const cacheMagic = "KAESHIHV1\n"

// OpenCache opens a cache or begins one.
func OpenCache(path string) (*Cache, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	c := &Cache{file: file, games: map[uint64][]byte{}}
	if err := c.read(); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

func (c *Cache) read() error {
	r := bufio.NewReaderSize(c.file, 1<<20)
	head := make([]byte, len(cacheMagic))
	switch _, err := io.ReadFull(r, head); {
	case errors.Is(err, io.EOF):
		_, err := c.file.WriteString(cacheMagic)
		return err
	case err != nil || string(head) != cacheMagic:
		return errors.New("this is no cache of values; name another file")
	}
	whole := int64(len(cacheMagic))
	for {
		var record [12]byte
		if _, err := io.ReadFull(r, record[:]); err != nil {
			break
		}
		size := binary.LittleEndian.Uint32(record[8:])
		if size > 1<<20 {
			return errors.New("this cache of values is damaged; remove it")
		}
		values := make([]byte, size)
		if _, err := io.ReadFull(r, values); err != nil {
			break
		}
		c.games[binary.LittleEndian.Uint64(record[:8])] = values
		whole += int64(len(record)) + int64(size)
	}
	if err := c.file.Truncate(whole); err != nil {
		return err
	}
	_, err := c.file.Seek(whole, io.SeekStart)
	return err
}

// Close closes the file.
func (c *Cache) Close() error { return c.file.Close() }

// Has reports whether the values of a game are known.
func (c *Cache) Has(g *Game) bool { _, ok := c.games[g.Key]; return ok }

// Fill values the moves of a game and writes them down.
func (c *Cache) Fill(ctx context.Context, judge *human.Judge, g *Game) error {
	values := []byte{}
	for p := range g.Choices() {
		j := judge.Judge(ctx, p.Position)
		for _, depth := range j.Values {
			for _, v := range depth {
				values = binary.LittleEndian.AppendUint16(values, uint16(v))
			}
		}
	}
	if err := ctx.Err(); err != nil { // they may be shallow
		return err
	}
	record := binary.LittleEndian.AppendUint64(nil, g.Key)
	record = binary.LittleEndian.AppendUint32(record, uint32(len(values)))
	if _, err := c.file.Write(append(record, values...)); err != nil {
		return err
	}
	c.games[g.Key] = values
	return nil
}

// Judgements returns what is known of each choice of a game, in their order.
func (c *Cache) Judgements(g *Game) []human.Judgement {
	values := c.games[g.Key]
	var out []human.Judgement
	for p := range g.Choices() {
		j := human.Judgement{Moves: squares(p.Position.Moves())}
		for d := range j.Values {
			for range j.Moves {
				j.Values[d] = append(j.Values[d], int16(binary.LittleEndian.Uint16(values)))
				values = values[2:]
			}
		}
		j.Solved = p.Position.EmptyCount() <= human.SolvedFrom
		out = append(out, j)
	}
	return out
}

func squares(b uint64) []board.Square {
	var out []board.Square
	for ; b != 0; b &= b - 1 {
		out = append(out, board.Square(bits.TrailingZeros64(b)))
	}
	return out
}
