package tt

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"kaeshi/engine/board"
)

// The first access to a page takes the system many times as long as a node takes the
// search. In a large table nearly every access at first is the first of its page: on a
// clock this would cost the first moves. So a search on a clock begins with the first
// part of the table. The rest is made ready while it runs, from one power of two to the
// next, and the entries are carried over. A search that is not on a clock uses the whole
// table from the beginning, so that it can be repeated.

const (
	// firstBuckets are ready within a few milliseconds: 16 MiB.
	firstBuckets = 16 << 20 / uint64(bucketSize)

	// chunk is how many buckets are made ready at a time: 2 MiB, a huge page.
	chunk = 2 << 20 / uint64(bucketSize)

	// rest is how long the goroutine that makes chunks ready rests after each, in
	// multiples of the time it took, when the search needs every processor.
	rest = 4
)

// growth makes the table ready. Its fields belong to the goroutine that grows the table
// while there is one, else to the caller of the table; the atomic ones belong to both.
type growth struct {
	ready   atomic.Uint64 // buckets whose pages were made ready, from the first on
	stale   uint64        // of the buckets not in use, those before this one hold what was cleared
	used    atomic.Bool   // something may have been stored
	working atomic.Int32  // threads of the search that runs
	stop    atomic.Bool   // asks the goroutine to end
	done    chan struct{} // closed when it has; nil without one
}

// use makes n buckets the table's size.
func (t *Table) use(n uint64) { t.mask.Store(n - 1) }

// inUse is how many buckets are.
func (t *Table) inUse() uint64 { return t.mask.Load() + 1 }

// size is how many buckets there are.
func (t *Table) size() uint64 { return uint64(len(t.buckets)) }

// Begin makes the table ready for a search by so many threads, and the entries of
// earlier searches the first to be replaced. On a clock it does not take long, and the
// table goes on growing beside the search. End says that the search is over.
func (t *Table) Begin(onClock bool, threads int) {
	if onClock {
		t.Prepare()
	} else if t.growth.done == nil {
		t.complete()
	}
	t.date = (t.date + 1) % dates
	t.growth.used.Store(true)
	t.growth.working.Store(int32(threads))
}

// Growing reports whether the table grows beside searches, or has done so, rather than
// being whole from the beginning.
func (t *Table) Growing() bool { return t.growth.done != nil }

// End notes that the search is over.
func (t *Table) End() { t.growth.working.Store(0) }

// Prepare begins to make the table ready for searches on a clock, and does not wait
// for more than its first part. From then on all searches take what is ready, until
// the table is cleared.
func (t *Table) Prepare() {
	g := &t.growth
	if g.done != nil || g.ready.Load() == t.size() && t.inUse() == t.size() {
		return
	}
	if first := min(t.size(), firstBuckets); g.ready.Load() < first {
		touch(t.buckets[:first])
		g.ready.Store(first)
	}
	// Entries beyond keep their places, and count again when the table has grown so far.
	t.use(min(t.inUse(), 1<<(bits.Len64(g.ready.Load())-1)))
	if t.inUse() == t.size() {
		return
	}
	g.stop.Store(false)
	g.done = make(chan struct{})
	go t.grow(g.done)
}

// grow doubles the part in use until it is the whole.
func (t *Table) grow(done chan struct{}) {
	defer close(done)
	stepBack()
	for n := t.inUse(); n < t.size(); n *= 2 {
		if !t.makeReady(n, 2*n) {
			return
		}
		used := t.growth.used.Load()
		if used && !t.spread(n, 2*n) {
			return
		}
		t.use(2 * n)
		if used && !t.sweep(n, 2*n) {
			return
		}
	}
	t.growth.stale = 0
}

// makeReady makes the pages of the buckets from..to ready and clears what is stale, with
// one thread beside a search and with all processors otherwise. It reports whether it
// has finished; it may be stopped.
func (t *Table) makeReady(from, to uint64) bool {
	g := &t.growth
	for from < to {
		if g.stop.Load() {
			return false
		}
		begun, busy := time.Now(), int(g.working.Load())
		threads := 1
		if busy == 0 {
			threads = runtime.NumCPU()
		}
		end := min(to, from+uint64(threads)*chunk)
		var work sync.WaitGroup
		for i := from; i+chunk < end; i += chunk {
			work.Go(func() { t.makeChunkReady(i, i+chunk) })
		}
		t.makeChunkReady(end-chunk, end)
		work.Wait()
		from = end
		g.ready.Store(max(g.ready.Load(), end))
		if busy >= runtime.NumCPU() {
			time.Sleep(rest * time.Since(begun))
		}
	}
	return true
}

