package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math/bits"
	"slices"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/disk"
	"kaeshi/engine/search"
)

// A flat book is what a program carries inside itself: it is probed where it
// lies, without being unpacked. All numbers are little endian.
//
//	 0  magic "KAESHIBK"
//	 8  version, 2 bytes
//	10  size of a record, 2 bytes
//	12  bits of the directory's index, 1 byte, then 3 zero bytes
//	16  number of records, 8 bytes
//	24  CRC-32C of the file without these 4 bytes, then 4 zero bytes
//	32  directory: 2^bits + 1 times 4 bytes, where the records of a bucket begin
//	    records, by bucket and within it by position
//
// A position's bucket is the top bits of its hash (see bucketHash). A record:
//
//	 0  the mover's discs, 8 bytes, then the opponent's; canonical
//	16  value, 2 bytes, then the leaf's; 1/100 discs
//	20  visits, 4 bytes
//	24  leaf square (65: none), level, selectivity, origin, 1 byte each
const (
	flatMagic   = "KAESHIBK"
	flatVersion = 1
	flatHeader  = 32
	flatRecord  = 28
	checksumAt  = 24

	maxDirectoryBits = 24
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// What can be wrong with a book file.
var (
	errNotBook   = errors.New("not a Kaeshi book")
	errCorrupt   = errors.New("the book is corrupt: its checksum does not match")
	errMalformed = errors.New("the book is malformed: its directory makes no sense")
)

// flat is a flat book, used as it came from the file.
type flat struct {
	directory []byte
	records   []byte
	bits      int
}

// readFlat reads the file of a flat book. Its head says how long it is: no other file
// is read whole, however large.
func readFlat(path string) ([]byte, error) {
	return disk.Read(path, flatHeader, func(head []byte, size int64) error {
		length, err := flatLength(head)
		if err == nil {
			err = rightLength(size, length)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
}

func rightLength(have int64, length uint64) error {
	switch have := uint64(have); {
	case have < length:
		return fmt.Errorf("the book is truncated: %d bytes of %d", have, length)
	case have > length:
		return fmt.Errorf("the book is corrupt: %d bytes beyond its end", have-length)
	}
	return nil
}

// flatLength returns the length in bytes of a flat book that begins with data.
func flatLength(data []byte) (uint64, error) {
	if len(data) < len(flatMagic) || string(data[:len(flatMagic)]) != flatMagic {
		return 0, errNotBook
	}
	if len(data) < flatHeader {
		return 0, fmt.Errorf("the book is truncated: %d bytes, not even a header", len(data))
	}
	if version := binary.LittleEndian.Uint16(data[8:]); version != flatVersion {
		return 0, fmt.Errorf("the book has version %d; this program reads version %d", version, flatVersion)
	}
	size, count := binary.LittleEndian.Uint16(data[10:]), binary.LittleEndian.Uint64(data[16:])
	if size != flatRecord || data[12] > maxDirectoryBits || count > 1<<32 {
		return 0, errMalformed
	}
	return flatHeader + directorySize(data) + count*flatRecord, nil
}

// directorySize returns the bytes of the directory that a header tells of.
func directorySize(header []byte) uint64 { return 4 * (1<<header[12] + 1) }

// openFlat checks data and returns the book in it, which keeps using data.
func openFlat(data []byte) (*flat, error) {
	length, err := flatLength(data)
	if err != nil {
		return nil, err
	}
	if err := rightLength(int64(len(data)), length); err != nil {
		return nil, err
	}
	if flatChecksum(data) != binary.LittleEndian.Uint32(data[checksumAt:]) {
		return nil, errCorrupt
	}
	records := flatHeader + directorySize(data)
	f := &flat{directory: data[flatHeader:records], records: data[records:], bits: int(data[12])}
	if !f.ordered(binary.LittleEndian.Uint64(data[16:])) {
		return nil, errMalformed
	}
	return f, nil
}

// ordered reports whether the directory can be followed without leaving the file.
func (f *flat) ordered(count uint64) bool {
	last := uint32(0)
	for at := 0; at < len(f.directory); at += 4 {
		begin := binary.LittleEndian.Uint32(f.directory[at:])
		if begin < last {
			return false
		}
		last = begin
	}
	return binary.LittleEndian.Uint32(f.directory) == 0 && uint64(last) == count
}

func flatChecksum(data []byte) uint32 {
	sum := crc32.Update(0, castagnoli, data[:checksumAt])
	return crc32.Update(sum, castagnoli, data[checksumAt+4:])
}

// bucketHash spreads positions evenly over the directory: a multiplication by
// odd constants, folded once, keeps every bit of both halves.
func bucketHash(p board.Position) uint64 {
	h := p.Player*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(p.Opponent*0xC2B2AE3D27D4EB4F, 31)
	h ^= h >> 32
	return h * 0x9E3779B97F4A7C15
}

// bucket returns the directory index of p; shifting by 64 gives the only one.
func bucket(p board.Position, directoryBits int) uint64 {
	return bucketHash(p) >> (64 - uint(directoryBits))
}

// Err is nil: all of the file was checked when it was opened.
func (f *flat) Err() error { return nil }

func (f *flat) find(canonical board.Position) (Entry, bool) {
	at := f.directory[4*bucket(canonical, f.bits):]
	begin, end := binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:])
	for i := begin; i < end; i++ {
		record := f.records[int(i)*flatRecord:][:flatRecord]
		if binary.LittleEndian.Uint64(record) == canonical.Player &&
			binary.LittleEndian.Uint64(record[8:]) == canonical.Opponent {
			return decodeFlat(record), true
		}
	}
	return Entry{}, false
}

func (f *flat) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		for record := range slices.Chunk(f.records, flatRecord) {
			p := board.Position{
				Player:   binary.LittleEndian.Uint64(record),
				Opponent: binary.LittleEndian.Uint64(record[8:]),
			}
			if !yield(p, decodeFlat(record)) {
				return
			}
		}
	}
}

