package book

import (
	"errors"
	"iter"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Store is the working book, which needs files mapped into memory and locked;
// WebAssembly has neither, and makes do with flat books.
type Store struct{}

var errNoStore = errors.New("a working book cannot be used on this system; export it as a flat book")

// OpenStore fails.
func OpenStore(string) (*Store, error) { return nil, errNoStore }

// EditStore fails.
func EditStore(string) (*Store, error) { return nil, errNoStore }

func (*Store) find(board.Position) (Entry, bool) { return Entry{}, false }

func (s *Store) snapshot(look func(finder)) { look(s) }

// All walks over nothing.
func (*Store) All() iter.Seq2[board.Position, Entry] {
	return func(func(board.Position, Entry) bool) {}
}

// Len is 0.
func (*Store) Len() int { return 0 }

// Err is nil.
func (*Store) Err() error { return nil }

// Counted finds nothing.
func (*Store) Counted(GameKey) (int, error) { return 0, errNoStore }

// Wait fails.
func (*Store) Wait([]notation.Ply) error { return errNoStore }

// Waiting finds nothing.
func (*Store) Waiting() ([][]notation.Ply, error) { return nil, errNoStore }

// WriteGame fails.
func (*Store) WriteGame(*Graph, []board.Position, CountedGame) error { return errNoStore }

// Write fails.
func (*Store) Write(*Graph, []board.Position) error { return errNoStore }

// WriteAll fails.
func (*Store) WriteAll(Reader, ...CountedGame) error { return errNoStore }

// Close has nothing to do.
func (*Store) Close() error { return nil }
