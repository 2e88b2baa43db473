//go:build !wasm

package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"kaeshi/book/foreign"
	"kaeshi/engine/board"
)

// Store is the working book on disk: a key-value file whose every change is a
// transaction, so that a crash at any moment loses at most the one in hand. Beside the
// positions (see record.go) it holds the games that were counted and those that wait
// to be learned (see games.go), and a tally of all that (see tally.go).
//
// The file is checked as a whole when it is opened (see storefile.go). If it is
// damaged afterwards, the first transaction that notices is the last one: after that
// nothing that bbolt holds can be relied on, not even its locks.
type Store struct {
	db    *bbolt.DB
	file  *os.File // that bbolt uses
	path  string
	fault atomic.Pointer[error]
}

const (
	// Version 1 had no tally and no games.
	storeVersion = 2

	lockPatience = 300 * time.Millisecond
)

var (
	positionsBucket = []byte("positions")
	metaBucket      = []byte("kaeshi book")
	versionKey      = []byte("version")
	tallyKey        = []byte("tally")
)

var errFlat = errors.New("a flat book cannot be changed; import it into a working book")

var errInUse = errors.New("in use by another process; close it or choose another file")

// OpenStore opens a working book for reading; others may do so at the same time.
func OpenStore(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	s, err := openStore(path, true)
	if err != nil {
		return nil, err
	}
	if err := checkFile(path); err != nil { // while nobody may change it
		s.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// EditStore opens a working book for reading and writing, and makes it if there
// is none. It excludes every other user of the file.
func EditStore(path string) (*Store, error) {
	switch stored, err := isStore(path); {
	case errors.Is(err, fs.ErrNotExist):
		if err := createStore(path); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case !stored:
		return nil, notWorking(path)
	}
	checked, err := OpenStore(path)
	if err != nil {
		return nil, err
	}
	if err := checked.Close(); err != nil {
		return nil, err
	}
	return openStore(path, false)
}

// notWorking tells why a file is no working book.
func notWorking(path string) error {
	kind, err := kindOf(path)
	if err != nil {
		return err
	}
	if kind != foreign.None {
		return errForeign(path, kind)
	}
	if _, err := Open(path); err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", path, errFlat)
}

// createStore makes an empty book beside its place and links it there when it is
// whole: whoever finds a file under that name finds a book, whenever its maker
// was killed, and of two makers at once the second finds the book of the first.
func createStore(path string) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	temporary.Close()
	defer os.Remove(temporary.Name())
	if err := initStore(temporary.Name()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	switch err := os.Link(temporary.Name(), path); {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil: // a file system without links
		if err := os.Rename(temporary.Name(), path); err != nil {
			return err
		}
	}
	return syncFolder(path)
}

func initStore(path string) error {
	db, err := bbolt.Open(path, 0o644, nil)
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range tallied {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		meta, err := tx.CreateBucket(metaBucket)
		if err != nil {
			return err
		}
		if err := meta.Put(tallyKey, tally{}.encode()); err != nil {
			return err
		}
		return meta.Put(versionKey, []byte{storeVersion})
	})
	return errors.Join(err, db.Close(), os.Chmod(path, 0o644))
}

func openStore(path string, readOnly bool) (s *Store, err error) {
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		return nil, fmt.Errorf("%s: %w", path, errNotBook) // bbolt would make a book of it
	}
	for s == nil || !s.current() {
		if s != nil { // another book has taken the name while we waited for this one
			s.db.Close()
		}
		s = &Store{path: path}
		if err := s.guarded(func() error { return s.openFile(readOnly) }); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Store) openFile(readOnly bool) (err error) {
	s.db, err = bbolt.Open(s.path, 0o644, &bbolt.Options{
		Timeout: lockPatience, ReadOnly: readOnly, FreelistType: bbolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			s.file, err = os.OpenFile(name, flag, mode)
			return s.file, err
		},
	})
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, openingFault(err))
	}
	return nil
}

// current reports whether the file that is open still has the name.
func (s *Store) current() bool {
	named, err := os.Stat(s.path)
	opened, err2 := s.file.Stat()
	return err != nil || err2 != nil || os.SameFile(named, opened)
}

// openingFault says in a user's words why bbolt does not open a file.
func openingFault(err error) error {
	var at *os.PathError
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return errInUse
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch):
		return errNotBook
	case errors.Is(err, berrors.ErrChecksum):
		return errCorrupt
	case errors.As(err, &at):
		return at.Err
	}
	return fmt.Errorf("the book is corrupt: %w", err)
}

