// Package bulk sorts more records than fit into memory.
package bulk

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"os"
	"slices"
	"unsafe"
)

// held is how many bytes records and their order take in memory before they go to a file.
const held = 16 << 20

// few is the size in bytes up to which memory is taken as it is needed.
const few = 1 << 16

// Sorter puts records of one size into the order of their bytes. Up to a bound they are
// kept in memory. Beyond it they go to a temporary file in sorted runs, which are merged
// as they are read: nothing depends on how the records are spread.
type Sorter struct {
	size   int
	limit  int
	memory []byte
	order  []place
	count  int
	file   *os.File
	runs   []run
}

// place is a record in memory with its first bytes as a number, which nearly always tell
// two apart.
type place struct {
	key uint64
	at  int32
}

// run is where in the file sorted records are.
type run struct{ begin, end int64 }

// NewSorter returns a sorter of records of size bytes.
func NewSorter(size int) *Sorter { return &Sorter{size: size, limit: held} }

// Len returns how many records there are.
func (s *Sorter) Len() int { return s.count }

// Add takes a copy of a record.
func (s *Sorter) Add(record []byte) error {
	s.count++
	s.memory = append(s.memory, record...)
	if len(s.memory) == few/s.size*s.size {
		s.memory = append(make([]byte, 0, s.most()*s.size), s.memory...)
	}
	if len(s.memory) < s.most()*s.size {
		return nil
	}
	return s.spill()
}

// most is how many records there is room for in memory.
func (s *Sorter) most() int { return max(s.limit/(s.size+int(unsafe.Sizeof(place{}))), 1) }

// sort puts the records in memory in order.
func (s *Sorter) sort() {
	s.order = slices.Grow(s.order[:0], len(s.memory)/s.size)
	for at := 0; at < len(s.memory); at += s.size {
		s.order = append(s.order, place{keyOf(s.memory[at:][:s.size]), int32(at)})
	}
	slices.SortFunc(s.order, func(a, b place) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return bytes.Compare(s.record(a), s.record(b))
	})
}

// keyOf returns the first bytes of a record as a number that orders like them.
func keyOf(record []byte) uint64 {
	if len(record) >= 8 {
		return binary.BigEndian.Uint64(record)
	}
	var first [8]byte
	copy(first[:], record)
	return binary.BigEndian.Uint64(first[:])
}

func (s *Sorter) record(p place) []byte { return s.memory[p.at:][:s.size:s.size] }

// spill writes what is in memory to the file, as a run.
func (s *Sorter) spill() error {
	if s.file == nil {
		var err error
		if s.file, err = Temporary(); err != nil {
			return err
		}
	}
	var begin int64
	if n := len(s.runs); n > 0 {
		begin = s.runs[n-1].end
	}
	s.sort()
	out := bufio.NewWriterSize(s.file, 1<<18)
	for _, p := range s.order {
		if _, err := out.Write(s.record(p)); err != nil {
			return err
		}
	}
	s.runs = append(s.runs, run{begin, begin + int64(len(s.memory))})
	s.memory = s.memory[:0]
	return out.Flush()
}

// All yields the records in order, each valid until the next one; nothing may be added
// any more. An error is the last that it yields.
func (s *Sorter) All() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if s.file == nil {
			s.sort()
			for _, p := range s.order {
				if !yield(s.record(p), nil) {
					return
				}
			}
			return
		}
		if len(s.memory) > 0 {
			if err := s.spill(); err != nil {
				yield(nil, err)
				return
			}
		}
		s.memory, s.order = nil, nil
		if err := s.merge(yield); err != nil {
			yield(nil, err)
		}
	}
}

// merge yields the records of all runs.
func (s *Sorter) merge(yield func([]byte, error) bool) error {
	// What the runs are read through takes as much memory as the records did before.
	buffer := max(s.limit/len(s.runs)/s.size, 1) * s.size
	var heads heads
	for _, r := range s.runs {
		c := &cursor{in: bufio.NewReaderSize(io.NewSectionReader(s.file, r.begin, r.end-r.begin), buffer), record: make([]byte, s.size)}
		if err := c.next(); err != nil {
			return err
		}
		heads = append(heads, c)
	}
	for i := len(heads)/2 - 1; i >= 0; i-- {
		heads.down(i)
	}
	for len(heads) > 0 {
		least := heads[0]
		if !yield(least.record, nil) {
			return nil
		}
		switch err := least.next(); {
		case err == io.EOF:
			heads[0] = heads[len(heads)-1]
			heads = heads[:len(heads)-1]
		case err != nil:
			return err
		}
		heads.down(0)
	}
	return nil
}

// cursor is a run that is being read, at a record.
type cursor struct {
	in     *bufio.Reader
	record []byte
	key    uint64
}

func (c *cursor) next() error {
	_, err := io.ReadFull(c.in, c.record)
	c.key = keyOf(c.record)
	return err
}

func (c *cursor) less(d *cursor) bool {
	return c.key < d.key || c.key == d.key && bytes.Compare(c.record, d.record) < 0
}

// heads is a heap of runs by the records at which they are.
type heads []*cursor

// down lets the run at i sink to its place.
func (h heads) down(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child].less(h[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// Close removes the file.
func (s *Sorter) Close() error {
	if s.file == nil {
		return nil
	}
	return Discard(s.file)
}

// Temporary makes a file without a name, so that nothing of it can stay behind; where a
// file must have one, Discard removes it.
func Temporary() (*os.File, error) {
	file, err := os.CreateTemp("", "kaeshi-*")
	if err == nil {
		_ = os.Remove(file.Name())
	}
	return file, err
}

// Discard closes and removes what Temporary made.
func Discard(file *os.File) error {
	err := file.Close()
	if gone := os.Remove(file.Name()); gone != nil && !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
