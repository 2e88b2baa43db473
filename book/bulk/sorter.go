// Package bulk sorts more records than fit into memory.
package bulk

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sort"
	"strconv"
)

const (
	// held is how many bytes of records stay in memory before they go to files.
	held = 32 << 20
	// runs is the number of files: as many as bits 2 to 7 of a first byte can tell.
	runs = 64
)

// Sorter puts records of one size into the order of their bytes. Up to a bound they
// are kept in memory, beyond it in files by their first bits, of which one at a time is
// sorted: records should begin with a hash, so that the files are about equally long.
type Sorter struct {
	size   int
	limit  int
	memory []byte
	count  int
	folder string
	files  []*os.File
	outs   []*bufio.Writer
}

// NewSorter returns a sorter of records of size bytes.
func NewSorter(size int) *Sorter { return &Sorter{size: size, limit: held} }

// Len returns how many records there are.
func (s *Sorter) Len() int { return s.count }

// Add takes a copy of a record.
func (s *Sorter) Add(record []byte) error {
	s.count++
	if s.files != nil {
		return s.spill(record)
	}
	s.memory = append(s.memory, record...)
	if len(s.memory) < s.limit {
		return nil
	}
	return s.toFiles()
}

func (s *Sorter) spill(record []byte) error {
	_, err := s.outs[record[0]>>2].Write(record)
	return err
}

func (s *Sorter) toFiles() (err error) {
	if s.folder, err = os.MkdirTemp("", "kaeshi-sort-"); err != nil {
		return err
	}
	for i := range runs {
		file, err := os.Create(filepath.Join(s.folder, strconv.Itoa(i)))
		if err != nil {
			return err
		}
		s.files, s.outs = append(s.files, file), append(s.outs, bufio.NewWriterSize(file, 1<<16))
	}
	for at := 0; at < len(s.memory); at += s.size {
		if err := s.spill(s.memory[at:][:s.size]); err != nil {
			return err
		}
	}
	s.memory = nil
	return nil
}

// All yields the records in order, each valid until the next one; nothing may be added
// any more. An error is the last that it yields.
func (s *Sorter) All() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if s.files == nil {
			s.run(s.memory, yield)
			return
		}
		for i := range s.files {
			data, err := s.load(i)
			if err != nil {
				yield(nil, err)
				return
			}
			if !s.run(data, yield) {
				return
			}
		}
	}
}

func (s *Sorter) load(i int) ([]byte, error) {
	if err := s.outs[i].Flush(); err != nil {
		return nil, err
	}
	length, err := s.files[i].Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if int(length) > cap(s.memory) {
		s.memory = make([]byte, length)
	}
	s.memory = s.memory[:length]
	_, err = s.files[i].ReadAt(s.memory, 0)
	if err == io.EOF {
		err = nil
	}
	return s.memory, err
}

// run sorts and yields the records in data.
func (s *Sorter) run(data []byte, yield func([]byte, error) bool) bool {
	sort.Sort(&records{data, s.size, make([]byte, s.size)})
	for at := 0; at < len(data); at += s.size {
		if !yield(data[at:][:s.size:s.size], nil) {
			return false
		}
	}
	return true
}

// Close removes the files.
func (s *Sorter) Close() error {
	var errs []error
	for _, file := range s.files {
		errs = append(errs, file.Close())
	}
	if s.folder != "" {
		errs = append(errs, os.RemoveAll(s.folder))
	}
	return errors.Join(errs...)
}

// records are what sort.Sort exchanges.
type records struct {
	data []byte
	size int
	swap []byte
}

func (r *records) at(i int) []byte { return r.data[i*r.size:][:r.size] }

func (r *records) Len() int           { return len(r.data) / r.size }
func (r *records) Less(i, j int) bool { return bytes.Compare(r.at(i), r.at(j)) < 0 }
func (r *records) Swap(i, j int) {
	copy(r.swap, r.at(i))
	copy(r.at(i), r.at(j))
	copy(r.at(j), r.swap)
}
