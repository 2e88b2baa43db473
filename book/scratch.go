package book

import (
	"io"
	"os"

	"kaeshi/book/bulk"
)

// scratch is a file that nobody else sees, or memory.
type scratch interface {
	io.Writer
	io.ReaderAt
	io.WriterAt
	io.Closer
}

// smallScratch is the size in bytes up to which memory is taken. A variable for tests.
var smallScratch int64 = 16 << 20

func newScratch(size int64) (scratch, error) {
	if size <= smallScratch {
		return &memory{}, nil
	}
	file, err := bulk.Temporary()
	if err != nil {
		return nil, err
	}
	return temporary{file}, nil
}

// temporary is a file.
type temporary struct{ *os.File }

func (t temporary) Close() error { return bulk.Discard(t.File) }

// memory is what is too small for a file.
type memory struct{ data []byte }

func (m *memory) Write(data []byte) (int, error) {
	m.data = append(m.data, data...)
	return len(data), nil
}

func (m *memory) ReadAt(data []byte, at int64) (int, error) {
	if n := copy(data, m.data[min(at, int64(len(m.data))):]); n < len(data) {
		return n, io.EOF
	}
	return len(data), nil
}

func (m *memory) WriteAt(data []byte, at int64) (int, error) { return copy(m.data[at:], data), nil }

func (m *memory) Close() error { return nil }
