package foreign

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"kaeshi/engine/board"
	"kaeshi/engine/disk"
)

// form is how a kind of file is read: its head, and then position by position.
type form struct {
	header int64 // bytes before the first position
	record int   // bytes of the longest position
	least  int   // bytes of a position without links
	links  int   // where in a position the number of links is, 2 bytes each; 0 if there are none
	head   func([]byte) (Header, error)
	parse  func([]byte, *Record) (int, error)
}

var forms = [...]form{
	Edax: {edaxHeader, edaxRecord, edaxFixed + edaxLink, edaxLinks, edaxHead, parseEdax},
	Egaroucid1: {egaroucidHeader1, egaroucidRecord1, egaroucidRecord1, 0,
		func(head []byte) (Header, error) { return egaroucidHead(Egaroucid1, head) }, parseEgaroucid1},
	Egaroucid2: {int64(egaroucidHeader), egaroucidRecord2, egaroucidFixed2, egaroucidLinks2,
		func(head []byte) (Header, error) { return egaroucidHead(Egaroucid2, head) }, parseEgaroucid2},
	Egaroucid3: {int64(egaroucidHeader), egaroucidRecord, egaroucidRecord, 0,
		func(head []byte) (Header, error) { return egaroucidHead(Egaroucid3, head) }, parseEgaroucid3},
}

// size returns the bytes of the position that data begins with, of which the least are
// there.
func (f *form) size(data []byte) int {
	if f.links == 0 {
		return f.least
	}
	return f.least + 2*int(data[f.links])
}

// File is a book of another program, open for reading. Several goroutines may use it.
type File struct {
	Header Header
	form   form
	file   io.ReaderAt
	size   int64
	close  []func() error
	index  atomic.Pointer[index]
	making *making // of the index, if it was not there; nil if it was
}

// NewFile reads a book of size bytes from the file. It can be walked over; to look into
// it, it wants an index, which Open gives it.
func NewFile(file io.ReaderAt, size int64) (*File, error) {
	head := make([]byte, min(HeadSize, size))
	if _, err := file.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	kind := KindOf(head, size)
	if kind == None {
		return nil, errors.New("not a book of Edax or Egaroucid")
	}
	f := &File{form: forms[kind], file: file, size: size}
	var err error
	if f.Header, err = f.form.head(head); err != nil {
		return nil, err
	}
	if err := f.checkSize(); err != nil {
		return nil, err
	}
	return f, nil
}

// checkSize compares the file with what its head says, where that is more than a hint.
func (f *File) checkSize() error {
	h, body, fixed := f.Header, f.size-f.form.header, int64(f.form.least)
	switch {
	case h.Count < 0:
		return fmt.Errorf("%v is damaged at byte %d: it cannot have %d positions", h.Kind, f.form.header-4, h.Count)
	case f.form.links != 0:
		return nil
	case body < h.Count*fixed:
		return fmt.Errorf("%v is truncated: %d positions of %d", h.Kind, body/fixed, h.Count)
	case body > h.Count*fixed:
		return fmt.Errorf("%v is damaged: %d bytes beyond its end", h.Kind, body-h.Count*fixed)
	}
	return nil
}

// Open opens a book so that it can be looked into. What is large is indexed in a file
// beside it, or where that cannot be, in one that is gone when the book is closed. Open
// does not wait for that index: see making.
func Open(path string) (*File, error) {
	file, err := disk.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	f, err := NewFile(file, info.Size())
	if err == nil {
		f.close = append(f.close, file.Close)
		err = f.openIndex(path, info)
	}
	switch {
	case err == nil:
		return f, nil
	case f != nil:
		f.Close()
	default:
		file.Close()
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

// Close gives the files free.
func (f *File) Close() error {
	if f.making != nil {
		f.making.stop()
	}
	var errs []error
	for i := len(f.close) - 1; i >= 0; i-- {
		errs = append(errs, f.close[i]())
	}
	return errors.Join(errs...)
}

// Place is where in a file a record is.
type Place int64

// Records walks the records in the order of the file, each valid until the next one. An
// error is the last that it yields.
func (f *File) Records() iter.Seq2[Place, RecordOrError] {
	return func(yield func(Place, RecordOrError) bool) {
		const buffer = 1 << 18
		in := bufio.NewReaderSize(io.NewSectionReader(f.file, f.form.header, f.size-f.form.header), buffer)
		var r Record
		at := f.form.header
		for n := int64(0); ; n++ {
			data, err := in.Peek(f.form.record)
			if err != nil && err != io.EOF {
				yield(Place(at), RecordOrError{Err: err})
				return
			}
			if len(data) == 0 || f.Header.Kind == Egaroucid2 && n == f.Header.Count {
				if err := f.checkEnd(n, len(data)); err != nil {
					yield(Place(at), RecordOrError{Err: err})
				}
				return
			}
			size, err := f.form.parse(data, &r)
			if err != nil {
				yield(Place(at), RecordOrError{Err: damaged(f.Header.Kind, at, err)})
				return
			}
			if !yield(Place(at), RecordOrError{Record: &r}) {
				return
			}
			_, _ = in.Discard(size) // it was peeked at
			at += int64(size)
		}
	}
}

// RecordOrError is one step of a walk.
type RecordOrError struct {
	*Record
	Err error
}

// checkEnd checks that a file without a fixed length ends where it should.
func (f *File) checkEnd(count int64, left int) error {
	if f.Header.Kind != Egaroucid2 {
		return nil
	}
	if left > 0 {
		return fmt.Errorf("%v is damaged: bytes beyond its end", f.Header.Kind)
	}
	if count < f.Header.Count {
		return fmt.Errorf("%v is truncated: %d positions of %d", f.Header.Kind, count, f.Header.Count)
	}
	return nil
}

// readAt reads the record at a place.
func (f *File) readAt(at Place, buffer []byte, r *Record) error {
	n, err := f.file.ReadAt(buffer[:min(int64(len(buffer)), f.size-int64(at))], int64(at))
	if err != nil && err != io.EOF {
		return err
	}
	_, err = f.form.parse(buffer[:n], r)
	if err != nil {
		return damaged(f.Header.Kind, int64(at), err)
	}
	return nil
}

// prefers reports whether of two records of one position the later one counts: Edax
// keeps the first, Egaroucid the one of the deeper search, and of equals the later.
func (f *File) prefers(later, earlier *Record) bool {
	return f.Header.Kind != Edax && later.Level >= earlier.Level
}

// canonical returns the canonical form of a record's position.
func canonical(r *Record) board.Position {
	p, _ := r.Position.Canonical()
	return p
}
