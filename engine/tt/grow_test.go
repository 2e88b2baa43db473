package tt

import (
	"math/rand/v2"
	"sync"
	"testing"

	"kaeshi/engine/board"
)

// numbered returns positions that are all different, with results of their own.
func numbered(count int) (positions []board.Position, results []Result) {
	r := rand.New(rand.NewPCG(uint64(count), 7))
	for i := range count {
		player := r.Uint64() &^ 0xFFFFFF // the number keeps them apart
		p := board.Position{Player: player, Opponent: uint64(i) | r.Uint64()&^player&^0xFFFFFF}
		positions = append(positions, p)
		results = append(results, resultOf(p))
	}
	return positions, results
}

// resultOf is what is stored for p in these tests.
func resultOf(p board.Position) Result {
	h := Hash(p)
	value := int(h>>40)%6000 - 3000
	return Result{Alpha: value - 1, Beta: value + 1, Value: value, Depth: int(h>>60) + 1, Move: board.Square(h >> 32 & 63)}
}

func store(t *Table, positions []board.Position) {
	for _, p := range positions {
		t.Store(p, Hash(p), resultOf(p))
	}
}

// known counts the positions that the table knows, and makes sure of what it says.
func known(t *testing.T, table *Table, positions []board.Position) (count int) {
	t.Helper()
	for _, p := range positions {
		if e, ok := table.Probe(p, Hash(p)); ok {
			count++
			if r := resultOf(p); int(e.Lower) != r.Value || int(e.Upper) != r.Value || e.Move != r.Move {
				t.Fatalf("%+v is stored as %+v, not %+v", p, e, r)
			}
		}
	}
	return count
}

const testMB = 64 // four times the first part

func (t *Table) whole() bool { return t.inUse() == t.size() }

// What is known stays known while the table grows.
func TestGrowthKeepsEntries(t *testing.T) {
	positions, _ := numbered(50_000)
	for name, begin := range map[string]func(*Table){
		"before the first search": func(t *Table) { t.Prepare() },
		"beside a search":         func(t *Table) { t.Begin(true, 1); store(t, positions) },
		"beside two threads":      func(t *Table) { t.Begin(true, 2); store(t, positions) },
		"after a search that is not on a clock": func(t *Table) {
			t.Begin(false, 1)
			store(t, positions)
			t.End()
			t.Begin(true, 1)
		},
	} {
		table := New(testMB)
		begin(table)
		stored := known(t, table, positions)
		<-table.growth.done
		if !table.whole() || table.growth.ready.Load() != table.size() {
			t.Errorf("%s: it has grown to %d of %d", name, table.inUse(), table.size())
		}
		if now := known(t, table, positions); now < stored {
			t.Errorf("%s: %d of %d positions are known", name, now, stored)
		}
		store(table, positions)
		if now := known(t, table, positions); now < len(positions)-1 {
			t.Errorf("%s: %d positions are known", name, now)
		}
	}
}

// What was found on a clock is known to a search that is not, and the other way.
func TestWholeAtOnce(t *testing.T) {
	table := New(testMB)
	table.Begin(false, 1)
	if !table.whole() {
		t.Error("a search that is not on a clock has a part of the table")
	}
	positions, _ := numbered(50_000)
	store(table, positions)
	before := known(t, table, positions)
	table.End()
	table.Clear()
	if n := known(t, table, positions); n > 0 {
		t.Errorf("%d positions are known after Clear", n)
	}
	store(table, positions[:1000])
	table.growth.used.Store(true)
	table.Begin(false, 1)
	if n := known(t, table, positions); !table.whole() || n != 1000 {
		t.Errorf("%d positions are known, whole is %v", n, table.whole())
	}
	store(table, positions)
	if n := known(t, table, positions); n != before {
		t.Errorf("%d positions are known, and %d the first time", n, before)
	}
}

// What was cleared does not come back, however the table grows after that, and whether
// it was little that was stored or much.
func TestClearedStaysCleared(t *testing.T) {
	const little, much = 100, 50_000
	all, _ := numbered(much)
	for _, counts := range [][]int{{much}, {little}, {much, little}, {little, much}} {
		for way := range 8 {
			onClock, next, grown := way&1 > 0, way&2 > 0, way&4 > 0
			table := New(testMB / 2)
			for _, count := range counts {
				table.Begin(onClock, 1)
				store(table, all[:count])
				if done := table.growth.done; grown && done != nil {
					<-done
				}
				table.End()
				table.Clear() // in the middle of growth, perhaps
			}
			table.Begin(next, 1)
			if table.growth.done != nil {
				<-table.growth.done
			}
			if n := known(t, table, all); !table.whole() || n > 0 {
				t.Errorf("%v %v %v %v: %d positions are known, whole is %v", counts, onClock, next, grown, n, table.whole())
			}
			for i := range table.buckets {
				if table.buckets[i] != (bucket{}) {
					t.Fatalf("%v %v %v %v: bucket %d of %d holds something", counts, onClock, next, grown, i, table.size())
				}
			}
		}
	}
}

// Threads that search meanwhile find what was stored or nothing, and no more of the
// table is in use than is ready.
func TestGrowthBesideASearch(t *testing.T) {
	positions, _ := numbered(40_000)
	for range 3 {
		table := New(testMB)
		table.Begin(true, 1)
		var search sync.WaitGroup
		for n := range 2 {
			search.Go(func() {
				for done := false; !done; {
					select {
					case <-table.growth.done:
						done = true
					default:
					}
					if used, ready := table.inUse(), table.growth.ready.Load(); used > ready {
						t.Errorf("%d buckets are in use, %d ready", used, ready)
					}
					mine := positions[n*len(positions)/2:][:len(positions)/2]
					store(table, mine)
					if count := known(t, table, mine); done && count < len(mine)*99/100 {
						t.Errorf("%d of %d positions are known", count, len(mine))
					}
				}
			})
		}
		search.Wait()
		table.End()
	}
}

// Small tables are whole from the beginning, and a table that is given up grows no more.
func TestHalt(t *testing.T) {
	for _, megabytes := range []int{0, 1, 16} {
		table := New(megabytes)
		table.Begin(true, 1)
		if !table.whole() || table.growth.done != nil {
			t.Errorf("%d MB: %d of %d in use", megabytes, table.inUse(), table.size())
		}
	}
	table := New(testMB)
	table.Prepare()
	table.Halt()
	table.Halt()
	if table.growth.done != nil {
		t.Error("it goes on")
	}
}
