//go:build !wasm

package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// Store is the working book on disk: a key-value file whose every change is a
// transaction, so that a crash at any moment loses at most the one in hand.
//
// The key is the canonical position, the mover's discs first, big endian. The
// value is a record, little endian, with a checksum over key and record, since
// bbolt guards only its own structure:
//
//	 0  value, own value, leaf's value; 2 bytes each, 1/100 discs
//	 6  leaf square (65: none), level, selectivity, origin (+128: has an own value)
//	10  visits, 4 bytes
//	14  time of the last update, 8 bytes, Unix seconds, 0 if unknown
//	22  CRC-32C, 4 bytes
type Store struct {
	db   *bbolt.DB
	path string
}

const (
	storeVersion = 1
	storeRecord  = 26
	storeKey     = 16
	hasOwnBit    = 0x80

	lockPatience = 300 * time.Millisecond
)

var (
	positionsBucket = []byte("positions")
	metaBucket      = []byte("kaeshi book")
	versionKey      = []byte("version")
)

var errFlat = errors.New("a flat book cannot be changed; import it into a working book")

var errInUse = errors.New("in use by another process; close it or choose another file")

// OpenStore opens a working book for reading; others may do so at the same time.
func OpenStore(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return openStore(path, true)
}

// EditStore opens a working book for reading and writing, and makes it if there
// is none. It excludes every other user of the file.
func EditStore(path string) (*Store, error) {
	switch stored, err := isStore(path); {
	case errors.Is(err, fs.ErrNotExist):
		if err := createStore(path); err != nil {
			return nil, err
		}
	case err == nil && !stored:
		if _, err := Open(path); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", path, errFlat)
	}
	return openStore(path, false)
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
	if err := os.Link(temporary.Name(), path); err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return os.Rename(temporary.Name(), path) // a file system without links
}

func initStore(path string) error {
	db, err := bbolt.Open(path, 0o644, nil)
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		if _, err := tx.CreateBucket(positionsBucket); err != nil {
			return err
		}
		meta, err := tx.CreateBucket(metaBucket)
		if err != nil {
			return err
		}
		return meta.Put(versionKey, []byte{storeVersion})
	})
	return errors.Join(err, db.Close(), os.Chmod(path, 0o644))
}

func openStore(path string, readOnly bool) (s *Store, err error) {
	// bbolt falls over a file that is damaged in the right places.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			s, err = nil, fmt.Errorf("%s: the book is corrupt: %v", path, fault)
		}
	}()
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		return nil, fmt.Errorf("%s: %w", path, errNotBook) // bbolt would make a book of it
	}
	db, err := bbolt.Open(path, 0o644, &bbolt.Options{
		Timeout: lockPatience, ReadOnly: readOnly, FreelistType: bbolt.FreelistMapType,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, openingFault(err))
	}
	s = &Store{db: db, path: path}
	if err := s.check(); err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
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

// check refuses a file that is shorter than it says, which would end in a memory
// fault later, and one that is not ours.
func (s *Store) check() error {
	return s.db.View(func(tx *bbolt.Tx) error {
		info, err := os.Stat(s.path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("the book is truncated: %d bytes of %d", info.Size(), tx.Size())
		}
		meta := tx.Bucket(metaBucket)
		if meta == nil || tx.Bucket(positionsBucket) == nil {
			return errNotBook
		}
		if version := meta.Get(versionKey); len(version) != 1 || version[0] != storeVersion {
			return fmt.Errorf("the book has version %v; this program reads version %d", version, storeVersion)
		}
		return nil
	})
}

// Close gives the file free for others.
func (s *Store) Close() error { return s.db.Close() }

// view reads in one transaction. A damaged file makes bbolt panic, or read where
// no memory is; both become an error.
func (s *Store) view(read func(positions *bbolt.Bucket) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%s: the book is corrupt: %v", s.path, fault)
		}
	}()
	return s.db.View(func(tx *bbolt.Tx) error { return read(tx.Bucket(positionsBucket)) })
}

// Len returns the number of positions.
func (s *Store) Len() (n int) {
	s.view(func(positions *bbolt.Bucket) error {
		n = positions.Stats().KeyN
		return nil
	})
	return n
}

func (s *Store) find(canonical board.Position) (e Entry, ok bool) {
	s.snapshot(func(f finder) { e, ok = f.find(canonical) })
	return e, ok
}

// snapshot lets look see the book as it is at one moment.
func (s *Store) snapshot(look func(finder)) {
	s.view(func(positions *bbolt.Bucket) error {
		look(bucketFinder{positions})
		return nil
	})
}

// bucketFinder finds within one transaction.
type bucketFinder struct{ positions *bbolt.Bucket }

func (b bucketFinder) find(canonical board.Position) (Entry, bool) {
	var buffer [storeKey]byte
	key := appendKey(buffer[:0], canonical)
	return decodeStored(key, b.positions.Get(key))
}

