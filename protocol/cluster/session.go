package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Session is a coordinator's end of a run.
type Session struct {
	hub    *Hub
	run    Run
	timing Timing
	crew   func(Crew)
	ctx    context.Context
	end    context.CancelFunc
	tasks  sync.WaitGroup

	mu       sync.Mutex
	asked    map[string]*asked // open questions, and those whose answers are not kept yet
	early    map[string]answer // answers that an earlier coordinator has left behind
	resuming bool
	queue    []*asked            // to be put into jobs
	sent     map[string]*sentJob // by name
	attempts int                 // makes the names of jobs differ
	pace     pace
	stored   []storedResult // results at the hub that are not removed yet
	removed  uint64         // results up to this one are
	slots    int            // of the workers that fit
	wake     chan struct{}  // something is to be sent
	said     string         // the last trouble told
}

// asked is a question on its way.
type asked struct {
	question
	tell     func(answer) // once
	told     bool
	answer   answer // once told
	keepers  int    // how many times it was asked and is not kept yet
	failures int
	job      string // that it is in; "" in the queue
}

// sentJob is a job that has been published, and what of it is still open.
type sentJob struct {
	open   []string
	missed int // looks that did not find it at the hub
}

// storedResult is a message in the stream of results.
type storedResult struct {
	seq   uint64
	names []string // of the questions that it answers first
}

// Crew is who works at a run.
type Crew struct {
	Workers, Slots int
	Others         []Sign // those that do not fit
}

// open begins a run, or goes on with what an earlier coordinator left of it. crew, if
// not nil, is told of the workers now and then.
func (h *Hub) open(ctx context.Context, spec Spec, timing Timing, crew func(Crew)) (*Session, error) {
	s := &Session{
		hub: h, timing: timing, crew: crew,
		run:   Run{Spec: spec, ID: spec.id(), Begun: time.Now().UTC(), Lease: timing.Lease.String()},
		asked: map[string]*asked{}, early: map[string]answer{}, sent: map[string]*sentJob{}, resuming: true,
		wake: make(chan struct{}, 1),
	}
	s.ctx, s.end = undated(ctx)
	if err := s.announce(); err != nil {
		s.end()
		return nil, serverError(err)
	}
	results, err := s.results(0)
	if err != nil {
		s.end()
		return nil, serverError(err)
	}
	left, err := results.Info(s.ctx)
	if err != nil {
		s.end()
		return nil, serverError(err)
	}
	s.receive(results, int(left.NumPending))
	return s, nil
}

// start has the questions that were submitted put into jobs, and those to come.
func (s *Session) start() {
	s.tasks.Go(func() { s.receiveForEver() })
	for range senders {
		s.tasks.Go(func() { s.send() })
	}
	s.tasks.Go(func() { s.lookAfter() })
}

// senders is how many jobs are on their way to the hub at a time.
const senders = 4

// announce tells the hub and the workers of the run.
func (s *Session) announce() error {
	if _, err := s.hub.consumer(s.ctx, s.run.ID, s.timing.Lease); err != nil {
		return err
	}
	s.mu.Lock()
	r := s.run
	s.mu.Unlock()
	if err := s.hub.putRun(s.ctx, &r); err != nil {
		return err
	}
	return s.hub.conn.Publish(newsSubject, nil)
}

// submit asks a question. tell is called once, from another goroutine, with the answer.
// A cancellation may name the tag.
func (s *Session) submit(text []byte, tag string, tell func(answer)) string {
	key := name([]byte(s.run.ID), text)
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.asked[key]; known != nil { // the same question once more: one answer does for both
		known.keepers++
		if known.told {
			go tell(known.answer)
			return key
		}
		first := known.tell
		known.tell = func(a answer) { first(a); tell(a) }
		return key
	}
	q := &asked{question: question{Name: key, Text: text, Tag: tag}, tell: tell, keepers: 1}
	s.asked[key] = q
	if a, ok := s.early[key]; ok {
		delete(s.early, key)
		q.told, q.answer = true, a
		go tell(a)
		return key
	}
	s.queue = append(s.queue, q)
	s.rouse()
	return key
}

