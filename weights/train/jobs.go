package train

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"
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

// worker makes the records of one job; each thread has one of its own.
type jobWorker func(ctx context.Context, job int) ([]Record, error)

// runJobs does the jobs of the shard that out does not hold yet, with one worker
// a thread, and calls finished after each. When ctx ends, jobs in hand are
// dropped and its error is returned.
func runJobs(ctx context.Context, total int, shard Shard, workers []jobWorker, out *RecordFile, finished func(records int)) error {
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan int)
	var writing sync.Mutex
	for _, work := range workers {
		group.Go(func() error {
			for job := range jobs {
				records, err := work(ctx, job)
				if err = cmp.Or(err, ctx.Err()); err != nil {
					return err
				}
				writing.Lock()
				if err = out.Add(job, records); err == nil {
					finished(len(records))
				}
				writing.Unlock()
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(jobs)
		for job := shard.Index - 1; job < total; job += shard.Count {
			writing.Lock()
			done := out.Done(job)
			writing.Unlock()
			if done {
				continue
			}
			select {
			case jobs <- job:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
}
