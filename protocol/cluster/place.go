package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kaeshi/engine/jobs"
)

// Place is where the workers of a hub answer the questions of runs. It implements
// jobs.Place.
type Place struct {
	Hub    *Hub
	Spec   Spec
	Timing Timing
	// Crew, if not nil, is told now and then who works.
	Crew func(Crew)
}

var _ jobs.Place = (*Place)(nil)

// mostLeft is how many questions are looked through for what an earlier coordinator has
// left behind. What is not found is only done again.
const mostLeft = 20000

// doing is a call of Do.
type doing struct {
	*jobs.Run
	session *Session
	keeper  jobs.Keeper
	next    int
	names   map[int]string // of questions that are asked and not kept yet
	open    int            // asked, without an answer so far
	answers chan numbered
	lost    jobs.GivenUp
}

type numbered struct {
	number int
	answer
}

// Do implements jobs.Place.
func (p *Place) Do(ctx context.Context, run *jobs.Run) error {
	if run.Count == 0 {
		return nil
	}
	session, err := p.Hub.open(ctx, p.Spec, p.Timing, p.Crew)
	if err != nil {
		return err
	}
	defer session.Close()
	session.run.Total = run.Count
	d := &doing{session: session, names: map[int]string{}, answers: make(chan numbered, 1024)}
	d.Run = &jobs.Run{Count: run.Count, Ask: run.Ask, Ordered: run.Ordered, Drain: run.Drain, Done: func(i int, text []byte) error {
		err := run.Done(i, text)
		d.keep(i)
		return err
	}}
	d.keeper.Run = d.Run
	if err := d.resume(); err != nil {
		return err
	}
	session.start()
	if err := d.do(ctx); !errors.Is(err, jobs.Enough) {
		return err
	}
	return nil
}

// resume finds what an earlier coordinator has left at the hub.
func (d *doing) resume() error {
	left, err := d.session.leftJobs()
	if err != nil {
		return serverError(err)
	}
	for d.next < d.Count && d.next < mostLeft && d.session.missing(left) > 0 {
		if err := d.ask(); err != nil {
			return err
		}
	}
	d.session.adopt(left)
	return nil
}

func (d *doing) ask() error {
	i := d.next
	text, err := d.Ask(i)
	if err != nil {
		return err
	}
	d.next++
	d.open++
	d.names[i] = d.session.submit(text, "", func(a answer) {
		select {
		case d.answers <- numbered{i, a}:
		case <-d.session.ctx.Done():
		}
	})
	return nil
}

// keep notes that an answer is where it belongs.
func (d *doing) keep(i int) {
	d.session.keep(d.names[i])
	delete(d.names, i)
}

func (d *doing) do(ctx context.Context) error {
	drained := false
	more := time.NewTicker(retryPause) // the crew may have grown
	defer more.Stop()
	for {
		for room := d.session.room(); !drained && room > 0 && d.next < d.Count; room-- {
			select {
			case <-d.Drain:
				drained = true
			default:
				if err := d.ask(); err != nil {
					return err
				}
			}
		}
		if d.open == 0 && (drained || d.next == d.Count) {
			break
		}
		select {
		case a := <-d.answers:
			if err := d.take(a); err != nil {
				return err
			}
		case <-more.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-d.session.hub.gone:
			return d.session.hub.why
		}
	}
	if d.lost.Count > 0 {
		return &d.lost
	}
	return nil
}

func (d *doing) take(a numbered) error {
	d.open--
	if a.Failure == "" {
		d.session.finished()
		return d.keeper.Take(a.number, a.Text)
	}
	const named = 5
	if d.lost.Count++; len(d.lost.Reasons) < named {
		d.lost.Reasons = append(d.lost.Reasons, fmt.Sprintf("job %d (%s)", a.number+1, a.Failure))
	}
	d.keep(a.number)
	return d.keeper.Skip(a.number)
}
