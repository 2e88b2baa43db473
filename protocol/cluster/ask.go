package cluster

import (
	"context"
	"errors"
	"strconv"
	"sync"
)

// Asking is a run whose questions are not known beforehand.
type Asking struct {
	session *Session

	mu     sync.Mutex
	shared map[string]*shared
	tags   int
}

// shared is a question for which somebody waits.
type shared struct {
	name, tag string
	waiting   int
	came      chan struct{} // closed when the answer is there
	answer    answer
}

// Asking begins such a run.
func (p *Place) Asking(ctx context.Context) (*Asking, error) {
	timing := p.Timing
	timing.Batch = 0 // whoever asks waits for each answer
	session, err := p.Hub.open(ctx, p.Spec, timing, p.Crew)
	if err != nil {
		return nil, err
	}
	session.countCrew()
	session.adopt(nil) // what an earlier coordinator has left is not known again
	session.start()
	return &Asking{session: session, shared: map[string]*shared{}}, nil
}

// Ask asks a question and waits for the answer. A question that was given up, and the end
// of ctx, are errors. When nobody waits for it any more, a question is called off.
func (a *Asking) Ask(ctx context.Context, question []byte) ([]byte, error) {
	s := a.join(string(question))
	defer a.leave(string(question), s)
	select {
	case <-s.came:
		if s.answer.Failure != "" {
			return nil, errors.New(s.answer.Failure)
		}
		return s.answer.Text, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-a.session.hub.gone:
		return nil, a.session.hub.why
	}
}

func (a *Asking) join(question string) *shared {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.shared[question]
	if s == nil {
		a.tags++
		s = &shared{tag: strconv.Itoa(a.tags), came: make(chan struct{})}
		a.shared[question] = s
		s.name = a.session.submit([]byte(question), s.tag, func(answer answer) {
			s.answer = answer
			close(s.came)
		})
	}
	s.waiting++
	return s
}

func (a *Asking) leave(question string, s *shared) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s.waiting--; s.waiting > 0 {
		return
	}
	delete(a.shared, question)
	select {
	case <-s.came:
		a.session.keep(s.name)
	default:
		a.session.callOff(s.name, s.tag)
	}
}

// Slots returns how many questions the workers answer at a time.
func (a *Asking) Slots() int {
	a.session.mu.Lock()
	defer a.session.mu.Unlock()
	return a.session.slots
}

// Close ends the run.
func (a *Asking) Close() { a.session.Close() }
