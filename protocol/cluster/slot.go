package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"kaeshi/engine/jobs"
)

// slot does one job at a time.
type slot struct {
	*Worker
	turn   int    // which run is asked first
	at     string // the run that work is for
	work   jobs.Work
	leave  context.CancelFunc // ends work
	broken error              // why there is no work
}

const (
	longPoll  = 2 * time.Second // one wait for a job
	partSize  = 256 << 10       // of answers in a message, well below any server's limit
	lastWords = time.Second     // for what is still to be said when the worker ends
)

func (s *slot) run(ctx context.Context) {
	for ctx.Err() == nil {
		s.mu.Lock()
		runs, changed := slices.Clone(s.runs), s.changed
		s.mu.Unlock()
		if len(runs) == 0 {
			select {
			case <-ctx.Done():
			case <-changed:
			}
			continue
		}
		if s.turn++; len(runs) > 1 && s.tryAll(ctx, runs) {
			continue
		}
		s.wait(ctx, runs[s.turn%len(runs)], changed)
	}
}

// tryAll does a job of the first run that has one.
func (s *slot) tryAll(ctx context.Context, runs []*workerRun) (did bool) {
	for i := range runs {
		r := runs[(s.turn+i)%len(runs)]
		batch, err := r.jobs.FetchNoWait(1)
		if err != nil {
			continue
		}
		for m := range batch.Messages() {
			s.do(ctx, r, m)
			return true
		}
	}
	return false
}

// wait waits a while for a job of a run and does it.
func (s *slot) wait(ctx context.Context, r *workerRun, changed <-chan struct{}) {
	waiting, cancel := context.WithTimeout(ctx, longPoll)
	defer cancel()
	go func() {
		select {
		case <-changed: // another run may have jobs
			cancel()
		case <-waiting.Done():
		}
	}()
	batch, err := r.jobs.Fetch(1, jetstream.FetchContext(waiting))
	if err == nil {
		for m := range batch.Messages() {
			s.do(ctx, r, m)
		}
		err = batch.Error()
	}
	switch {
	case err == nil, waiting.Err() != nil:
	case errors.Is(err, jetstream.ErrConsumerDeleted), errors.Is(err, jetstream.ErrConsumerNotFound), isPassing(err):
		s.drop(r)
		pause(ctx, retryPause)
	default:
		pause(ctx, retryPause)
	}
}

// drop forgets a run that seems to be over; if it is not, the next look finds it.
func (w *Worker) drop(r *workerRun) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.runs = slices.DeleteFunc(slices.Clone(w.runs), func(other *workerRun) bool { return other == r })
}

// handful is a job that is being done.
type handful struct {
	job       job
	mu        sync.Mutex
	stop      context.CancelFunc // of the question in hand
	current   string             // its tag
	useless   map[string]bool    // tags
	abandoned bool
}

func (h *handful) cancel(c cancellation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.abandoned = h.abandoned || c.All
	for _, tag := range c.Tags {
		h.useless[tag] = true
	}
	if h.stop != nil && (h.abandoned || h.useless[h.current]) {
		h.stop()
	}
}

// begin returns the context of a question, or false if it is of no use any more.
func (h *handful) begin(ctx context.Context, q *question) (context.Context, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.abandoned || q.Tag != "" && h.useless[q.Tag] {
		return nil, false
	}
	ctx, h.stop = context.WithCancel(ctx)
	h.current = q.Tag
	return ctx, true
}

// end ends a question and reports whether it was cancelled meanwhile.
func (h *handful) end() (cancelled bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stop()
	h.stop = nil
	return h.abandoned || h.current != "" && h.useless[h.current]
}

// do does a job: it says what came out, and then, when the hub has stored that, that the
// job is done.
func (s *slot) do(ctx context.Context, r *workerRun, m jetstream.Msg) {
	run, jobName, ok := jobOf(m.Subject(), jobsSubject)
	j, err := decodeJob(m.Data(), run, jobName)
	if !ok || err != nil {
		s.say("leaves out what is no job: %d bytes at %s", len(m.Data()), m.Subject())
		_ = m.TermWithReason("not a job of kaeshi")
		return
	}
	h := &handful{job: j, useless: map[string]bool{}}
	s.mu.Lock()
	s.inHand[jobName] = h
	s.mu.Unlock()
	s.took(1, 0, 0, 0)
	began := time.Now()
	stopRenewing := s.renew(m, r.lease())
	out, handBack := s.answerAll(ctx, r, m, h)
	if len(out.Answers) > 0 {
		handBack = !s.publish(ctx, r, &out)
	}
	stopRenewing()
	s.mu.Lock()
	delete(s.inHand, jobName)
	s.mu.Unlock()
	if handBack {
		_ = m.Nak()
		_ = s.Hub.conn.FlushTimeout(lastWords)
	} else {
		s.acknowledge(m)
	}
	s.took(-1, 1, len(out.Answers), time.Since(began).Seconds())
}

