// Package jsonl analyzes many positions for programs. It reads a JSON query a line and
// writes one or more JSON answers to each, a line each, as soon as they are ready. The form of both is in schema.json.
//
// One goroutine reads and answers what needs no thinking; workers with an engine
// each take the queries with the highest priority first.
package jsonl

import (
	"bytes"
	"container/heap"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"kaeshi/engine"
	"kaeshi/protocol/talk"
)

// Schema is the JSON Schema of queries and answers.
//
//go:embed schema.json
var Schema []byte

// Engine is what a worker asks of an engine; *engine.Engine is one.
type Engine interface {
	SetGame(*engine.Game)
	Search(ctx context.Context, limit engine.Limit, report func(engine.Info)) (engine.Info, error)
}

// mostWaiting is how many positions may wait for a worker: beyond them we read no
// more, whatever the next line says.
const mostWaiting = 100_000

// Serve answers the queries read from r on w until the end of the input, and then
// until all are answered; or until ctx ends or nobody reads w any more. Each of
// engines has one search at a time.
func Serve(ctx context.Context, engines []Engine, r io.Reader, w io.Writer) error {
	client := talk.NewClient(ctx, w)
	defer client.Close()
	client.Watch()
	s := &server{ctx: client.Context(), cancel: client.Close, w: w, open: map[string]*open{}, most: mostWaiting}
	return s.serve(client, engines, r)
}

func (s *server) serve(client *talk.Client, engines []Engine, r io.Reader) error {
	s.changed.L = &s.mu
	defer context.AfterFunc(s.ctx, s.wake)()
	var workers sync.WaitGroup
	for _, e := range engines {
		workers.Go(func() { s.work(e) })
	}
	read := make(chan error, 1)
	go func() {
		_, err := client.Read(r, s.line)
		read <- err
	}()
	var err error
	select {
	case err = <-read:
	case <-s.ctx.Done():
	}
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.wake()
	workers.Wait()
	return errors.Join(err, s.failure())
}

type server struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	changed sync.Cond
	waiting queue
	most    int              // that may wait
	open    map[string]*open // the queries that are not answered yet
	arrived int
	closed  bool // no more queries come

	writing sync.Mutex
	w       io.Writer
	err     error // of writing
}

// open is a query that is not answered yet.
type open struct {
	jobs  []*job
	left  int // of them
	ended atomic.Bool
	ctx   context.Context // nil until a worker takes one of them
	stop  context.CancelFunc
}

func (s *server) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}

func (s *server) line(line talk.Line) talk.Next {
	text := bytes.TrimSpace(line.Text)
	switch {
	case line.TooLong:
		s.write(failure{Error: fmt.Sprintf("the line is longer than %d bytes", talk.LongestLine)})
	case len(text) > 0:
		s.take(text)
	}
	return talk.More
}

// take answers a query or puts its jobs into the queue.
func (s *server) take(line []byte) {
	q, err := parseQuery(line)
	if err == nil {
		switch q.Action {
		case "terminate":
			s.write(ended{q.ID, q.Action, s.terminate(q.Ended)})
			return
		case "terminate_all":
			s.write(ended{q.ID, q.Action, s.terminateAll()})
			return
		}
		err = s.enqueue(q)
	}
	if err != nil {
		answer := failure{Error: err.Error()}
		if q.ID != "" {
			answer.ID = &q.ID
		}
		s.write(answer)
	}
}

func (s *server) enqueue(q query) error {
	jobs, err := q.jobs()
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[q.ID] != nil {
		return errors.New("id: a query of this id is at work")
	}
	for len(s.waiting) >= s.most && s.ctx.Err() == nil {
		s.changed.Wait()
	}
	o := &open{jobs: jobs, left: len(jobs)}
	s.open[q.ID] = o
	for _, j := range jobs {
		j.order = s.arrived
		s.arrived++
		j.query = o
		heap.Push(&s.waiting, j)
	}
	s.changed.Broadcast()
	return nil
}

// terminate ends the query with an id and returns how many it were. It still answers,
// with what is known; its positions that wait do so at once.
func (s *server) terminate(id string) int {
	s.mu.Lock()
	o := s.open[id]
	if o == nil || o.ended.Load() {
		s.mu.Unlock()
		return 0
	}
	o.end()
	var dropped []*job
	for _, j := range o.jobs {
		if j.place != notWaiting {
			heap.Remove(&s.waiting, j.place)
			dropped = append(dropped, j)
		}
	}
	s.changed.Broadcast()
	s.mu.Unlock()
	s.drop(dropped)
	return 1
}

// terminateAll does so with all queries.
func (s *server) terminateAll() (count int) {
	s.mu.Lock()
	for _, o := range s.open {
		if !o.ended.Load() {
			o.end()
			count++
		}
	}
	dropped := make([]*job, 0, len(s.waiting))
	for len(s.waiting) > 0 {
		dropped = append(dropped, heap.Pop(&s.waiting).(*job))
	}
	s.changed.Broadcast()
	s.mu.Unlock()
	s.drop(dropped)
	return count
}

// end stops the searches of a query.
func (o *open) end() {
	o.ended.Store(true)
	if o.stop != nil {
		o.stop()
	}
}

// drop answers jobs that were not begun.
func (s *server) drop(jobs []*job) {
	for _, j := range jobs {
		s.finish(j, j.result(nil, time.Now(), true))
	}
}

// work does jobs until there are none and none will come.
func (s *server) work(e Engine) {
	for {
		j := s.next()
		if j == nil {
			return
		}
		s.finish(j, j.run(e, s.write))
	}
}

// next waits for a job; nil means that none will come.
func (s *server) next() *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) == 0 && !s.closed && s.ctx.Err() == nil {
		s.changed.Wait()
	}
	if len(s.waiting) == 0 || s.ctx.Err() != nil {
		return nil
	}
	j := heap.Pop(&s.waiting).(*job)
	if o := j.query; o.ctx == nil {
		o.ctx, o.stop = context.WithCancel(s.ctx)
	}
	s.changed.Broadcast() // to who reads, if the queue was full
	return j
}

// finish writes the last answer of a job; its id is free again before the client
// can know of it.
func (s *server) finish(j *job, answer any) {
	s.mu.Lock()
	if o := j.query; o.left > 1 {
		o.left--
	} else {
		delete(s.open, j.id)
		o.end()
	}
	s.mu.Unlock()
	s.write(answer)
}

func (s *server) write(answer any) {
	text, err := json.Marshal(answer)
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.err != nil {
		return
	}
	if err == nil {
		_, err = s.w.Write(append(text, '\n'))
	}
	if err != nil {
		s.err = err
		s.cancel()
	}
}

// failure returns what went wrong, unless the client has only gone.
func (s *server) failure() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if errors.Is(s.err, syscall.EPIPE) || errors.Is(s.err, io.ErrClosedPipe) || errors.Is(s.err, os.ErrClosed) {
		return nil
	}
	return s.err
}
