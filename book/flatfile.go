package book

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"sync/atomic"

	"kaeshi/engine/board"
	"kaeshi/engine/disk"
)

// largeFlat is the size from which on a flat book stays in its file. A variable for
// tests.
var largeFlat int64 = 64 << 20

// flatFile is a flat book that is read where it lies, two small reads for a look-up.
type flatFile struct {
	file  *os.File
	path  string
	bits  int
	count uint64
	fault atomic.Pointer[error]
}

// openFlatFile checks a flat file from its beginning to its end, as a stream, and
// keeps it open. It returns nil if the file is small enough for the memory.
func openFlatFile(path string) (*flatFile, error) {
	file, err := disk.Open(path)
	if err != nil {
		return nil, err
	}
	f := &flatFile{file: file, path: path}
	large, err := f.check()
	if err != nil || !large {
		file.Close()
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return nil, err
	}
	return f, nil
}

func (f *flatFile) check() (large bool, err error) {
	info, err := f.file.Stat()
	if err != nil || info.Size() < largeFlat {
		return false, err
	}
	head := make([]byte, flatHeader)
	if _, err := f.file.ReadAt(head, 0); err != nil {
		return false, err
	}
	length, err := flatLength(head)
	if err == nil {
		err = rightLength(info.Size(), length)
	}
	if err != nil {
		return false, err
	}
	sum := crc32.New(castagnoli)
	sum.Write(head[:checksumAt])
	sum.Write(head[checksumAt+4:])
	directory := make([]byte, directorySize(head))
	if _, err := f.file.ReadAt(directory, flatHeader); err != nil {
		return false, err
	}
	sum.Write(directory)
	begin := flatHeader + int64(len(directory))
	if _, err := io.CopyBuffer(sum, io.NewSectionReader(f.file, begin, info.Size()-begin), make([]byte, 1<<20)); err != nil {
		return false, err
	}
	if sum.Sum32() != binary.LittleEndian.Uint32(head[checksumAt:]) {
		return false, errCorrupt
	}
	f.bits, f.count = int(head[12]), binary.LittleEndian.Uint64(head[16:])
	if !(&flat{directory: directory}).ordered(f.count) {
		return false, errMalformed
	}
	return true, nil
}

// Err tells what of the file could not be read after it was opened.
func (f *flatFile) Err() error {
	if fault := f.fault.Load(); fault != nil {
		return *fault
	}
	return nil
}

func (f *flatFile) fail(err error) {
	err = fmt.Errorf("%s: %w", f.path, err)
	f.fault.CompareAndSwap(nil, &err)
}

// Close gives the file free.
func (f *flatFile) Close() error { return f.file.Close() }

func (f *flatFile) records() int64 { return flatHeader + 4*(1<<f.bits+1) }

func (f *flatFile) find(canonical board.Position) (Entry, bool) {
	var bounds [8]byte
	if _, err := f.file.ReadAt(bounds[:], flatHeader+4*int64(bucket(canonical, f.bits))); err != nil {
		f.fail(err)
		return Entry{}, false
	}
	begin, end := binary.LittleEndian.Uint32(bounds[:]), binary.LittleEndian.Uint32(bounds[4:])
	if begin > end || uint64(end) > f.count {
		f.fail(errMalformed) // changed since it was opened
		return Entry{}, false
	}
	var several [16 * flatRecord]byte
	for at := begin; at < end; {
		n := min(end-at, 16)
		data := several[:n*flatRecord]
		if _, err := f.file.ReadAt(data, f.records()+int64(at)*flatRecord); err != nil {
			f.fail(err)
			return Entry{}, false
		}
		part := flat{directory: wholeBucket(n), records: data}
		if e, ok := part.find(canonical); ok {
			return e, true
		}
		at += n
	}
	return Entry{}, false
}

// wholeBucket is the directory of a book that has only one bucket, of n records.
func wholeBucket(n uint32) []byte {
	return binary.LittleEndian.AppendUint32(make([]byte, 4, 8), n)
}

func (f *flatFile) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		stream := bufio.NewReaderSize(io.NewSectionReader(f.file, f.records(), int64(f.count)*flatRecord), 1<<18)
		record := make([]byte, flatRecord)
		for range f.count {
			if _, err := io.ReadFull(stream, record); err != nil {
				f.fail(err)
				return
			}
			p := board.Position{Player: binary.LittleEndian.Uint64(record), Opponent: binary.LittleEndian.Uint64(record[8:])}
			if !yield(p, decodeFlat(record)) {
				return
			}
		}
	}
}
