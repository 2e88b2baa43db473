package book

import (
	"crypto/sha256"
	"io"

	"kaeshi/book/bulk"
	"kaeshi/engine/notation"
)

// GameKey names a game by its moves: a game that is told twice, from another file or
// by another client, is the same.
type GameKey [16]byte

// KeyOf returns the name of a game from the usual start.
func KeyOf(plies []notation.Ply) GameKey {
	sum := sha256.Sum256(squaresOf(plies))
	return GameKey(sum[:16])
}

// squaresOf returns the moves of a game, a byte each.
func squaresOf(plies []notation.Ply) []byte {
	squares := make([]byte, len(plies))
	for i, ply := range plies {
		squares[i] = byte(ply.Square)
	}
	return squares
}

// CountedGame is a game that a book has counted at its first positions, the start
// included. What is told again counts only beyond these.
type CountedGame struct {
	Key       GameKey
	Positions int
}

// KeyOfBook returns the name of the games that a book counts, whatever the form of its
// file: a book that is told twice is the same.
func KeyOfBook(r Reader) (GameKey, error) {
	file, err := bulk.Temporary()
	if err != nil {
		return GameKey{}, err
	}
	defer bulk.Discard(file)
	if _, err := New(r).WriteFlat(file); err != nil {
		return GameKey{}, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return GameKey{}, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return GameKey{}, err
	}
	return GameKey(sum.Sum(nil)[:16]), nil
}
