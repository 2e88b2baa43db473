// Package jobs is work in many pieces that do not need each other: questions, which
// are answered wherever there is a place for it. Threads answers them in this process;
// who knows of other machines brings a Place of its own.
//
// A question holds all that its answer depends on, besides what the place was made for,
// so the answer is the same wherever it is found and whatever was asked before.
package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Work answers a question. It is for one goroutine at a time.
type Work func(ctx context.Context, question []byte) (answer []byte, err error)

// Run is a list of questions, and what becomes of their answers. Its functions are
// called one at a time.
type Run struct {
	Count int
	// Ask returns a question, each once and in their order.
	Ask func(i int) ([]byte, error)
	// Done keeps an answer, each once. Enough ends the run in good order, any other
	// error ends it as failed.
	Done func(i int, answer []byte) error
	// Ordered has Done called in the order of the questions.
	Ordered bool
	// Drain, if not nil, is closed when no further question is to be asked.
	Drain <-chan struct{}
}

// Place is where questions are answered.
type Place interface {
	// Do answers the questions of a run. Answers that are not done when ctx ends are
	// lost, and ctx's error is returned.
	Do(ctx context.Context, run *Run) error
}

// Enough is what Run.Done returns when the other answers are not wanted any more.
var Enough = errors.New("enough is known")

// GivenUp is the error of a run that has no answer to some questions.
type GivenUp struct {
	Count   int
	Reasons []string // of the first ones, each with the number of its question
}

func (g *GivenUp) Error() string {
	return fmt.Sprintf("%d of the jobs were given up: %s", g.Count, strings.Join(g.Reasons, "; "))
}

// Threads is a place in this process with a goroutine for each Work.
type Threads []Work

// Do implements Place. The first failure ends the run.
func (t Threads) Do(ctx context.Context, run *Run) error {
	group, ctx := errgroup.WithContext(ctx)
	type question struct {
		number int
		text   []byte
	}
	questions := make(chan question)
	keeper := Keeper{Run: run}
	var keeping sync.Mutex
	for _, work := range t {
		group.Go(func() error {
			for q := range questions {
				answer, err := work(ctx, q.text)
				if err = cmp.Or(err, ctx.Err()); err != nil {
					return err
				}
				keeping.Lock()
				err = keeper.Take(q.number, answer)
				keeping.Unlock()
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(questions)
		for i := range run.Count {
			select { // the end wins over a free thread
			case <-run.Drain:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			default:
			}
			keeping.Lock()
			text, err := run.Ask(i)
			keeping.Unlock()
			if err != nil {
				return err
			}
			select {
			case questions <- question{i, text}:
			case <-run.Drain:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	if err := group.Wait(); !errors.Is(err, Enough) {
		return err
	}
	return nil
}

// Keeper hands answers to Run.Done in the order that the run asks for.
type Keeper struct {
	Run     *Run
	next    int
	waiting map[int][]byte // answers that came before their turn
	skipped map[int]bool
}

// Take takes an answer, and hands on what can be handed on by now.
func (k *Keeper) Take(i int, answer []byte) error {
	if !k.Run.Ordered {
		return k.Run.Done(i, answer)
	}
	if k.waiting == nil {
		k.waiting = map[int][]byte{}
	}
	k.waiting[i] = answer
	return k.advance()
}

// Skip tells that there will be no answer to a question.
func (k *Keeper) Skip(i int) error {
	if k.skipped == nil {
		k.skipped = map[int]bool{}
	}
	k.skipped[i] = true
	return k.advance()
}

func (k *Keeper) advance() error {
	for {
		answer, ok := k.waiting[k.next]
		switch {
		case k.skipped[k.next]:
		case !ok:
			return nil
		default:
			delete(k.waiting, k.next)
			if err := k.Run.Done(k.next, answer); err != nil {
				return err
			}
		}
		k.next++
	}
}
