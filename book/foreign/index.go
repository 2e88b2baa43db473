package foreign

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"

	"kaeshi/book/bulk"
	"kaeshi/engine/board"
)

// An index tells where in a book each position is. All numbers are little endian.
//
//	entries by hash, 8 bytes each: the place in the book in the lower 40 bits, above it
//	the bits of the hash after those of the directory
//	directory: 2^bits + 1 times 4 bytes, where the entries of a bucket begin. It is kept
//	in memory, so that a look-up reads a bucket and then the record: of what nobody
//	has read yet two pages, seldom three
//	tail, for the number of positions is known last:
//	     0  magic "KAESHIBX"
//	     8  version, 2 bytes; bits of the directory's index, 1 byte; 5 zero bytes
//	    16  number of positions, 8 bytes
//	    24  number of records in the book that are not in the index, for there is a
//	        better one of the same position, 8 bytes
//	    32  size of the book, its time of change in nanoseconds, 8 bytes each
//	    48  CRC-32C of the tail before, then 4 zero bytes
const (
	indexMagic   = "KAESHIBX"
	indexVersion = 2
	indexTail    = 56
	indexCRC     = 48
	indexEntry   = 8

	placeBits    = 40
	maxIndexBits = 20

	// indexSuffix is added to the name of a book for the name of its index.
	indexSuffix = ".index"
)

// inMemory is the size of a book in bytes up to which its index is made in memory
// when it is opened.
var inMemory int64 = 64 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var (
	errIndex   = errors.New("its index is damaged; remove it, and it will be made anew")
	errChanged = errors.New("the book has changed since its index was made; open it anew")
)

// index is an index, wherever it is.
type index struct {
	data      io.ReaderAt
	bits      int
	starts    []uint32 // the directory
	positions int64
	doubles   int64
}

// stamp is what a book must still be for an index to be used.
type stamp struct{ size, changed int64 }

// hash spreads positions evenly; it is part of the form of an index.
func hash(p board.Position) uint64 {
	h := p.Player*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(p.Opponent*0xC2B2AE3D27D4EB4F, 31)
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return h ^ h>>32
}

func parseIndex(data io.ReaderAt, size int64, want stamp) (*index, error) {
	tail := make([]byte, indexTail)
	if _, err := data.ReadAt(tail, max(size-indexTail, 0)); err != nil {
		return nil, errIndex
	}
	number := func(at int) int64 { return int64(binary.LittleEndian.Uint64(tail[at:])) }
	x := &index{data: data, bits: int(tail[10]), positions: number(16), doubles: number(24)}
	switch {
	case string(tail[:8]) != indexMagic, binary.LittleEndian.Uint16(tail[8:]) != indexVersion,
		crc32.Checksum(tail[:indexCRC], castagnoli) != binary.LittleEndian.Uint32(tail[indexCRC:]),
		x.bits > maxIndexBits, x.positions < 0, x.positions > math.MaxUint32,
		size != x.positions*indexEntry+4*(1<<x.bits+1)+indexTail:
		return nil, errIndex
	case number(32) != want.size, number(40) != want.changed:
		return nil, errChanged
	}
	return x, x.readStarts()
}

