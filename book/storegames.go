//go:build !wasm

package book

import (
	"fmt"

	"go.etcd.io/bbolt"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// The working book remembers by their keys which games it has counted, with the number
// of their positions, a byte; and the moves, a byte each, of those that it is still to
// learn, so that nothing is lost when learning is cut short.
var (
	gamesBucket   = []byte("games")
	waitingBucket = []byte("waiting")
)

const mostPositions = 255 // of a game; there are 60 moves and fewer passes

// Counted returns at how many of its first positions a game has been counted.
func (s *Store) Counted(key GameKey) (positions int, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		if games := tx.Bucket(gamesBucket); games != nil { // old books have none
			if value := games.Get(key[:]); len(value) == 1 {
				positions = int(value[0])
			}
		}
		return nil
	})
	return positions, err
}

// Wait keeps a game until it is learned, unless it has been.
func (s *Store) Wait(plies []notation.Ply) error {
	key := KeyOf(plies)
	if counted, err := s.Counted(key); err != nil || counted > 0 {
		return err
	}
	return s.update(func(w *writing) error { return w.put(waitingBucket, key[:], squaresOf(plies)) })
}

// Waiting returns the games that wait.
func (s *Store) Waiting() (games [][]notation.Ply, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		waiting := tx.Bucket(waitingBucket)
		if waiting == nil {
			return nil
		}
		return waiting.ForEach(func(key, value []byte) error {
			moves := make([]board.Square, len(value))
			for i, sq := range value {
				moves[i] = board.Square(sq)
			}
			plies, err := notation.Replay(board.Start(), board.Black, moves)
			if err != nil {
				return s.fail(fmt.Errorf("%s: the book is damaged: a game that waits to be learned: %w", s.path, err))
			}
			games = append(games, plies)
			return nil
		})
	})
	return games, err
}

// WriteGame stores what a game has taught, see Write, and that it is counted.
func (s *Store) WriteGame(g *Graph, ps []board.Position, game CountedGame) error {
	return s.update(func(w *writing) error {
		if err := w.positions(g, ps); err != nil {
			return err
		}
		return w.games([]CountedGame{game})
	})
}

// games notes games as counted; they wait no more.
func (w *writing) games(counted []CountedGame) error {
	for _, game := range counted {
		if err := w.put(gamesBucket, game.Key[:], []byte{byte(min(game.Positions, mostPositions))}); err != nil {
			return err
		}
		if err := w.put(waitingBucket, game.Key[:], nil); err != nil {
			return err
		}
	}
	return nil
}
