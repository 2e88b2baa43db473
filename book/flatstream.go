package book

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"

	"kaeshi/book/bulk"
	"kaeshi/engine/board"
)

// hashSize is what stands before a flat record while it is sorted.
const hashSize = 8

// WriteFlat writes the book as a flat file in a bounded amount of memory, however large
// it is, and returns the number of positions. The values are those that the book states.
func (b *Book) WriteFlat(w io.WriteSeeker) (int64, error) {
	sorter := bulk.NewSorter(hashSize + flatRecord)
	defer sorter.Close()
	r := b.whole()
	var record []byte
	for p, e := range r.All() {
		record = binary.BigEndian.AppendUint64(record[:0], bucketHash(p))
		record = encodeFlat(record, p, e)
		if err := sorter.Add(record); err != nil {
			return 0, err
		}
	}
	if err := r.Err(); err != nil {
		return 0, err
	}
	return int64(sorter.Len()), writeSorted(w, sorter)
}

// writeSorted writes the flat book of records sorted by their hashes. The directory and
// the checksum, which stand before the records, are known after them.
func writeSorted(w io.WriteSeeker, sorter *bulk.Sorter) error {
	directoryBits := directoryBitsFor(sorter.Len())
	starts := make([]uint32, 1<<directoryBits+1)
	begin := int64(flatHeader) + 4*int64(len(starts))
	if _, err := w.Seek(begin, io.SeekStart); err != nil {
		return err
	}
	sum := crc32.New(castagnoli) // of the records
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<18)
	var records [][]byte // of one bucket
	flush := func() error {
		slices.SortFunc(records, compareFlat)
		for _, record := range records {
			if _, err := out.Write(record); err != nil {
				return err
			}
		}
		records = records[:0]
		return nil
	}
	last := uint64(0)
	for record, err := range sorter.All() {
		if err != nil {
			return err
		}
		at := binary.BigEndian.Uint64(record) >> (64 - uint(directoryBits))
		if at != last {
			if err := flush(); err != nil {
				return err
			}
			last = at
		}
		starts[at+1]++
		records = append(records, bytes.Clone(record[hashSize:]))
	}
	if err := flush(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	head := appendFlatHead(nil, starts, sorter.Len())
	before := flatChecksum(head)
	binary.LittleEndian.PutUint32(head[checksumAt:], joinChecksums(before, sum.Sum32(), int64(sorter.Len())*flatRecord))
	if _, err := w.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := w.Write(head)
	return err
}

// compareFlat orders records by their positions.
func compareFlat(a, b []byte) int {
	position := func(record []byte) board.Position {
		return board.Position{Player: binary.LittleEndian.Uint64(record), Opponent: binary.LittleEndian.Uint64(record[8:])}
	}
	return comparePositions(position(a), position(b))
}

// joinChecksums returns the CRC of two pieces of data, of which the second is size bytes
// long, from the CRCs of the pieces: that of the first runs on over size zeros, which is
// a multiplication in the field of the polynomial.
func joinChecksums(first, second uint32, size int64) uint32 {
	// A matrix over one bit: column i is what becomes of bit i after so many zeros.
	var step [32]uint32
	step[0] = crc32.Castagnoli // one zero bit
	for i := 1; i < 32; i++ {
		step[i] = 1 << (i - 1)
	}
	apply := func(m *[32]uint32, v uint32) (to uint32) {
		for ; v != 0; v &= v - 1 {
			to ^= m[bits.TrailingZeros32(v)]
		}
		return to
	}
	for n := uint64(size) * 8; n > 0; n >>= 1 {
		if n&1 != 0 {
			first = apply(&step, first)
		}
		var square [32]uint32
		for i := range square {
			square[i] = apply(&step, step[i])
		}
		step = square
	}
	return first ^ second
}