// Close gives the file free for others. After a fault bbolt may hold its own locks for
// ever: nobody waits for it then.
func (s *Store) Close() error {
	if s.Err() != nil {
		go func() { _ = s.guarded(s.db.Close) }()
		return nil
	}
	return s.db.Close()
}

// Err returns what kept the book from being read or written as it should be. It stays.
func (s *Store) Err() error {
	if fault := s.fault.Load(); fault != nil {
		return *fault
	}
	return nil
}

// guarded lets do use bbolt. A damaged file makes that panic, or read where no memory
// is; both become a fault.
func (s *Store) guarded(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil { // what bbolt says of it is of no use to anybody else
			err = s.fail(fmt.Errorf("%s: the book was damaged while it was open; restore a copy of it", s.path))
		}
	}()
	return do()
}

// fail notes the first fault, which it returns.
func (s *Store) fail(err error) error {
	s.fault.CompareAndSwap(nil, &err)
	return s.Err()
}

// view reads in one transaction.
func (s *Store) view(read func(tx *bbolt.Tx) error) error {
	if err := s.Err(); err != nil {
		return err
	}
	return s.guarded(func() error { return s.db.View(read) })
}

// update changes something in one transaction, and the tally with it.
func (s *Store) update(change func(*writing) error) error {
	if err := s.Err(); err != nil {
		return err
	}
	err := s.guarded(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error {
			w, err := beginWriting(tx)
			if err == nil {
				err = change(w)
			}
			if err == nil {
				err = w.end()
			}
			return err
		})
	})
	if err != nil && s.Err() == nil {
		err = fmt.Errorf("%s: %w", s.path, err)
	}
	return err
}

func (s *Store) find(canonical board.Position) (e Entry, ok bool) {
	s.snapshot(func(f finder) { e, ok = f.find(canonical) })
	return e, ok
}

// snapshot lets look see the book as it is at one moment. Err returns why it could not.
func (s *Store) snapshot(look func(finder)) {
	_ = s.view(func(tx *bbolt.Tx) error {
		look(bucketFinder{s, tx.Bucket(positionsBucket)})
		return nil
	})
}

// bucketFinder finds within one transaction.
type bucketFinder struct {
	store     *Store
	positions *bbolt.Bucket
}

func (b bucketFinder) find(canonical board.Position) (Entry, bool) {
	var buffer [storeKey]byte
	key := appendKey(buffer[:0], canonical)
	data := b.positions.Get(key)
	if data == nil {
		return Entry{}, false
	}
	e, ok := decodeStored(key, data)
	if !ok {
		_ = b.store.fail(b.store.damagedRecord(key))
	}
	return e, ok
}

func (s *Store) damagedRecord(key []byte) error {
	return fmt.Errorf("%s: the book is damaged: the record of position %x is not as it was written; restore a copy of it", s.path, key)
}

// All walks the positions in the order of their keys, as far as the file can be
// read; if that is not all of it, Err returns why.
func (s *Store) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		_ = s.view(func(tx *bbolt.Tx) error {
			return s.walk(tx, func(_ uint64, _ bool, key, value []byte) error {
				e, ok := decodeStored(key, value)
				if !ok {
					return s.fail(s.damagedRecord(key))
				}
				p := board.Position{Player: binary.BigEndian.Uint64(key), Opponent: binary.BigEndian.Uint64(key[8:])}
				if !yield(p, e) {
					return errEnough
				}
				return nil
			})
		})
	}
}

var errEnough = errors.New("nobody wants more")

// walk shows the records of positions to visit. It reads page by page, as bbolt would map
// all of the file into the memory of the process.
func (s *Store) walk(tx *bbolt.Tx, visit leafVisitor) error {
	positions := tx.Bucket(positionsBucket)
	root := uint64(positions.Root())
	if root == 0 { // few, inside another page
		return positions.ForEach(func(key, value []byte) error { return visit(0, false, key, value) })
	}
	c := &fileCheck{file: s.file, pageSize: s.db.Info().PageSize}
	c.pages = uint64(tx.Size()) / uint64(c.pageSize)
	c.seen = make([]bool, c.pages)
	err := c.tree(root, nil, nil, visit)
	if err == nil || errors.Is(err, errEnough) || s.Err() != nil {
		return err
	}
	return s.fail(fmt.Errorf("%s: %w", s.path, err))
}

// Len returns the number of positions.
func (s *Store) Len() int {
	n := 0
	for range s.All() {
		n++
	}
	return n
}

// Write stores what g knows of the canonical positions ps, and removes those that
// it does not know, in one transaction.
func (s *Store) Write(g *Graph, ps []board.Position) error {
	return s.update(func(w *writing) error { return w.positions(g, ps) })
}
