package train

import (
	"context"
	"encoding/json"
	"math/bits"
	"math/rand/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
)

// Judge says how a position is to be searched.
type Judge struct {
	Evaluator   *eval.Evaluator `json:"-"`
	Depth       int             // in plies, when more squares are empty than ExactFrom
	Selectivity search.Selectivity
	ExactFrom   int // solve exactly at so many empties or fewer
	HashMB      int // of each thread's table
}

// searcher is one thread's judge at work.
type searcher struct {
	Judge
	table  *tt.Table
	search *search.Searcher
}

func newSearcher(j Judge) *searcher {
	table := tt.New(j.HashMB)
	return &searcher{Judge: j, table: table, search: search.New(j.Evaluator, table, 1)}
}

// judge returns what a search says of p. Without a score, that is when the game
// is over or ctx ended, ok is false.
func (s *searcher) judge(ctx context.Context, p board.Position) (r Record, ok bool) {
	info := s.search.Search(ctx, p, search.Limit{Depth: s.Depth, Selectivity: s.Selectivity, ExactFrom: s.ExactFrom}, nil)
	if ctx.Err() != nil || info.Move() == board.NoSquare {
		return Record{}, false
	}
	return Record{
		Position: p,
		Score:    int16(max(-64*scoreUnit, min(info.Score.Value*scoreUnit/search.Disc, 64*scoreUnit))),
		Result:   NoResult,
		Move:     info.Move(),
		Depth:    uint8(info.Depth),
		Exact:    info.Stage == search.Solved && info.Proved(),
	}, true
}

// LabelOptions say which positions to label, and how.
type LabelOptions struct {
	Judge
	MinEmpties, MaxEmpties int
	OneIn                  int        // label one position in so many, drawn by Seed
	Stray                  int        // go up to so many random moves on from each first
	Siblings               int        // of one position in so many label all that its moves lead to; 0 means of none
	HeldOut                uint16     // only games that a fit with this option holds out; 0 means all
	Threads                int        `json:"-"`
	Place                  jobs.Place `json:"-"` // made for these options; nil means Threads of this process
	Shard                  Shard      `json:"-"`
	Seed                   uint64
}

// labelBatch is the positions of one job: what a killed run may lose a thread.
const labelBatch = 64

// Choose leaves of the samples those that the options ask for, each position
// once, whichever way round the board is.
func (o *LabelOptions) Choose(d *Data) {
	seen := map[board.Position]bool{}
	kept := d.Samples[:0]
	for _, s := range d.Samples {
		empties := s.Position.EmptyCount()
		if empties < o.MinEmpties || empties > o.MaxEmpties || s.Position.Over() || o.HeldOut > 0 && s.Group%o.HeldOut != 0 {
			continue
		}
		canonical, _ := s.Position.Canonical()
		if o.OneIn > 1 && mix(canonical, o.Seed)%uint64(o.OneIn) != 0 || seen[canonical] {
			continue
		}
		seen[canonical] = true
		kept = append(kept, s)
	}
	d.Samples, d.moves = kept, nil
}

// mix hashes a position.
func mix(p board.Position, seed uint64) uint64 {
	h, low := bits.Mul64(p.Player^0x9E3779B97F4A7C15, p.Opponent^seed^0xD1B54A32D192ED03)
	h ^= low
	h *= 0xBF58476D1CE4E5B9
	return h ^ h>>31
}

// Jobs returns how many jobs n positions make.
func (o *LabelOptions) Jobs(n int) int { return (n + labelBatch - 1) / labelBatch }

// stray goes a few random moves on from p. A search looks at many positions that
// no player would let happen, and an evaluation must be right there too.
func stray(random *rand.Rand, p board.Position, most int) board.Position {
	for range random.IntN(most + 1) {
		if p.Moves() == 0 {
			p = p.Pass()
		}
		if p.Moves() == 0 {
			break
		}
		p = p.Play(randomMove(random, p))
	}
	return p
}

// family labels all positions that the moves of p lead to, and derives the label of
// p, which comes first. An evaluation chooses between such positions: what they
// differ by matters more than the value of each.
func (s *searcher) family(ctx context.Context, p board.Position) (records []Record, ok bool) {
	parent := Record{Position: p, Score: -64 * scoreUnit, Result: NoResult, Move: board.NoSquare, Exact: true}
	records = append(records, parent)
	for moves := p.Moves(); moves != 0; moves &= moves - 1 {
		sq := board.Square(bits.TrailingZeros64(moves))
		r, ok := s.judgeChild(ctx, p.Play(sq))
		if !ok {
			return nil, false
		}
		records = append(records, r)
		if score := -r.Score; score > parent.Score || parent.Move == board.NoSquare {
			parent.Score, parent.Move = score, sq
		}
		parent.Depth = max(parent.Depth, r.Depth+1)
		parent.Exact = parent.Exact && r.Exact
	}
	records[0] = parent
	return records, true
}

// judgeChild is judge for a position that may be the end of a game.
func (s *searcher) judgeChild(ctx context.Context, p board.Position) (r Record, ok bool) {
	if p.Over() {
		r, ok = Record{Position: p, Score: int16(p.Score() * scoreUnit), Result: NoResult, Move: board.Pass, Exact: true}, true
	} else {
		r, ok = s.judge(ctx, p)
	}
	r.Child = true
	return r, ok
}

// label returns the records of a sample: one, none at the end of a game, or a family.
func (o *LabelOptions) label(ctx context.Context, s *searcher, random *rand.Rand, sample *Sample) (records []Record, ok bool) {
	p := stray(random, sample.Position, o.Stray)
	switch canonical, _ := p.Canonical(); {
	case p.Over():
		return nil, true
	case o.Siblings > 0 && p.Moves() != 0 && mix(canonical, ^o.Seed)%uint64(o.Siblings) == 0:
		records, ok = s.family(ctx, p)
	default:
		records = make([]Record, 1)
		records[0], ok = s.judge(ctx, p)
	}
	if !ok {
		return nil, false
	}
	for i := range records {
		records[i].Group = sample.Group
	}
	if sample.Label == ByResult && p == sample.Position {
		records[0].Result = int8(sample.Score)
	}
	return records, true
}

// Label searches the chosen samples and adds what comes out to the file. It calls
// finished with the number of positions of each finished job.
func Label(ctx context.Context, o LabelOptions, d *Data, out *RecordFile, finished func(records int)) error {
	ask := func(job int) ([]byte, error) {
		return o.question(job, d.Samples[job*labelBatch:min((job+1)*labelBatch, len(d.Samples))])
	}
	return runJobs(ctx, placeOf(o.Place, o.Threads, o.Work), o.Jobs(len(d.Samples)), o.Shard, ask, out, finished)
}

// Work returns one thread's work at the jobs of Label.
func (o LabelOptions) Work() jobs.Work {
	s := newSearcher(o.Judge)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var q labelQuestion
		if err := json.Unmarshal(question, &q); err != nil {
			return nil, err
		}
		samples, err := q.samples()
		if err != nil {
			return nil, err
		}
		s.table.Clear() // what earlier jobs left there must not matter
		var records []Record
		random := rand.New(rand.NewPCG(o.Seed, uint64(q.Job)))
		for i := range samples {
			own, ok := o.label(ctx, s, random, &samples[i])
			if !ok {
				break
			}
			records = append(records, own...)
		}
		return encodeRecords(records), ctx.Err()
	}
}