func (t *Table) makeChunkReady(from, to uint64) {
	part := t.buckets[from:to]
	if from >= t.growth.ready.Load() {
		touch(part)
	}
	if from < t.growth.stale {
		clear(part)
	}
}

// complete makes the whole table the part in use.
func (t *Table) complete() {
	g, n := &t.growth, t.inUse()
	if n == t.size() {
		return
	}
	if g.stale > n {
		clearAll(t.buckets[n:g.stale])
	}
	g.stale = 0
	g.stop.Store(false)
	if g.used.Load() {
		t.spread(n, t.size())
		t.sweep(n, t.size())
	}
	t.use(t.size())
}

// Halt lets the table grow no more, before it is given up or cleared.
func (t *Table) Halt() {
	if g := &t.growth; g.done != nil {
		g.stop.Store(true)
		<-g.done
		g.done = nil
	}
}

// clearPages empties the table. Where little is stored, as after a search of a few moves
// ahead, it empties those parts alone; else the first part of the table, and the others
// before they are used again.
func (t *Table) clearPages() {
	t.Halt()
	g := &t.growth
	first := min(t.size(), firstBuckets)
	if !t.clearMarked(first / partBuckets / 4) {
		clear(t.buckets[:first])
		g.stale = t.size()
		clear(t.marks)
	}
	t.use(first)
	g.used.Store(false)
}

// clearMarked empties the marked parts unless there are more than most; it reports
// whether it has. In what is stale there may be more than the marks tell.
func (t *Table) clearMarked(most uint64) bool {
	count := uint64(0)
	for _, marked := range t.marks {
		if marked {
			count++
		}
	}
	if count > most {
		return false
	}
	for part, marked := range t.marks {
		if marked {
			from := uint64(part) * partBuckets
			clear(t.buckets[from:min(from+partBuckets, t.size())])
			t.marks[part] = false
		}
	}
	return true
}

// clearAll clears buckets, by all processors.
func clearAll(buckets []bucket) {
	share := len(buckets)/runtime.NumCPU() + 1
	var work sync.WaitGroup
	for len(buckets) > 0 {
		part := buckets[:min(share, len(buckets))]
		buckets = buckets[len(part):]
		work.Go(func() { clear(part) })
	}
	work.Wait()
}

// spread copies the entries of the first from buckets to their places in a table of
// to buckets. No two of them meet there: the low bits of the place are the bucket that
// an entry comes from. The search may go on; at worst, what it writes meanwhile is lost.
// spread reports whether it has finished; it may be stopped.
//
//go:norace
func (t *Table) spread(from, to uint64) bool {
	for i := range from {
		if i%chunk == 0 && t.growth.stop.Load() {
			return false
		}
		for k := range ways {
			s := &t.buckets[i][k]
			if s.data == 0 {
				continue
			}
			if place := placeOf(s, to); place != i {
				t.mark(place)
				t.buckets[place][k] = *s
			}
		}
	}
	return true
}

// sweep empties the slots that spread has copied, and reports whether it has finished.
//
//go:norace
func (t *Table) sweep(from, to uint64) bool {
	for i := range from {
		if i%chunk == 0 && t.growth.stop.Load() {
			return false
		}
		for k := range ways {
			if s := &t.buckets[i][k]; s.data != 0 && placeOf(s, to) != i {
				*s = slot{}
			}
		}
	}
	return true
}

// placeOf returns the bucket of an entry in a table of n.
//
//go:norace
func placeOf(s *slot, n uint64) uint64 {
	return Hash(board.Position{Player: s.player, Opponent: s.opponent}) & (n - 1)
}

// touch writes to every page of buckets that nobody uses. One system call for
// all of them (MADV_POPULATE_WRITE) would be a little faster, but it blocks every other
// change of the memory map meanwhile: Go's own changes would wait, and with them the
// search.
func touch(buckets []bucket) {
	const page = 4096 / int(bucketSize)
	for i := 0; i < len(buckets); i += page {
		buckets[i][0].check = 0
	}
}
