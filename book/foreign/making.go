package foreign

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math/bits"
	"sync"
	"time"

	"kaeshi/engine/board"
)

// making is the index of a large book while it is made, in the background. Only look-ups
// that need it wait for it: a first reading, about a second for two gigabytes, goes over
// the discs of all positions and notes where those with the fewest are. Every game
// begins with them.
type making struct {
	stopped chan struct{}
	stopper sync.Once
	read    chan struct{} // closed after the first reading
	done    chan struct{} // closed at the end
	early   early
	fault   error // of the first reading
	err     error // at the end
}

// early is where the positions of a book are that have up to so many discs.
type early struct {
	discs  int
	places map[board.Position]Place
}

// mostEarly is how many positions are noted at most. A variable for tests.
var mostEarly = 1 << 17

// patience is how long Soon waits for the first reading: a disk may be slow, and a clock
// may be running.
const patience = 2 * time.Second

var errStopped = errors.New("the book was closed while its index was made")

// beginIndex makes the index of the book at a path.
func (f *File) beginIndex(path string, info fs.FileInfo) {
	m := &making{stopped: make(chan struct{}), read: make(chan struct{}), done: make(chan struct{})}
	f.making = m
	go func() {
		defer close(m.done)
		m.early, m.fault = f.firstReading(m)
		m.err = m.fault
		close(m.read)
		if m.err == nil {
			m.err = f.makeIndex(path, stamp{f.size, info.ModTime().UnixNano()})
		}
	}()
}

// stop ends the making and waits for that.
func (m *making) stop() {
	m.stopper.Do(func() { close(m.stopped) })
	<-m.done
}

// going fails once the making is to end; m may be nil.
func (m *making) going() error {
	if m == nil {
		return nil
	}
	select {
	case <-m.stopped:
		return errStopped
	default:
		return nil
	}
}

// Wait returns when the index is made, or why it cannot be.
func (f *File) Wait() error {
	if f.making == nil {
		return nil
	}
	<-f.making.done
	return f.making.err
}

// Soon reports whether positions of up to so many discs can be looked up without waiting
// for the index.
func (f *File) Soon(discs int) bool {
	if f.index.Load() != nil {
		return true
	}
	select {
	case <-f.making.read:
		return f.making.fault != nil || discs <= f.making.early.discs
	case <-time.After(patience):
		return false
	}
}

// firstReading goes over the positions of a book, but not over what it says of them.
func (f *File) firstReading(m *making) (early, error) {
	const chunk = 1 << 18
	buffer := make([]byte, chunk)
	notes := notes{discs: 64}
	for at := f.form.header; at < f.size; {
		if err := m.going(); err != nil {
			return early{}, err
		}
		data := buffer[:min(chunk, f.size-at)]
		if _, err := f.file.ReadAt(data, at); err != nil && err != io.EOF {
			return early{}, err
		}
		used, err := notes.take(&f.form, data, at)
		if err == nil && used == 0 {
			err = errShort
		}
		if err != nil {
			return early{}, damaged(f.Header.Kind, at+int64(used), err)
		}
		at += int64(used)
	}
	return f.early(notes)
}

// notes are the positions with the fewest discs that were met.
type notes struct {
	discs int
	found []note
	count [65]int // of those found, by discs
}

type note struct {
	position board.Position
	place    Place
}

// take notes positions of data, which is at a place of the file, and returns the bytes of
// those that end in it.
func (n *notes) take(form *form, data []byte, at int64) (used int, err error) {
	for len(data)-used >= form.least {
		record := data[used:]
		size := form.size(record)
		if size > len(record) {
			break
		}
		p := board.Position{Player: binary.LittleEndian.Uint64(record), Opponent: binary.LittleEndian.Uint64(record[8:])}
		if err := check(p); err != nil {
			return used, err
		}
		if discs := bits.OnesCount64(p.Player | p.Opponent); discs <= n.discs {
			n.add(p, discs, Place(at+int64(used)))
		}
		used += size
	}
	return used, nil
}

func (n *notes) add(p board.Position, discs int, at Place) {
	n.found = append(n.found, note{p, at})
	n.count[discs]++
	if len(n.found) < mostEarly {
		return
	}
	// Too many: forget those with the most discs, half of all or more.
	kept := len(n.found)
	for ; kept > mostEarly/2; n.discs-- {
		kept -= n.count[n.discs]
		n.count[n.discs] = 0
	}
	few := n.found[:0]
	for _, note := range n.found {
		if bits.OnesCount64(note.position.Player|note.position.Opponent) <= n.discs {
			few = append(few, note)
		}
	}
	n.found = few
}

// early sorts notes out: of several records of one position the best counts.
func (f *File) early(n notes) (early, error) {
	e := early{n.discs, make(map[board.Position]Place, len(n.found))}
	for _, note := range n.found {
		p, _ := note.position.Canonical()
		g := group{}
		if at, double := e.places[p]; double {
			g.places = append(g.places, at)
		}
		if _, err := f.join(&g, note.place); err != nil {
			return e, err
		}
		e.places[p] = g.places[0]
	}
	return e, nil
}

// findEarly looks a position up by what the first reading noted.
func (f *File) findEarly(p board.Position, r *Record) (Place, bool, error) {
	at, ok := f.making.early.places[p]
	if !ok {
		return 0, false, nil
	}
	var buffer [edaxRecord]byte
	if err := f.readAt(at, buffer[:f.form.record], r); err != nil {
		return 0, false, err
	}
	if canonical(r) != p {
		return 0, false, errChanged
	}
	return at, true, nil
}
