//go:build !wasm

package book

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"kaeshi/book/bulk"
)

// batch is how many records are written in one transaction, which bbolt keeps in memory
// until its end.
const batch = 10_000

// mostChanged is how many differences do not want a new file. A variable for tests.
var mostChanged = batch

// difference is what a record is to become; nil if it is to go.
type difference struct{ key, value []byte }

// WriteAll makes the file hold exactly the positions of a book, and notes games as
// counted: all of that or nothing. What changes little is one transaction. Otherwise a new
// file is written, in a bounded amount of memory, that takes the name of the old one.
func (s *Store) WriteAll(r Reader, counted ...CountedGame) error {
	sorted := bulk.NewSorter(storeKey + storedBody)
	defer sorted.Close()
	var record []byte
	for p, e := range r.All() {
		record = appendBody(appendKey(record[:0], p), e)
		if err := sorted.Add(record); err != nil {
			return err
		}
	}
	if err := r.Err(); err != nil {
		return err
	}
	found, all, err := s.differences(sorted, mostChanged)
	if err != nil {
		return err
	}
	if !all {
		err := s.rebuild(sorted, counted)
		if !errors.Is(err, fs.ErrPermission) {
			return err
		}
		if found, _, err = s.differences(sorted, sorted.Len()+s.Len()); err != nil { // the folder may not be written to
			return err
		}
	}
	return s.update(func(w *writing) error {
		for _, d := range found {
			if err := w.put(positionsBucket, d.key, d.value); err != nil {
				return fmt.Errorf("position %x: %w", d.key, err)
			}
		}
		return w.games(counted)
	})
}

// differences compares the file with the sorted records that it is to hold. If there are more
// differences than most, not all of them are returned.
func (s *Store) differences(sorted *bulk.Sorter, most int) (found []difference, all bool, err error) {
	next, stop := iter.Pull2(s.All())
	defer stop()
	p, e, more := next()
	old := storedKey(p)
	advance := func() {
		if p, e, more = next(); more {
			old = storedKey(p)
		}
	}
	for record, err := range sorted.All() {
		if err != nil {
			return nil, false, err
		}
		key, now := bytes.Clone(record[:storeKey]), decodeBody(record[storeKey:])
		for more && bytes.Compare(old, key) < 0 {
			found = append(found, difference{key: old})
			advance()
		}
		same := more && bytes.Equal(old, key)
		if !same || e != now {
			found = append(found, difference{key, encodeStored(key, now)})
		}
		if same {
			advance()
		}
		if len(found) > most {
			return nil, false, s.Err()
		}
	}
	for ; more && len(found) <= most; advance() {
		found = append(found, difference{key: old})
	}
	return found, len(found) <= most, s.Err()
}

// rebuild writes a new file beside the old one, and uses it instead.
func (s *Store) rebuild(sorted *bulk.Sorter, counted []CountedGame) (err error) {
	path, err := filepath.EvalSymlinks(s.path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	temporary.Close()
	defer os.Remove(temporary.Name()) // unless it has the other name by then
	if err := initStore(temporary.Name()); err != nil {
		return err
	}
	fresh, err := openStore(temporary.Name(), false)
	if err != nil {
		return err
	}
	fresh.db.NoSync = true // until the end nobody needs it
	err = errors.Join(s.copyGames(fresh), fresh.append(sorted), fresh.update(func(w *writing) error { return w.games(counted) }))
	if err == nil {
		fresh.db.NoSync = false
		err = errors.Join(fresh.db.Sync(), os.Chmod(temporary.Name(), info.Mode().Perm()))
	}
	if err != nil {
		fresh.db.Close()
		return err
	}
	return s.become(fresh, path)
}

// become gives a new file the name of the old one. Both stay locked until then, where the
// system lets open files be renamed.
func (s *Store) become(fresh *Store, path string) error {
	if err := os.Rename(fresh.path, path); err != nil {
		if err := errors.Join(s.db.Close(), fresh.db.Close(), os.Rename(fresh.path, path)); err != nil {
			return err
		}
		return errors.Join(syncFolder(path), s.openFile(false))
	}
	err := errors.Join(syncFolder(path), s.db.Close())
	s.db, s.file = fresh.db, fresh.file
	return err
}

// copyGames copies what is not about positions.
func (s *Store) copyGames(to *Store) error {
	return s.view(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{gamesBucket, waitingBucket} {
			bucket := tx.Bucket(name)
			if bucket == nil { // old books have none
				continue
			}
			records := func(yield func(key, value []byte) bool) {
				cursor := bucket.Cursor()
				for key, value := cursor.First(); key != nil && yield(key, value); {
					key, value = cursor.Next()
				}
			}
			if err := to.putAll(name, records); err != nil {
				return err
			}
		}
		return nil
	})
}

// append puts the sorted records of positions into a book that has none.
func (s *Store) append(sorted *bulk.Sorter) error {
	var fault error
	err := s.putAll(positionsBucket, func(yield func(key, value []byte) bool) {
		for record, err := range sorted.All() {
			if err != nil {
				fault = err
				return
			}
			key := record[:storeKey]
			if !yield(key, encodeStored(key, decodeBody(record[storeKey:]))) {
				return
			}
		}
	})
	return errors.Join(fault, err)
}

// putAll puts records that come in the order of their keys into a bucket, in as many
// transactions as it takes.
func (s *Store) putAll(bucket []byte, records iter.Seq2[[]byte, []byte]) error {
	next, stop := iter.Pull2(records)
	defer stop()
	for more := true; more; {
		err := s.update(func(w *writing) error {
			w.tx.Bucket(bucket).FillPercent = 0.95 // what comes later is behind it
			for range batch {
				var key, value []byte
				if key, value, more = next(); !more {
					return nil
				}
				if err := w.put(bucket, bytes.Clone(key), bytes.Clone(value)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
