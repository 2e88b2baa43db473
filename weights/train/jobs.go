package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"kaeshi/engine/board"
	"kaeshi/engine/jobs"
)

// Shard is one machine's part of the jobs: those whose number leaves Index-1
// when divided by Count.
type Shard struct{ Index, Count int }

// ParseShard reads "2/8"; the empty text is all jobs.
func ParseShard(text string) (Shard, error) {
	if text == "" {
		return Shard{1, 1}, nil
	}
	var s Shard
	var rest string
	if n, _ := fmt.Sscanf(text, "%d/%d%s", &s.Index, &s.Count, &rest); n != 2 || s.Index < 1 || s.Index > s.Count {
		return Shard{}, fmt.Errorf("shard %q is not i/n with i of 1..n, such as 2/8", text)
	}
	return s, nil
}

// Pending returns how many jobs of total are this shard's, and how many of those
// out holds already.
func (s Shard) Pending(total int, out *RecordFile) (own, done int) {
	for job := s.Index - 1; job < total; job += s.Count {
		own++
		if out.Done(job) {
			done++
		}
	}
	return own, done
}

// placeOf returns the place that options name, or threads of this process.
func placeOf(named jobs.Place, threads int, work func() jobs.Work) jobs.Place {
	if named != nil {
		return named
	}
	own := make(jobs.Threads, threads)
	for i := range own {
		own[i] = work()
	}
	return own
}

// runJobs has the jobs of the shard done that out does not hold yet, and calls finished
// after each. Records are written in the order of the jobs, so the file is the same
// whoever did them. When ctx ends, jobs in hand are dropped and its error is returned.
func runJobs(ctx context.Context, place jobs.Place, total int, shard Shard, ask func(job int) ([]byte, error), out *RecordFile,
	finished func(records int)) error {
	var open []int
	for job := shard.Index - 1; job < total; job += shard.Count {
		if !out.Done(job) {
			open = append(open, job)
		}
	}
	return place.Do(ctx, &jobs.Run{
		Count:   len(open),
		Ordered: true,
		Ask:     func(i int) ([]byte, error) { return ask(open[i]) },
		Done: func(i int, answer []byte) error {
			records, err := readAnswer(answer)
			if err != nil {
				return fmt.Errorf("job %d: %w", open[i], err)
			}
			if err := out.Add(open[i], records); err != nil {
				return err
			}
			finished(len(records))
			return nil
		},
	})
}

func encodeRecords(records []Record) []byte {
	var b []byte
	for i := range records {
		b = appendRecord(b, &records[i])
	}
	return b
}

// readAnswer reads an answer, which may come from another machine.
func readAnswer(answer []byte) ([]Record, error) {
	records, valid := decodeRecords(answer)
	if !valid || len(answer)%recordSize != 0 || len(records) > math.MaxUint16 {
		return nil, errors.New("the answer is no list of records")
	}
	return records, nil
}

// labelQuestion is a job of Label: positions, and what is known of them.
type labelQuestion struct {
	Job     int        `json:"job"`
	Samples []asSample `json:"samples"`
}

type asSample struct {
	Player   uint64 `json:"player"`
	Opponent uint64 `json:"opponent"`
	Group    uint16 `json:"group"`
	Result   *int8  `json:"result,omitempty"` // of the game, for the side to move
}

func (o *LabelOptions) question(job int, samples []Sample) ([]byte, error) {
	q := labelQuestion{Job: job}
	for i := range samples {
		s := &samples[i]
		as := asSample{Player: s.Position.Player, Opponent: s.Position.Opponent, Group: s.Group}
		if s.Label == ByResult {
			result := int8(s.Score)
			as.Result = &result
		}
		q.Samples = append(q.Samples, as)
	}
	return json.Marshal(q)
}

func (q *labelQuestion) samples() ([]Sample, error) {
	samples := make([]Sample, len(q.Samples))
	for i, as := range q.Samples {
		s := Sample{Position: board.Position{Player: as.Player, Opponent: as.Opponent}, Group: as.Group}
		if !s.Position.Valid() {
			return nil, fmt.Errorf("job %d: position %d is none", q.Job, i+1)
		}
		if as.Result != nil {
			s.Score, s.Label = float32(*as.Result), ByResult
		}
		samples[i] = s
	}
	return samples, nil
}

// selfplayQuestion is a game of Selfplay.
type selfplayQuestion struct {
	Game    int    `json:"game"`
	Opening []byte `json:"opening,omitempty"` // squares
}

func (o *SelfplayOptions) question(game int) ([]byte, error) {
	q := selfplayQuestion{Game: game}
	if len(o.Openings) > 0 {
		for _, sq := range o.Openings[game%len(o.Openings)] {
			q.Opening = append(q.Opening, byte(sq))
		}
	}
	return json.Marshal(q)
}

// moves returns the moves of the opening; nil asks for a random one.
func (q *selfplayQuestion) moves() ([]board.Square, error) {
	p := board.Start()
	var moves []board.Square
	for _, b := range q.Opening {
		sq := board.Square(b)
		if sq == board.Pass && p.Moves() == 0 || sq < board.Pass && p.Legal(sq) {
			moves, p = append(moves, sq), p.Play(sq)
			continue
		}
		return nil, fmt.Errorf("game %d: move %d of its opening is not legal", q.Game, len(moves)+1)
	}
	return moves, nil
}
