package tasks

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Run has the questions of a Split answered. Ask answers one; when its context ends, the
// answer is of no use any more. Slots tells how many are answered at a time: one more than
// that is on its way, so that nobody waits for the next.
func (s *Split) Run(ctx context.Context, ask func(ctx context.Context, question []byte) ([]byte, error), slots func() int) (Best, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type reply struct {
		task  *Task
		found Found
		err   error
	}
	replies := make(chan reply)
	stop := map[*Task]context.CancelFunc{}
	begin := func(t *Task) {
		own, end := context.WithCancel(ctx)
		stop[t] = end
		go func() {
			defer end()
			r := reply{task: t}
			r.found, r.err = t.Step.askOf(own, ask)
			select {
			case replies <- r:
			case <-ctx.Done():
			}
		}()
	}
	const look = time.Second // for workers that have come
	more := time.NewTicker(look)
	defer more.Stop()
	for !s.Done() {
		for s.Running() <= max(slots(), 1) {
			t := s.Next()
			if t == nil {
				break
			}
			begin(t)
		}
		if s.Done() { // as the search for a question has shown
			break
		}
		select {
		case r := <-replies:
			if !s.running[r.task] {
				break // called off
			}
			delete(stop, r.task)
			if r.err != nil {
				return Best{}, r.err
			}
			for _, t := range s.Take(r.task, r.found) {
				stop[t]()
				delete(stop, t)
			}
		case <-more.C:
		case <-ctx.Done():
			return Best{}, ctx.Err()
		}
	}
	return s.Best(), nil
}

func (s Step) askOf(ctx context.Context, ask func(ctx context.Context, question []byte) ([]byte, error)) (found Found, err error) {
	question, err := json.Marshal(s)
	if err != nil {
		return found, err
	}
	answer, err := ask(ctx, question)
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return found, errors.New("a worker's answer makes no sense")
	}
	return found, nil
}
