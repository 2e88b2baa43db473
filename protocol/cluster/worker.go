package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kaeshi/engine/jobs"
)

// Worker does jobs for whoever opens runs at a hub.
type Worker struct {
	Hub      *Hub
	Name     string // for people
	Slots    int    // jobs at a time
	Engines  []string
	Identity Identity
	Timing   Timing
	// Open returns one slot's work at the questions of a run.
	Open func(ctx context.Context, run *Spec) (jobs.Work, error)
	// Say is told what a user wants to know, a line each.
	Say func(text string)
	// Watch, if not nil, is told after every job how the worker stands.
	Watch func(Sign)

	mu      sync.Mutex
	key     string
	sign    Sign
	runs    []*workerRun
	inHand  map[string]*handful // by job
	changed chan struct{}       // closed when runs have changed
	refused map[string]bool     // runs that the worker was told it does not fit
}

// workerRun is a run as a worker sees it.
type workerRun struct {
	*Run
	jobs jetstream.Consumer
}

// Run does jobs until ctx ends; those in hand are then given back. It ends with an error
// if the hub will not have it any more.
func (w *Worker) Run(ctx context.Context) error {
	w.key = name([]byte(w.Name), []byte(time.Now().String()))
	w.sign = Sign{Worker: w.Name, Identity: w.Identity, Engines: w.Engines, Slots: w.Slots}
	w.inHand, w.refused, w.changed = map[string]*handful{}, map[string]bool{}, make(chan struct{})
	ctx, end := undated(ctx)
	defer end()
	var failure error
	go func() {
		select {
		case <-ctx.Done():
		case <-w.Hub.gone:
			failure = w.Hub.why
			end()
		}
	}()
	cancels, err := w.Hub.conn.Subscribe(cancelSubject+"*", w.cancelled)
	if err != nil {
		return err
	}
	defer cancels.Unsubscribe()
	news := make(chan *nats.Msg, 1)
	told, err := w.Hub.conn.ChanSubscribe(newsSubject, news)
	if err != nil {
		return err
	}
	defer told.Unsubscribe()

	var all sync.WaitGroup
	for range w.Slots {
		all.Go(func() { (&slot{Worker: w}).run(ctx) })
	}
	all.Go(func() { w.giveSigns(ctx) })
	for ctx.Err() == nil {
		w.look(ctx)
		select {
		case <-ctx.Done():
		case <-news:
		case <-time.After(w.Timing.Sign / 2):
		}
	}
	all.Wait()
	w.leave()
	return failure
}

// look finds out which runs there are.
func (w *Worker) look(ctx context.Context) {
	runs, _, err := w.Hub.runs(ctx)
	if err != nil {
		if errors.Is(err, jetstream.ErrStreamNotFound) { // the hub has lost everything
			_ = w.Hub.prepare(ctx)
		}
		return // of a lost connection somebody else tells
	}
	w.mu.Lock()
	known := map[string]*workerRun{}
	for _, r := range w.runs {
		known[r.ID] = r
	}
	w.mu.Unlock()
	var now []*workerRun
	isNew := false
	for id, r := range runs {
		switch {
		case !w.sign.Fits(&r.Spec):
			w.refuse(r)
			continue
		case known[id] != nil:
			now = append(now, known[id])
			continue
		}
		consumer, err := w.Hub.consumer(ctx, id, r.lease())
		if err != nil {
			continue // next time
		}
		now, isNew = append(now, &workerRun{Run: r, jobs: consumer}), true
		w.say("takes jobs of %s", r.Title)
	}
	slices.SortFunc(now, func(a, b *workerRun) int { return a.Begun.Compare(b.Begun) })
	w.takeRuns(known, now, isNew)
}

// takeRuns makes now the runs of the worker, without those that were known when the look
// began and that a slot has dropped meanwhile: the next look finds them again, as new ones,
// and so wakes the slots.
func (w *Worker) takeRuns(known map[string]*workerRun, now []*workerRun, isNew bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.runs = slices.DeleteFunc(now, func(r *workerRun) bool { return known[r.ID] == r && !slices.Contains(w.runs, r) })
	if isNew {
		close(w.changed)
		w.changed = make(chan struct{})
	}
}

// refuse says once why the worker gets no job of a run.
func (w *Worker) refuse(r *Run) {
	if w.refused[r.ID] {
		return
	}
	w.refused[r.ID] = true
	if r.Identity != w.Identity {
		w.say("gets no job of %s: that is of kaeshi %v, this is %v", r.Title, r.Identity, w.Identity)
		w.note(fmt.Sprintf("of another version than %s: %v", r.Title, r.Identity))
		return
	}
	w.say("gets no job of %s: that needs the engines %q, this worker has %q (see --engine)", r.Title, r.Needs, w.Engines)
	w.note(fmt.Sprintf("has not the engines of %s", r.Title))
}

func (w *Worker) say(format string, parts ...any) {
	if w.Say != nil {
		w.Say(fmt.Sprintf(format, parts...))
	}
}

func (w *Worker) note(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sign.Note = text
}

// giveSigns tells the hub now and then that the worker lives.
func (w *Worker) giveSigns(ctx context.Context) {
	for {
		w.mu.Lock()
		sign := w.sign
		w.mu.Unlock()
		_ = w.Hub.put(ctx, workersBucket, w.key, &sign) // the next one may come through
		if !pause(ctx, w.Timing.Sign) {
			return
		}
	}
}

// leave takes the worker off the list.
func (w *Worker) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if kv, err := w.Hub.js.KeyValue(ctx, workersBucket); err == nil {
		_ = kv.Purge(ctx, w.key)
	}
}

// took notes the beginning or the end of a job.
func (w *Worker) took(busy, jobs, answers int, seconds float64) {
	w.mu.Lock()
	w.sign.Busy += busy
	w.sign.Jobs += jobs
	w.sign.Answers += answers
	w.sign.Seconds += seconds
	sign := w.sign
	w.mu.Unlock()
	if w.Watch != nil {
		w.Watch(sign)
	}
}

// cancellation says which questions of a run are of no use any more.
type cancellation struct {
	All  bool     `json:"all,omitempty"`
	Tags []string `json:"tags,omitempty"`
}

// cancelled stops what is of no use any more.
func (w *Worker) cancelled(m *nats.Msg) {
	var c cancellation
	if json.Unmarshal(m.Data, &c) != nil {
		return // not ours
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, h := range w.inHand {
		if cancelSubject+h.job.Run == m.Subject {
			h.cancel(c)
		}
	}
}
