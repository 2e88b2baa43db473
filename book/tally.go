//go:build !wasm

package book

import (
	"encoding/binary"
	"hash/fnv"
)

// tally is what a working book says of all its records together, so that none can get
// lost or come twice without a word. It does not depend on their order, and follows
// every change without looking at the others.
type tally struct {
	records uint64
	sum     uint64 // of the records' hashes
}

const tallySize = 16

func recordHash(bucket, key, value []byte) uint64 {
	h := fnv.New64a()
	h.Write(bucket)
	h.Write(key)
	h.Write(value)
	return h.Sum64()
}

func (t *tally) add(bucket, key, value []byte) {
	t.records++
	t.sum += recordHash(bucket, key, value)
}

func (t *tally) remove(bucket, key, value []byte) {
	t.records--
	t.sum -= recordHash(bucket, key, value)
}

func (t tally) encode() []byte {
	data := binary.LittleEndian.AppendUint64(make([]byte, 0, tallySize), t.records)
	return binary.LittleEndian.AppendUint64(data, t.sum)
}

func decodeTally(data []byte) tally {
	return tally{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])}
}
