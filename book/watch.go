package book

import (
	"cmp"
	"iter"

	"kaeshi/engine/board"
)

// Watch is told now and then how many more positions were read while the whole book is.
// An error ends the reading.
type Watch func(more int) error

// Watch lets w see how far readings of the whole book are.
func (b *Book) Watch(w Watch) { b.watch = w }

// Len returns the number of positions if the book states it, 0 if it has to be counted.
func (b *Book) Len() int {
	switch r := b.open().(type) {
	case *flat:
		return len(r.records) / flatRecord
	case *other:
		return int(r.file.Positions())
	}
	return 0
}

// Reader returns what reads the book, watched.
func (b *Book) Reader() Reader { return b.whole() }

// whole returns what reads the whole book, watched.
func (b *Book) whole() Reader {
	switch r := b.open().(type) {
	case *other:
		r.watch = b.watch
		return r
	default:
		if b.watch == nil {
			return r
		}
		return &watched{Reader: r, watch: b.watch}
	}
}

// watched is a Reader that tells of every reading.
type watched struct {
	Reader
	watch Watch
	err   error
}

func (w *watched) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		count := watching{watch: w.watch}
		for p, e := range w.Reader.All() {
			if !yield(p, e) {
				return
			}
			if w.err = count.add(); w.err != nil {
				return
			}
		}
		w.err = count.rest()
	}
}

func (w *watched) Err() error { return cmp.Or(w.err, w.Reader.Err()) }

// watchEvery is how many positions are read between two calls of a Watch.
const watchEvery = 1000

// watching calls a Watch, which may be nil.
type watching struct {
	watch Watch
	more  int
}

func (c *watching) add() error {
	if c.more++; c.more < watchEvery {
		return nil
	}
	return c.rest()
}

func (c *watching) rest() error {
	more := c.more
	if c.more = 0; c.watch == nil || more == 0 {
		return nil
	}
	return c.watch(more)
}