func (s *Session) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// finished counts an answer.
func (s *Session) finished() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run.Done++
}

// keep notes that an answer is on our disk, or is not wanted: the hub need not keep it.
func (s *Session) keep(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.asked[name]; q != nil {
		if q.keepers--; q.keepers == 0 {
			delete(s.asked, name)
		}
	}
}

// send publishes jobs as long as the workers can use more.
func (s *Session) send() {
	for s.ctx.Err() == nil {
		j := s.nextJob()
		if j == nil {
			select {
			case <-s.ctx.Done():
			case <-s.wake:
			}
			continue
		}
		s.rouse() // there may be more for another sender
		message, err := encode(jobMark, j)
		for err == nil {
			sending, cancel := context.WithTimeout(s.ctx, requestLimit)
			_, err = s.hub.js.Publish(sending, jobsSubject+j.Run+"."+j.Name, message)
			cancel()
			if err == nil || isThere(err) || s.ctx.Err() != nil {
				break
			}
			s.trouble(err)
			if err = nil; !pause(s.ctx, retryPause) {
				return
			}
		}
	}
}

// trouble tells once what keeps the hub from taking anything, and mends what can be.
func (s *Session) trouble(err error) {
	if isPassing(err) {
		_ = s.hub.prepare(s.ctx)
	}
	text := serverError(err).Error()
	s.mu.Lock()
	isNew := s.said != text
	s.said = text
	s.mu.Unlock()
	if isNew && s.hub.conn.IsConnected() && s.ctx.Err() == nil {
		s.hub.say(fmt.Sprintf("the hub at %s does not take jobs, trying again: %s", s.hub.url, text))
	}
}

// nextJob takes questions of the queue for a job; nil if the workers have enough.
func (s *Session) nextJob() *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 || len(s.sent) >= s.window() {
		return nil
	}
	n, size := s.batch(), 0
	j := &job{Run: s.run.ID, Seconds: s.timing.Batch.Seconds() * 3}
	names := [][]byte{}
	sent := &sentJob{}
	for len(s.queue) > 0 && len(j.Questions) < n && (size == 0 || size+len(s.queue[0].Text)*4/3 < partSize) {
		q := s.queue[0]
		s.queue = s.queue[1:]
		if q.told || s.asked[q.Name] != q { // answered or cancelled meanwhile
			continue
		}
		size += len(q.Text) * 4 / 3
		j.Questions = append(j.Questions, q.question)
		names, sent.open = append(names, []byte(q.Name)), append(sent.open, q.Name)
		if q.failures > 0 {
			break // it shall not keep others
		}
	}
	if len(j.Questions) == 0 {
		return nil
	}
	s.attempts++
	j.Name = name(append(names, fmt.Append(nil, s.run.Begun.UnixNano(), s.attempts))...)
	for _, q := range sent.open {
		s.asked[q].job = j.Name
	}
	s.sent[j.Name] = sent
	return j
}

// window is how many jobs may be at the hub: enough that no slot ever waits for one.
func (s *Session) window() int { return max(8, 2*s.slots+2) }

// room returns how many more questions keep the workers busy.
func (s *Session) room() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	open := 0
	for _, j := range s.sent {
		open += len(j.open)
	}
	return (s.window()+1)*s.batch() - open - len(s.queue)
}

// batch is how many questions the next job has.
func (s *Session) batch() int {
	n := s.pace.questions(s.timing.Batch.Seconds())
	if s.run.Total > 0 { // towards the end everybody shall have something to do
		left := s.run.Total - s.run.Done
		n = min(n, left/max(1, 2*s.slots)+1)
	}
	return max(1, n)
}

// pace is how long questions take.
type pace struct {
	seconds float64 // mean of the last ones
	size    int     // of the last batch
}

func (p *pace) add(seconds float64, answers int) {
	const memory = 0.8
	for range min(answers, 20) {
		p.seconds = memory*p.seconds + (1-memory)*seconds/float64(answers)
	}
}

