// Package tt is the transposition table: what the search has found out about
// positions, shared by all its threads.
//
// An entry holds the whole 128-bit position, because an exact solver must never
// act on a hash collision. Writers race on purpose: each entry is four words, the
// last binding the others together, so that a torn entry reads as a miss
// (Hyatt and Mann 2002, "A lockless transposition-table implementation").
package tt

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"kaeshi/engine/board"
)

// Entry is what is known of a position, from the view of its side to move.
type Entry struct {
	Lower, Upper int16        // the value lies between, in 1/100 disc
	Depth        uint8        // plies searched; the number of empties means to the end
	Selectivity  uint8        // of the search that found the bounds
	Move         board.Square // best first; NoSquare if unknown
	Second       board.Square // the best move before that
}

// The widest bounds an entry can state: nothing is known.
const (
	MinValue = -6500
	MaxValue = +6500
)

// slot is an entry as stored. Its words are read and written one by one, in any
// order: the memory model promises that a word is never torn,
// and the checksum detects mixed ones. Atomic stores would only add a bus lock to
// each, measured at 12% of an endgame search; so Probe and Store are not for the
// race detector.
type slot struct {
	player, opponent, data, check uint64
}

// ways is how many slots share one hash value; two fill a cache line.
const ways = 4

type bucket [ways]slot

const bucketSize = unsafe.Sizeof(bucket{})

// Table is a fixed-size hash table. Probe and Store may be called by any number
// of goroutines at once between Begin and End; nothing else may be called meanwhile.
type Table struct {
	buckets []bucket
	mask    atomic.Uint64 // of those in use, see growth
	date    uint64        // of the current search, 0..dates-1
	cleared int           // how often Clear was called
	marks   []bool        // for each part of partBuckets: something may be stored there
	growth  growth
}

// partBuckets are marked together when something is stored: 16 KiB.
const partBuckets = 16 << 10 / uint64(bucketSize)

// dates is the number of distinguishable searches, for ageing.
const dates = 32

// New returns an empty table of at most the given size in MiB, at least one bucket.
func New(megabytes int) *Table {
	n := uint64(1)
	for n*2*uint64(bucketSize) <= uint64(max(megabytes, 0))<<20 {
		n *= 2
	}
	t := &Table{marks: make([]bool, n/partBuckets+1)}
	t.buckets = allocate(t, n)
	t.use(n)
	return t
}

// Clear forgets everything.
func (t *Table) Clear() {
	t.clearPages()
	t.date = 0
	t.cleared++
}

// Cleared returns how often Clear was called. A caller that keeps results beside the
// table drops them when this number changes.
func (t *Table) Cleared() int { return t.cleared }

// The keys of Hash, which the assembly knows too.
const (
	playerKey   = 0x9E3779B97F4A7C15
	opponentKey = 0xD1B54A32D192ED03
)

// Hash returns the hash value of p, good in all its bits (the multiply-and-fold
// of Wang Yi's wyhash).
func Hash(p board.Position) uint64 {
	hi, lo := bits.Mul64(p.Player^playerKey, p.Opponent^opponentKey)
	return hi ^ lo
}

// Data word: lower 16, upper 16, depth 8, selectivity 3, date 5, move 8, second 8.
func pack(e Entry, date uint64) uint64 {
	return uint64(uint16(e.Lower)) | uint64(uint16(e.Upper))<<16 | uint64(e.Depth)<<32 |
		uint64(e.Selectivity)<<40 | date<<43 | uint64(e.Move)<<48 | uint64(e.Second)<<56
}

func unpack(d uint64) Entry {
	return Entry{
		Lower: int16(d), Upper: int16(d >> 16), Depth: uint8(d >> 32), Selectivity: uint8(d >> 40 & 7),
		Move: board.Square(d >> 48), Second: board.Square(d >> 56),
	}
}

func dateOf(d uint64) uint64 { return d >> 43 & (dates - 1) }