func (x *index) readStarts() error {
	data := make([]byte, 4*(1<<x.bits+1))
	if _, err := x.data.ReadAt(data, x.positions*indexEntry); err != nil {
		return errIndex
	}
	x.starts = make([]uint32, 1<<x.bits+1)
	for i := range x.starts {
		x.starts[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	if !slices.IsSorted(x.starts) || int64(x.starts[1<<x.bits]) != x.positions {
		return errIndex
	}
	return nil
}

func (x *index) tail(now stamp) []byte {
	tail := append([]byte(indexMagic), indexVersion, 0, byte(x.bits), 0, 0, 0, 0, 0)
	for _, n := range []int64{x.positions, x.doubles, now.size, now.changed} {
		tail = binary.LittleEndian.AppendUint64(tail, uint64(n))
	}
	return binary.LittleEndian.AppendUint64(tail, uint64(crc32.Checksum(tail, castagnoli)))
}

// openIndex finds or makes the index of the book at a path.
func (f *File) openIndex(path string, info fs.FileInfo) error {
	now := stamp{f.size, info.ModTime().UnixNano()}
	if f.size >= 1<<placeBits {
		return fmt.Errorf("%v is too large: %d bytes", f.Header.Kind, f.size)
	}
	if f.size <= inMemory {
		var data bytes.Buffer
		if err := f.writeIndex(&data, now); err != nil {
			return err
		}
		x, err := parseIndex(bytes.NewReader(data.Bytes()), int64(data.Len()), now)
		f.index.Store(x)
		return err
	}
	if file, err := os.Open(path + indexSuffix); err == nil {
		if err := f.useFile(file, now); err == nil {
			return nil
		}
		file.Close() // of an older state of the book, or damaged: it is made anew
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f.beginIndex(path, info)
	return nil
}

// makeIndex makes an index beside a book, or where that may not be, among the temporary
// files.
func (f *File) makeIndex(path string, now stamp) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".kaeshi-index-*")
	beside := err == nil
	if !beside {
		if file, err = os.CreateTemp("", "kaeshi-index-*"); err != nil {
			return err
		}
	}
	name := file.Name()
	out := bufio.NewWriterSize(file, 1<<18)
	if err := errors.Join(f.writeIndex(out, now), out.Flush(), file.Close()); err != nil {
		os.Remove(name)
		return err
	}
	if beside && os.Chmod(name, 0o644) == nil && os.Rename(name, path+indexSuffix) == nil {
		name = path + indexSuffix
	} else {
		f.close = append(f.close, func() error { return os.Remove(name) })
	}
	if file, err = os.Open(name); err != nil {
		return err
	}
	if err := f.useFile(file, now); err != nil {
		return errors.Join(err, file.Close())
	}
	return nil
}

// useFile uses an index in a file, which it closes with the book.
func (f *File) useFile(file *os.File, now stamp) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	x, err := parseIndex(file, info.Size(), now)
	if err != nil {
		return err
	}
	f.close = append(f.close, file.Close)
	f.index.Store(x)
	return nil
}

// writeIndex reads all of the book and writes an index of it.
func (f *File) writeIndex(w io.Writer, now stamp) error {
	sorter := bulk.NewSorter(16)
	defer sorter.Close()
	var key [16]byte
	for at, r := range f.Records() {
		if r.Err != nil {
			return r.Err
		}
		if err := f.making.going(); err != nil {
			return err
		}
		binary.BigEndian.PutUint64(key[:], hash(canonical(r.Record)))
		binary.BigEndian.PutUint64(key[8:], uint64(at))
		if err := sorter.Add(key[:]); err != nil {
			return err
		}
	}
	if sorter.Len() > math.MaxUint32 {
		return fmt.Errorf("%v is too large: %d positions", f.Header.Kind, sorter.Len())
	}
	return f.writeSorted(w, sorter, now)
}

// writeSorted writes the index of the records whose hashes and places come sorted.
func (f *File) writeSorted(w io.Writer, sorted *bulk.Sorter, now stamp) error {
	// Some 200 entries to a bucket, less than a page: they are read at once, and the
	// directory of 50 million positions takes a megabyte.
	x := index{bits: min(max(bits.Len(uint(sorted.Len()))-8, 0), maxIndexBits)}
	starts := make([]uint32, 1<<x.bits+1)
	var alike group
	var data [indexEntry]byte
	write := func() error {
		for _, at := range alike.places {
			entry := alike.hash<<x.bits>>placeBits<<placeBits | uint64(at)
			binary.LittleEndian.PutUint64(data[:], entry)
			if _, err := w.Write(data[:]); err != nil {
				return err
			}
			x.positions++
			starts[bucketOf(alike.hash, x.bits)+1]++
		}
		return nil
	}
	for key, err := range sorted.All() {
		if err != nil {
			return err
		}
		if err := f.making.going(); err != nil {
			return err
		}
		h, at := binary.BigEndian.Uint64(key), Place(binary.BigEndian.Uint64(key[8:]))
		if h != alike.hash {
			if err := write(); err != nil {
				return err
			}
			alike = group{hash: h, places: alike.places[:0]}
		}
		double, err := f.join(&alike, at)
		if err != nil {
			return err
		}
		if double {
			x.doubles++
		}
	}
	if err := write(); err != nil {
		return err
	}
	begin := uint32(0)
	for _, n := range starts {
		begin += n
		if _, err := w.Write(binary.LittleEndian.AppendUint32(data[:0], begin)); err != nil {
			return err
		}
	}
	_, err := w.Write(x.tail(now))
	return err
}

