package book

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"sync/atomic"

	"kaeshi/engine/board"
)

// Draft is a book on its way from one form into another, which may be larger than the
// memory: what is not small is in a temporary file, but for less than two bytes a position.
// It has the positions by rank, so that successors come first, and within a rank by
// their hashes. Positions stay; what the draft says of them can be changed.
//
// A record:
//
//	 0  the position, 16 bytes, as the working book has it
//	16  the entry, 22 bytes, likewise
//	38  until Settle the leaf of a shallower search, see Merge: value, 2 bytes, square,
//	    level, selectivity, origin, 1 byte each; square 65 if there is none
type Draft struct {
	data   scratch
	marks  []byte // of each position eight bits of its hash: what is not there is seldom read
	count  int64
	shelf  [ranks]shelf
	watch  Watch
	faults atomic.Pointer[error]
}

// shelf is the positions of a rank.
type shelf struct {
	begin, count int64
	bits         int
	starts       []uint32 // of each bucket of hashes, and of the end, from begin on
}

const (
	draftEntry  = storeKey
	draftLeaf   = draftEntry + storedBody
	draftRecord = draftLeaf + 6

	draftChunk = 1 << 12 // records that are read at once
)

// draftHash orders the positions of a rank.
func draftHash(p board.Position) uint64 { return bucketHash(p) }

// markOf returns the eight bits of a hash after those that tell the bucket.
func markOf(hash uint64, bits int) byte { return byte(hash << uint(bits) >> 56) }

// shelfBits gives about twelve positions to a bucket, which are read at once.
func shelfBits(count int64) int { return max(bits.Len64(uint64(count))-4, 0) }

// draftWriter takes the records of a draft in order.
type draftWriter struct {
	draft *Draft
	out   *bufio.Writer
}

// newDraft returns a draft of up to so many positions in each rank.
func newDraft(most *[ranks]int64) (*draftWriter, error) {
	d, all := &Draft{}, int64(0)
	for r, n := range most {
		d.shelf[r] = shelf{bits: shelfBits(n)}
		d.shelf[r].starts = make([]uint32, 1<<d.shelf[r].bits+1)
		all += n
	}
	var err error
	d.marks = make([]byte, 0, all)
	if d.data, err = newScratch(all * draftRecord); err != nil {
		return nil, err
	}
	return &draftWriter{d, bufio.NewWriterSize(d.data, 1<<18)}, nil
}

// add takes the next record, of a position of rank r.
func (w *draftWriter) add(r int, hash uint64, record []byte) error {
	s := &w.draft.shelf[r]
	if s.count == 0 {
		s.begin = w.draft.count
	}
	s.starts[hash>>(64-uint(s.bits))+1]++
	s.count++
	w.draft.count++
	w.draft.marks = append(w.draft.marks, markOf(hash, s.bits))
	_, err := w.out.Write(record)
	return err
}

func (w *draftWriter) finish() (*Draft, error) {
	for r := range w.draft.shelf {
		begin := uint32(0)
		for i, n := range w.draft.shelf[r].starts {
			begin += n
			w.draft.shelf[r].starts[i] = begin
		}
	}
	return w.draft, w.out.Flush()
}

// Len returns the number of positions.
func (d *Draft) Len() int { return int(d.count) }

// Close gives the temporary file free.
func (d *Draft) Close() error { return d.data.Close() }

// Err tells what kept the draft from being read or written.
func (d *Draft) Err() error {
	if fault := d.faults.Load(); fault != nil {
		return *fault
	}
	return nil
}

func (d *Draft) fail(err error) {
	if err != nil {
		err = fmt.Errorf("temporary file: %w", err)
		d.faults.CompareAndSwap(nil, &err)
	}
}

func (d *Draft) find(canonical board.Position) (Entry, bool) {
	_, e, ok := d.lookUp(canonical)
	return e, ok
}

// lookUp returns the number of a canonical position with what is said of it.
func (d *Draft) lookUp(p board.Position) (number int64, e Entry, ok bool) {
	s := &d.shelf[rank(p)]
	if s.count == 0 {
		return 0, Entry{}, false
	}
	h := draftHash(p)
	at := h >> (64 - uint(s.bits))
	end, mark := s.begin+int64(s.starts[at+1]), markOf(h, s.bits)
	var record [draftRecord]byte
	for n := s.begin + int64(s.starts[at]); n < end; n++ {
		if d.marks[n] != mark {
			continue
		}
		if _, err := d.data.ReadAt(record[:], n*draftRecord); err != nil {
			d.fail(err)
			return 0, Entry{}, false
		}
		if binary.BigEndian.Uint64(record[:]) == p.Player && binary.BigEndian.Uint64(record[8:]) == p.Opponent {
			return n, decodeBody(record[draftEntry:]), true
		}
	}
	return 0, Entry{}, false
}

// draftPosition is a record in hand.
type draftPosition struct {
	board.Position
	number int64
	record []byte
	moved  bool // record has been changed
}

func (p *draftPosition) entry() Entry { return decodeBody(p.record[draftEntry:]) }

func (p *draftPosition) setEntry(e Entry) {
	appendBody(p.record[:draftEntry], e)
	p.moved = true
}

// each calls visit for the positions of a rank, and keeps what it changes.
func (d *Draft) each(r int, count *watching, visit func(*draftPosition)) error {
	s := &d.shelf[r]
	data := make([]byte, min(draftChunk, s.count)*draftRecord)
	for done := int64(0); done < s.count; done += draftChunk {
		at := s.begin + done
		data = data[:min(draftChunk, s.count-done)*draftRecord]
		if _, err := d.data.ReadAt(data, at*draftRecord); err != nil {
			d.fail(err)
			return d.Err()
		}
		moved := false
		for i := 0; i < len(data); i += draftRecord {
			p := draftPosition{number: at + int64(i/draftRecord), record: data[i:][:draftRecord]}
			p.Player, p.Opponent = binary.BigEndian.Uint64(p.record), binary.BigEndian.Uint64(p.record[8:])
			visit(&p)
			moved = moved || p.moved
			if err := count.add(); err != nil {
				return err
			}
		}
		if moved {
			_, err := d.data.WriteAt(data, at*draftRecord)
			d.fail(err)
		}
		if err := d.Err(); err != nil {
			return err
		}
	}
	return nil
}

// All walks the positions by rank.
func (d *Draft) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		in := bufio.NewReaderSize(io.NewSectionReader(d.data, 0, d.count*draftRecord), 1<<18)
		record := make([]byte, draftRecord)
		for range d.count {
			if _, err := io.ReadFull(in, record); err != nil {
				d.fail(err)
				return
			}
			p := board.Position{Player: binary.BigEndian.Uint64(record), Opponent: binary.BigEndian.Uint64(record[8:])}
			if !yield(p, decodeBody(record[draftEntry:])) {
				return
			}
		}
	}
}