// checksum returns the check word of a slot for the position p with the hash value h.
// The position of one entry with the data of another passes only if two checksums agree
// by chance in all 64 bits. Without h, positions that differ by a disc moved one square
// would pass for each other. With h alone, so would positions for which a factor of Hash
// is 0 or the factors are exchanged. If the opponent's factor is 0 here, it is not in
// Hash, and the data still count.
func checksum(p board.Position, h, data uint64) uint64 {
	hi, lo := bits.Mul64(p.Opponent^playerKey, data^opponentKey)
	return h ^ p.Player ^ hi ^ lo ^ data
}

// Probe returns what is known of p, whose hash value is h.
//
//go:norace
func (t *Table) Probe(p board.Position, h uint64) (Entry, bool) {
	b := &t.buckets[h&t.mask.Load()]
	for i := range b {
		s := &b[i]
		if s.player == p.Player && s.opponent == p.Opponent {
			data := s.data
			if s.check == checksum(p, h, data) {
				return unpack(data), true
			}
		}
	}
	return Entry{}, false
}

// Result is what a search has found out about a position.
type Result struct {
	Alpha, Beta, Value int // a value outside the window is a bound, in 1/100 disc
	Depth              int
	Selectivity        uint8
	Move               board.Square
}

// Store records the result for p, whose hash value is h. Bounds for the same
// depth and selectivity are intersected. If the bucket is full, the entry of an
// older search, then the shallower one, makes room.
//
//go:norace
func (t *Table) Store(p board.Position, h uint64, r Result) {
	i := h & t.mask.Load()
	b := &t.buckets[i]
	t.mark(i)
	e := Entry{
		Lower: MinValue, Upper: MaxValue, Depth: uint8(r.Depth), Selectivity: r.Selectivity,
		Move: board.NoSquare, Second: board.NoSquare,
	}
	if r.Value > r.Alpha {
		e.Move = r.Move
	}
	if r.Value < r.Beta {
		e.Upper = int16(r.Value)
	}
	if r.Value > r.Alpha {
		e.Lower = int16(r.Value)
	}
	victim, least := &b[0], ^uint64(0)
	for i := range b {
		s := &b[i]
		data := s.data
		if s.player == p.Player && s.opponent == p.Opponent {
			if s.check == checksum(p, h, data) {
				e = merge(e, unpack(data))
			}
			victim = s
			break
		}
		if p := t.priority(data); p < least {
			victim, least = s, p
		}
	}
	data := pack(e, t.date)
	victim.player = p.Player
	victim.opponent = p.Opponent
	victim.data = data
	victim.check = checksum(p, h, data)
}

// mark notes that something is stored in bucket i. Nearly always that is known, and the
// line of the mark need not go from one processor to the other.
//
//go:norace
func (t *Table) mark(i uint64) {
	if part := i / partBuckets; !t.marks[part] {
		t.marks[part] = true
	}
}

// priority is higher for the slots to keep: the recent ones, and of these the deep ones.
func (t *Table) priority(data uint64) uint64 {
	age := (t.date - dateOf(data)) % dates
	return (dates-1-age)<<16 | data>>32&0xFF<<3 | data>>40&7
}

// merge adds what an older entry for the same position knows to e.
func merge(e, old Entry) Entry {
	if e.Depth == old.Depth && e.Selectivity == old.Selectivity {
		lower, upper := max(e.Lower, old.Lower), min(e.Upper, old.Upper)
		if lower <= upper { // selective searches may contradict each other; the newer one then stands
			e.Lower, e.Upper = lower, upper
		}
	}
	switch {
	case e.Move == board.NoSquare:
		e.Move, e.Second = old.Move, old.Second
	case e.Move != old.Move:
		e.Second = old.Move
	default:
		e.Second = old.Second
	}
	return e
}

// Hashfull returns the share of slots written by the current search, in 1/1000,
// from a sample.
//
//go:norace
func (t *Table) Hashfull() int {
	sample := min(len(t.buckets), 1000/ways)
	used := 0
	for i := range sample {
		for j := range t.buckets[i] {
			s := &t.buckets[i][j]
			if data := s.data; data != 0 && dateOf(data) == t.date {
				used++
			}
		}
	}
	return used * 1000 / (sample * ways)
}