// acknowledge has the hub take a job off its list, and waits for that: a worker that is
// ahead of the hub would let the list grow. A job that stays there is done again, in vain.
func (s *slot) acknowledge(m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	_ = m.DoubleAck(ctx)
}

// renew keeps the lease of a job until it is called off.
func (s *slot) renew(m jetstream.Msg, lease time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for pause(ctx, lease/3) {
			_ = m.InProgress() // a lost connection comes back, or the lease ends
		}
	}()
	return cancel
}

// answerAll answers the questions of a job, as many as there is time for. With handBack
// nothing came out and another worker shall have the job.
func (s *slot) answerAll(ctx context.Context, r *workerRun, m jetstream.Msg, h *handful) (out result, handBack bool) {
	out = result{Run: h.job.Run, Job: h.job.Name, Worker: s.Name}
	if about, err := m.Metadata(); err == nil && about.NumDelivered > mostDeaths {
		text := fmt.Sprintf("%d workers began it and ended without a word", about.NumDelivered-1)
		for _, q := range h.job.Questions {
			out.Answers = append(out.Answers, answer{Name: q.Name, Failure: text, Final: true})
		}
		return out, false
	}
	work, broken := s.workOf(ctx, r)
	began := time.Now()
	for i := range h.job.Questions {
		q := &h.job.Questions[i]
		if i > 0 && time.Since(began).Seconds() > h.job.Seconds {
			break // the coordinator gives the rest to whoever is free
		}
		asked, wanted := h.begin(ctx, q)
		if !wanted {
			continue
		}
		a := answer{Name: q.Name}
		begun, err := time.Now(), broken
		if err == nil {
			a.Text, err = answerSafely(asked, work, q.Text)
		}
		cancelled := h.end()
		a.Seconds = time.Since(begun).Seconds()
		switch {
		case cancelled:
			continue
		case ctx.Err() != nil:
			return out, len(out.Answers) == 0
		case err != nil:
			a.Text, a.Failure = nil, fmt.Sprintf("%s: %v", s.Name, err)
		}
		out.Answers = append(out.Answers, a)
	}
	return out, false
}

// answerSafely turns a panic, which is a bug of ours, into a failure of the one question.
func answerSafely(ctx context.Context, work jobs.Work, text []byte) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return work(ctx, text)
}

// workOf returns this slot's work at a run, which is kept until another run's is wanted.
func (s *slot) workOf(ctx context.Context, r *workerRun) (jobs.Work, error) {
	if s.at != r.ID || s.broken != nil {
		if s.leave != nil {
			s.leave()
		}
		s.at, s.work = r.ID, nil
		ctx, s.leave = context.WithCancel(ctx)
		s.work, s.broken = s.Open(ctx, &r.Spec)
	}
	return s.work, s.broken
}

// publish tells what came out of a job, in several messages if it is much. It tries until
// the hub has stored it; it gives up when the worker ends.
func (s *slot) publish(ctx context.Context, r *workerRun, out *result) bool {
	answers := out.Answers
	for len(answers) > 0 {
		size, n := 0, 0
		for n < len(answers) && (n == 0 || size+len(answers[n].Text)*4/3 < partSize) {
			size += len(answers[n].Text) * 4 / 3
			n++
		}
		part := *out
		part.Answers, part.More = answers[:n], n < len(answers)
		answers = answers[n:]
		message, err := encode(resultMark, &part)
		if err != nil || !s.store(ctx, resultsSubject+out.Run+"."+out.Job, message) {
			return false
		}
	}
	return true
}

func (s *slot) store(ctx context.Context, subject string, message []byte) bool {
	for told := ""; ; {
		sending, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestLimit)
		if ctx.Err() != nil { // last words
			cancel()
			sending, cancel = context.WithTimeout(context.Background(), lastWords)
		}
		_, err := s.Hub.js.Publish(sending, subject, message)
		cancel()
		if err == nil {
			return true
		}
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			_ = s.Hub.prepare(ctx)
		}
		if text := serverError(err).Error(); text != told && s.Hub.conn.IsConnected() {
			told = text
			s.say("the hub does not take a result, trying again: %v", text)
		}
		if !pause(ctx, retryPause) {
			return false
		}
	}
}
