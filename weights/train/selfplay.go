package train

import (
	"context"
	"encoding/json"
	"math/bits"
	"math/rand/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/jobs"
)

// SelfplayOptions say which games to play. A game depends on them and its number
// alone, so it is the same on every machine and with any number of threads.
type SelfplayOptions struct {
	Judge
	Games    int              `json:"-"`
	Openings [][]board.Square `json:"-"` // passes included, played in turn; none means random ones
	Random   int              // plies of a random opening
	Noise    float64          // share of the later moves that are random, until squares are few enough to solve
	Threads  int              `json:"-"`
	Place    jobs.Place       `json:"-"` // made for these options; nil means Threads of this process
	Shard    Shard            `json:"-"`
	Seed     uint64
}

// Selfplay plays the games of the shard that the file does not hold yet, and adds
// each when it ends: all its positions after the opening, with the search's score
// and the result. It calls finished with the number of positions.
func Selfplay(ctx context.Context, o SelfplayOptions, out *RecordFile, finished func(records int)) error {
	return runJobs(ctx, placeOf(o.Place, o.Threads, o.Work), o.Games, o.Shard, o.question, out, finished)
}

// Work returns one thread's work at the games of Selfplay.
func (o SelfplayOptions) Work() jobs.Work {
	s := newSearcher(o.Judge)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var q selfplayQuestion
		if err := json.Unmarshal(question, &q); err != nil {
			return nil, err
		}
		opening, err := q.moves()
		if err != nil {
			return nil, err
		}
		s.table.Clear() // what earlier games left there must not matter
		return encodeRecords(o.play(ctx, s, q.Game, opening)), ctx.Err()
	}
}

// play returns the records of one game; they mean nothing once ctx has ended.
func (o *SelfplayOptions) play(ctx context.Context, s *searcher, number int, opening []board.Square) []Record {
	random := rand.New(rand.NewPCG(o.Seed, uint64(number)))
	p, mover := o.opening(random, opening)
	var records []Record
	var movers []int
	for !p.Over() {
		if p.Moves() == 0 {
			p, mover = p.Pass(), 1-mover
			continue
		}
		r, ok := s.judge(ctx, p)
		if !ok {
			return nil
		}
		if p.EmptyCount() > o.ExactFrom && random.Float64() < o.Noise {
			r.Move = randomMove(random, p)
		}
		records, movers = append(records, r), append(movers, mover)
		p, mover = p.Play(r.Move), 1-mover
	}
	finish(records, movers, p, mover)
	return records
}

// opening returns where the game's own moves begin, and which side moves there.
func (o *SelfplayOptions) opening(random *rand.Rand, given []board.Square) (p board.Position, mover int) {
	p = board.Start()
	if len(given) > 0 {
		for _, sq := range given {
			p, mover = p.Play(sq), 1-mover
		}
		return p, mover
	}
	for range o.Random {
		if p.Moves() == 0 { // over, or a pass: the game is not random any more
			break
		}
		p, mover = p.Play(randomMove(random, p)), 1-mover
	}
	return p, mover
}

func randomMove(random *rand.Rand, p board.Position) board.Square {
	moves := p.Moves()
	for range random.IntN(bits.OnesCount64(moves)) {
		moves &= moves - 1
	}
	return board.Square(bits.TrailingZeros64(moves))
}

// finish gives the records of a game its result and their common group. movers
// tells whose move each was; mover is to move at the end.
func finish(records []Record, movers []int, end board.Position, mover int) {
	score := end.Score()
	samples := make([]Sample, len(records))
	for i := range records {
		records[i].Result = int8(score)
		if movers[i] != mover {
			records[i].Result = int8(-score)
		}
		samples[i].Position = records[i].Position
	}
	group := groupOfGame(samples)
	for i := range records {
		records[i].Group = group
	}
}
