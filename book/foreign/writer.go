package foreign

import (
	"bufio"
	"fmt"
	"io"
	"math"
)

// Writer writes a book of Edax or of Egaroucid, version 3.
type Writer struct {
	to     io.WriteSeeker
	out    *bufio.Writer
	header Header
	count  int64
	data   []byte
}

// NewWriter begins a file with its head, of which Close sets the number of positions.
func NewWriter(to io.WriteSeeker, h Header) (*Writer, error) {
	if h.Kind != Edax && h.Kind != Egaroucid3 {
		return nil, fmt.Errorf("%v is not written any more", h.Kind)
	}
	w := &Writer{to: to, out: bufio.NewWriterSize(to, 1<<18), header: h}
	_, err := w.out.Write(w.head())
	return w, err
}

func (w *Writer) head() []byte {
	w.header.Count = w.count
	if w.header.Kind == Edax {
		return appendEdaxHead(w.data[:0], w.header)
	}
	return appendEgaroucidHead(w.data[:0], w.header)
}

// Add writes a position.
func (w *Writer) Add(r *Record) error {
	if w.count++; w.count > math.MaxInt32 {
		return fmt.Errorf("%v has room for %d positions", w.header.Kind, math.MaxInt32)
	}
	if w.header.Kind == Edax {
		w.data = appendEdax(w.data[:0], r)
	} else {
		w.data = appendEgaroucid(w.data[:0], r)
	}
	_, err := w.out.Write(w.data)
	return err
}

// Close completes the file, which stays open, and returns the number of positions.
func (w *Writer) Close() (int64, error) {
	if err := w.out.Flush(); err != nil {
		return 0, err
	}
	if _, err := w.to.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	_, err := w.to.Write(w.head())
	return w.count, err
}
