package book

import (
	"encoding/binary"
	"iter"

	"kaeshi/book/bulk"
	"kaeshi/engine/board"
)

// gathering sorts what books say of positions, so that what two of them say of one
// position comes together. A record:
//
//	 0  rank, 1 byte, then the hash within it, 8 bytes, big endian
//	 9  the position, 16 bytes
//	25  which book, 1 byte
//	26  the entry, 22 bytes
type gathering struct {
	sorter *bulk.Sorter
	most   [ranks]int64
	record []byte
}

const (
	gatheredHash   = 1
	gatheredKey    = gatheredHash + 8
	gatheredSource = gatheredKey + storeKey
	gatheredEntry  = gatheredSource + 1
	gatheredRecord = gatheredEntry + storedBody
)

func newGathering() *gathering { return &gathering{sorter: bulk.NewSorter(gatheredRecord)} }

// take adds all of a book.
func (g *gathering) take(source byte, r Reader) error {
	for p, e := range r.All() {
		if err := g.add(source, p, e); err != nil {
			return err
		}
	}
	return r.Err()
}

func (g *gathering) add(source byte, p board.Position, e Entry) error {
	level := rank(p)
	g.most[level]++
	g.record = append(g.record[:0], byte(level))
	g.record = binary.BigEndian.AppendUint64(g.record, draftHash(p))
	g.record = append(appendKey(g.record, p), source)
	g.record = appendBody(g.record, e)
	return g.sorter.Add(g.record)
}

// gathered is what one or two books say of a position.
type gathered struct {
	rank    int
	hash    uint64
	key     [storeKey]byte
	entries [2]Entry
	from    [2]bool // which of the books know it
}

// write makes a draft of what choose takes of the positions, with the leaf of the
// shallower search.
func (g *gathering) write(choose func(*gathered) (e, leaf Entry, ok bool)) (*Draft, error) {
	w, err := newDraft(&g.most)
	if err != nil {
		return nil, err
	}
	var now gathered
	var record []byte
	none := true
	put := func() error {
		if none {
			return nil
		}
		e, leaf, ok := choose(&now)
		if !ok {
			return nil
		}
		record = appendBody(append(record[:0], now.key[:]...), e)
		return w.add(now.rank, now.hash, appendLeaf(record, leaf))
	}
	for data, err := range g.sorter.All() {
		if err == nil && (none || [storeKey]byte(data[gatheredKey:]) != now.key) {
			err = put()
			none, now = false, gathered{rank: int(data[0]), hash: binary.BigEndian.Uint64(data[gatheredHash:]), key: [storeKey]byte(data[gatheredKey:])}
		}
		if err != nil {
			w.draft.Close()
			return nil, err
		}
		source := data[gatheredSource]
		now.from[source], now.entries[source] = true, decodeBody(data[gatheredEntry:])
	}
	if err := put(); err != nil {
		w.draft.Close()
		return nil, err
	}
	return w.finish()
}

// appendLeaf writes the leaf of an entry with the search behind it.
func appendLeaf(data []byte, e Entry) []byte {
	data = binary.LittleEndian.AppendUint16(data, uint16(e.LeafValue))
	return append(data, byte(e.Leaf), e.Level, byte(e.Selectivity), byte(e.Origin))
}

func decodeLeaf(data []byte) Entry {
	var body [storedBody]byte
	copy(body[4:10], data) // where an entry has the same
	return decodeBody(body[:])
}

// DraftOf takes down all of a book, as it is.
func DraftOf(r Reader) (*Draft, error) {
	g := newGathering()
	defer g.sorter.Close()
	if err := g.take(0, r); err != nil {
		return nil, err
	}
	return g.write(firstBook)
}

// firstBook takes what the first book says.
func firstBook(now *gathered) (e, leaf Entry, ok bool) {
	return now.entries[0], NewEntry(FromFile), true
}

// Merge makes a draft of what two books know, as Graph.Merge does, and settles its values.
// With onlyGames it takes from the other book nothing but the games that it counts at the
// positions of the first.
func Merge(ours, theirs Reader, onlyGames bool, w Watch) (*Draft, error) {
	g := newGathering()
	defer g.sorter.Close()
	for i, r := range []Reader{ours, theirs} {
		if err := g.take(byte(i), r); err != nil {
			return nil, err
		}
	}
	d, err := g.write(func(now *gathered) (e, leaf Entry, ok bool) {
		leaf = NewEntry(FromFile)
		switch {
		case !now.from[1]:
			return now.entries[0], leaf, true
		case !now.from[0]:
			return now.entries[1], leaf, !onlyGames
		case onlyGames:
			e = now.entries[0]
			e.Visits = addVisits(e, now.entries[1])
			return e, leaf, true
		}
		e, shallower := join(now.entries[0], now.entries[1])
		if shallower.Leaf != e.Leaf {
			leaf = shallower
		}
		return e, leaf, true
	})
	if err != nil {
		return nil, err
	}
	if err := d.Settle(w); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Settle gives every position its minimax value, successors first, as Graph.Recompute
// does. Where the best move outside of a merged position has been registered, that of the
// shallower search stands in.
func (d *Draft) Settle(w Watch) error {
	count := watching{watch: w}
	for r := range ranks {
		err := d.each(r, &count, func(p *draftPosition) {
			e, leaf := p.entry(), decodeLeaf(p.record[draftLeaf:])
			moves := follow(d, p.Position)
			before := e
			if moves.leads(leaf.Leaf) && !moves.leads(e.Leaf) {
				e.takeLeaf(leaf)
			}
			if e.Value = moves.value(p.Position, e); e != before {
				p.setEntry(e)
			}
		})
		if err != nil {
			return err
		}
	}
	return count.rest()
}

// withoutGames is a book that counts no games.
type withoutGames struct{ Reader }

// WithoutGames returns the book as one that counts no games.
func WithoutGames(r Reader) Reader { return withoutGames{r} }

func (w withoutGames) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		for p, e := range w.Reader.All() {
			e.Visits = 0
			if !yield(p, e) {
				return
			}
		}
	}
}