// decodeFlat reads a record. A flat book keeps no separate own value: where no
// successor is registered the value is the own value, elsewhere it does not count.
func decodeFlat(record []byte) Entry {
	value := Value(binary.LittleEndian.Uint16(record[16:]))
	return Entry{
		Value: value, Own: value, HasOwn: true,
		LeafValue:   Value(binary.LittleEndian.Uint16(record[18:])),
		Visits:      binary.LittleEndian.Uint32(record[20:]),
		Leaf:        min(board.Square(record[24]), board.NoSquare),
		Level:       record[25],
		Selectivity: min(search.Selectivity(record[26]), search.NoSelectivity),
		Origin:      min(Origin(record[27]), origins-1),
		Updated:     time.Time{},
	}
}

func encodeFlat(data []byte, p board.Position, e Entry) []byte {
	data = binary.LittleEndian.AppendUint64(data, p.Player)
	data = binary.LittleEndian.AppendUint64(data, p.Opponent)
	data = binary.LittleEndian.AppendUint16(data, uint16(e.Value))
	data = binary.LittleEndian.AppendUint16(data, uint16(e.LeafValue))
	data = binary.LittleEndian.AppendUint32(data, e.Visits)
	return append(data, byte(e.Leaf), e.Level, byte(e.Selectivity), byte(e.Origin))
}

// Flat returns the book as a flat file; equal books give equal bytes.
func Flat(g *Graph) []byte {
	type record struct {
		p board.Position
		e Entry
	}
	var records []record
	for p, e := range g.All() {
		records = append(records, record{p, e})
	}
	directoryBits := directoryBitsFor(len(records))
	slices.SortFunc(records, func(a, b record) int {
		x, y := bucket(a.p, directoryBits), bucket(b.p, directoryBits)
		switch {
		case x < y || x == y && a.p.Less(b.p):
			return -1
		case a.p == b.p:
			return 0
		}
		return 1
	})

	starts := make([]uint32, 1<<directoryBits+1)
	for _, r := range records {
		starts[bucket(r.p, directoryBits)+1]++
	}
	data := appendFlatHead(make([]byte, 0, flatHeader+4*len(starts)+flatRecord*len(records)), starts, len(records))
	for _, r := range records {
		data = encodeFlat(data, r.p, r.e)
	}
	binary.LittleEndian.PutUint32(data[checksumAt:], flatChecksum(data))
	return data
}

// directoryBitsFor gives about four records to a bucket: the directory adds a seventh of a
// record each.
func directoryBitsFor(records int) int {
	return min(max(bits.Len(uint(records))-2, 0), maxDirectoryBits)
}

// appendFlatHead writes what stands before the records, without the checksum. starts[i+1] is how
// many records bucket i has.
func appendFlatHead(data []byte, starts []uint32, records int) []byte {
	data = append(data, flatMagic...)
	data = binary.LittleEndian.AppendUint16(data, flatVersion)
	data = binary.LittleEndian.AppendUint16(data, flatRecord)
	data = append(data, byte(directoryBitsFor(records)), 0, 0, 0)
	data = binary.LittleEndian.AppendUint64(data, uint64(records))
	data = append(data, make([]byte, flatHeader-checksumAt)...)
	begin := uint32(0)
	for _, n := range starts {
		begin += n
		data = binary.LittleEndian.AppendUint32(data, begin)
	}
	return data
}