// All walks the positions in the order of their keys, as far as the file can be
// read; Check tells whether that is all of it.
func (s *Store) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		s.each(func(p board.Position, e Entry, err error) bool { return err != nil || yield(p, e) })
	}
}

// each visits every record, with what is wrong with it, until visit returns false.
func (s *Store) each(visit func(board.Position, Entry, error) bool) error {
	return s.view(func(positions *bbolt.Bucket) error {
		cursor, number := positions.Cursor(), 0
		for key, value := cursor.First(); key != nil; key, value = cursor.Next() {
			number++
			var p board.Position
			var fault error
			if len(key) == storeKey {
				p.Player, p.Opponent = binary.BigEndian.Uint64(key), binary.BigEndian.Uint64(key[8:])
			}
			e, ok := decodeStored(key, value)
			if !ok {
				fault = fmt.Errorf("record %d is damaged", number)
			}
			if !visit(p, e, fault) {
				return nil
			}
		}
		return nil
	})
}

// Check reads everything once and returns what is damaged.
func (s *Store) Check() []error {
	var faults []error
	err := s.each(func(_ board.Position, _ Entry, fault error) bool {
		if fault != nil {
			faults = append(faults, fault)
		}
		return true
	})
	if err != nil {
		faults = append(faults, err)
	}
	if len(faults) > 0 {
		return faults // bbolt's own check, in a goroutine of its own, would fall over them
	}
	err = s.view(func(positions *bbolt.Bucket) error {
		for fault := range positions.Tx().Check() {
			faults = append(faults, fault)
		}
		return nil
	})
	if err != nil {
		faults = append(faults, err)
	}
	return faults
}

// Write stores what g knows of the canonical positions ps, and removes those that
// it does not know, in one transaction.
func (s *Store) Write(g *Graph, ps []board.Position) error {
	// bbolt keeps a page that grows as one sorted list until the end of the
	// transaction: in the order of the keys every insertion is at its end.
	ps = slices.SortedFunc(slices.Values(ps), comparePositions)
	err := s.db.Update(func(tx *bbolt.Tx) error {
		positions := tx.Bucket(positionsBucket)
		for _, p := range ps {
			key := storedKey(p)
			e, ok := g.entries[p]
			if !ok {
				if err := positions.Delete(key); err != nil {
					return err
				}
				continue
			}
			if err := positions.Put(key, encodeStored(key, e)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return nil
}

// WriteAll makes the file hold exactly what g holds.
func (s *Store) WriteAll(g *Graph) error {
	ps := g.positions()
	for p := range s.All() {
		if _, ok := g.entries[p]; !ok {
			ps = append(ps, p)
		}
	}
	return s.Write(g, ps)
}

func storedKey(p board.Position) []byte { return appendKey(make([]byte, 0, storeKey), p) }

func appendKey(key []byte, p board.Position) []byte {
	key = binary.BigEndian.AppendUint64(key, p.Player)
	return binary.BigEndian.AppendUint64(key, p.Opponent)
}

func encodeStored(key []byte, e Entry) []byte {
	data := make([]byte, 0, storeRecord)
	for _, v := range []Value{e.Value, e.Own, e.LeafValue} {
		data = binary.LittleEndian.AppendUint16(data, uint16(v))
	}
	origin := byte(e.Origin)
	if e.HasOwn {
		origin |= hasOwnBit
	}
	data = append(data, byte(e.Leaf), e.Level, byte(e.Selectivity), origin)
	data = binary.LittleEndian.AppendUint32(data, e.Visits)
	seconds := uint64(0)
	if !e.Updated.IsZero() {
		seconds = uint64(e.Updated.Unix())
	}
	data = binary.LittleEndian.AppendUint64(data, seconds)
	return binary.LittleEndian.AppendUint32(data, storedChecksum(key, data))
}

func storedChecksum(key, data []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, data)
}

func decodeStored(key, data []byte) (Entry, bool) {
	if len(key) != storeKey || len(data) != storeRecord {
		return Entry{}, false
	}
	body := data[:storeRecord-4]
	if storedChecksum(key, body) != binary.LittleEndian.Uint32(data[storeRecord-4:]) {
		return Entry{}, false
	}
	e := Entry{
		Value:       Value(binary.LittleEndian.Uint16(data)),
		Own:         Value(binary.LittleEndian.Uint16(data[2:])),
		LeafValue:   Value(binary.LittleEndian.Uint16(data[4:])),
		Leaf:        min(board.Square(data[6]), board.NoSquare),
		Level:       data[7],
		Selectivity: min(search.Selectivity(data[8]), search.NoSelectivity),
		Origin:      min(Origin(data[9]&^hasOwnBit), origins-1),
		HasOwn:      data[9]&hasOwnBit != 0,
		Visits:      binary.LittleEndian.Uint32(data[10:]),
	}
	if seconds := binary.LittleEndian.Uint64(data[14:]); seconds != 0 {
		e.Updated = time.Unix(int64(seconds), 0)
	}
	return e, true
}