// bucketOf returns the directory index of a hash; shifting by 64 gives the only one.
func bucketOf(hash uint64, bits int) uint64 { return hash >> (64 - uint(bits)) }

// group is the best records of positions that have one hash.
type group struct {
	hash   uint64
	places []Place
}

// join adds the record at a place to its group, or lets it replace one of the same
// position, or be replaced by it, which makes it a double.
func (f *File) join(g *group, at Place) (double bool, err error) {
	if len(g.places) == 0 {
		g.places = append(g.places, at)
		return false, nil
	}
	var later, earlier Record
	buffer := make([]byte, f.form.record)
	if err := f.readAt(at, buffer, &later); err != nil {
		return false, err
	}
	for i, place := range g.places {
		if err := f.readAt(place, buffer, &earlier); err != nil {
			return false, err
		}
		if canonical(&later) == canonical(&earlier) {
			if f.prefers(&later, &earlier) {
				g.places[i] = at
			}
			return true, nil
		}
	}
	g.places = append(g.places, at)
	return false, nil
}

// Positions returns the number of different positions in the book; while the index is
// made, what its head says.
func (f *File) Positions() int64 {
	if x := f.index.Load(); x != nil {
		return x.positions
	}
	return f.Header.Count
}

// Doubles returns the number of records for whose positions a better one is there. It
// needs the index, see Wait.
func (f *File) Doubles() int64 { return f.index.Load().doubles }

// Find looks a canonical position up. The record may be any of its images. It waits for
// the index where that is needed.
func (f *File) Find(p board.Position, r *Record) (Place, bool, error) {
	if f.index.Load() == nil {
		<-f.making.read
		if f.making.fault == nil && 64-p.EmptyCount() <= f.making.early.discs {
			return f.findEarly(p, r)
		}
		if err := f.Wait(); err != nil {
			return 0, false, err
		}
	}
	return f.findIndexed(f.index.Load(), p, r)
}

func (f *File) findIndexed(x *index, p board.Position, r *Record) (Place, bool, error) {
	h := hash(p)
	bucket := bucketOf(h, x.bits)
	begin, end := int64(x.starts[bucket]), int64(x.starts[bucket+1])
	want := h << x.bits >> placeBits
	var entries [512 * indexEntry]byte
	for ; begin < end; begin += int64(len(entries) / indexEntry) {
		part := entries[:min(int64(len(entries)), (end-begin)*indexEntry)]
		if _, err := x.data.ReadAt(part, begin*indexEntry); err != nil {
			return 0, false, fmt.Errorf("index: %w", err)
		}
		for at := 0; at < len(part); at += indexEntry {
			entry := binary.LittleEndian.Uint64(part[at:])
			if entry>>placeBits != want {
				continue
			}
			place := Place(entry & (1<<placeBits - 1))
			if found, err := f.isAt(x, place, p, h, r); found || err != nil {
				return place, found, err
			}
		}
	}
	return 0, false, nil
}

// isAt reads the record at a place that the index names for a hash, and reports whether
// it is of the position.
func (f *File) isAt(x *index, at Place, p board.Position, h uint64, r *Record) (bool, error) {
	if int64(at) < f.form.header || int64(at) >= f.size {
		return false, errIndex
	}
	var buffer [edaxRecord]byte
	if err := f.readAt(at, buffer[:f.form.record], r); err != nil {
		return false, errChanged
	}
	c := canonical(r)
	bits := uint(x.bits)
	if hash(c)<<bits>>placeBits != h<<bits>>placeBits {
		return false, errIndex
	}
	return c == p, nil
}
