package cluster

import (
	"context"
	"errors"
)

// Asking is a run whose questions are not known beforehand.
type Asking struct{ session *Session }

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
	return &Asking{session}, nil
}

// Ask asks a question and waits for the answer. A question that was given up, and the end
// of ctx, are errors.
func (a *Asking) Ask(ctx context.Context, question []byte) ([]byte, error) {
	return a.AskTagged(ctx, question, "")
}

// AskTagged is Ask with a tag that Cancel may name.
func (a *Asking) AskTagged(ctx context.Context, question []byte, tag string) ([]byte, error) {
	came := make(chan answer, 1)
	name := a.session.submit(question, tag, func(answer answer) { came <- answer })
	defer a.session.keep(name)
	select {
	case answer := <-came:
		if answer.Failure != "" {
			return nil, errors.New(answer.Failure)
		}
		return answer.Text, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-a.session.hub.gone:
		return nil, a.session.hub.why
	}
}

// Cancel tells the workers that questions with these tags are of no use any more.
func (a *Asking) Cancel(tags ...string) { a.session.cancel(tags...) }

// Slots returns how many questions the workers answer at a time.
func (a *Asking) Slots() int {
	a.session.mu.Lock()
	defer a.session.mu.Unlock()
	return a.session.slots
}

// Close ends the run.
func (a *Asking) Close() { a.session.Close() }