const mostQuestions = 4096 // in a job

// questions returns how many make a job of so many seconds. It grows slowly: the next
// ones may be harder.
func (p *pace) questions(seconds float64) int {
	if seconds <= 0 || p.seconds <= 0 {
		return 1
	}
	return max(1, min(int(seconds/p.seconds), mostQuestions, 2*max(1, p.size)))
}

// take takes what a worker says of a job.
func (s *Session) take(seq uint64, r *result) {
	type telling struct {
		q *asked
		a answer
	}
	var tell []telling
	s.mu.Lock()
	stored := storedResult{seq: seq}
	seconds, answered := 0.0, 0
	for _, a := range r.Answers {
		q := s.asked[a.Name]
		if q == nil && s.resuming && a.Failure == "" {
			s.early[a.Name] = a
			stored.names = append(stored.names, a.Name)
		}
		if q == nil || q.told {
			continue // it came twice, or is not wanted any more
		}
		if a.Failure != "" {
			if q.failures++; q.failures < most && !a.Final {
				s.again(q)
				continue
			}
			s.run.Failed++
		} else {
			stored.names = append(stored.names, a.Name)
			seconds, answered = seconds+a.Seconds, answered+1
		}
		q.told, q.answer = true, a
		tell = append(tell, telling{q, a})
	}
	if answered > 0 {
		s.pace.add(seconds, answered)
		s.pace.size = max(1, len(r.Answers))
	}
	s.stored = append(s.stored, stored)
	if j := s.sent[r.Job]; j != nil && !r.More {
		s.giveUpJob(r.Job)
	}
	s.mu.Unlock()
	for _, t := range tell {
		t.q.tell(t.a)
	}
	s.rouse()
}

// giveUpJob forgets a job; what is still open of it is asked again.
func (s *Session) giveUpJob(name string) {
	j := s.sent[name]
	delete(s.sent, name)
	for _, open := range slices.Backward(j.open) {
		if q := s.asked[open]; q != nil && !q.told && q.job == name {
			s.again(q)
		}
	}
}

// again puts a question at the head of the queue.
func (s *Session) again(q *asked) {
	q.job = ""
	s.queue = slices.Insert(s.queue, 0, q)
}

// callOff forgets a question that is alone in its job, and tells the workers.
func (s *Session) callOff(name, tag string) {
	s.mu.Lock()
	q := s.asked[name]
	delete(s.asked, name)
	if q == nil || q.job == "" {
		s.mu.Unlock()
		return
	}
	delete(s.sent, q.job)
	s.mu.Unlock()
	s.rouse()
	if text, err := json.Marshal(cancellation{Tags: []string{tag}}); err == nil {
		_ = s.hub.conn.Publish(cancelSubject+s.run.ID, text)
	}
	s.tasks.Go(func() { // what no worker has taken yet shall not be taken
		ctx, cancel := context.WithTimeout(s.ctx, requestLimit)
		defer cancel()
		_ = s.purge(ctx, jobsStream, jobsSubject+s.run.ID+"."+q.job, 0)
	})
}

// Close ends the run: nothing of it stays at the hub, and the workers turn to others.
func (s *Session) Close() {
	s.end()
	s.tasks.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	if !s.hub.conn.IsConnected() {
		return // what is left there ends by its age, or serves the same command later
	}
	if kv, err := s.hub.js.KeyValue(ctx, runsBucket); err == nil {
		_ = kv.Purge(ctx, s.run.ID)
	}
	if text, err := json.Marshal(cancellation{All: true}); err == nil {
		_ = s.hub.conn.Publish(cancelSubject+s.run.ID, text)
	}
	_ = s.hub.js.DeleteConsumer(ctx, jobsStream, s.run.ID)
	for stream, subject := range map[string]string{jobsStream: jobsSubject, resultsStream: resultsSubject} {
		if err := s.purge(ctx, stream, subject+s.run.ID+".>", 0); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return
		}
	}
}
