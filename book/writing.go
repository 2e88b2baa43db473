//go:build !wasm

package book

import (
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"kaeshi/engine/board"
)

// writing is a transaction that changes a working book.
type writing struct {
	tx    *bbolt.Tx
	meta  *bbolt.Bucket
	tally tally
}

// tallied are the buckets whose records the tally counts.
var tallied = [][]byte{positionsBucket, gamesBucket, waitingBucket}

// beginWriting makes of an older book one of today's.
func beginWriting(tx *bbolt.Tx) (*writing, error) {
	w := &writing{tx: tx, meta: tx.Bucket(metaBucket)}
	if stated := w.meta.Get(tallyKey); len(stated) == tallySize {
		w.tally = decodeTally(stated)
		return w, nil
	}
	for _, name := range tallied {
		bucket, err := tx.CreateBucketIfNotExists(name)
		if err == nil {
			err = bucket.ForEach(func(key, value []byte) error {
				w.tally.add(name, key, value)
				return nil
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return w, w.meta.Put(versionKey, []byte{storeVersion})
}

// end stores the tally.
func (w *writing) end() error { return w.meta.Put(tallyKey, w.tally.encode()) }

// put stores a record, or removes it if the value is nil.
func (w *writing) put(bucket, key, value []byte) error {
	records := w.tx.Bucket(bucket)
	if before := records.Get(key); before != nil {
		w.tally.remove(bucket, key, before)
	}
	if value == nil {
		return records.Delete(key)
	}
	w.tally.add(bucket, key, value)
	return records.Put(key, value)
}

func (w *writing) positions(g *Graph, ps []board.Position) error {
	// bbolt keeps a page that grows as one sorted list until the end of the
	// transaction: in the order of the keys every insertion is at its end.
	for _, p := range slices.SortedFunc(slices.Values(ps), comparePositions) {
		key := storedKey(p)
		var value []byte
		if e, ok := g.entries[p]; ok {
			value = encodeStored(key, e)
		}
		if err := w.put(positionsBucket, key, value); err != nil {
			return fmt.Errorf("position %x: %w", key, err)
		}
	}
	return nil
}
