// Package jsonl analyzes many positions for programs: a query in JSON on each line
// read, one or more answers in JSON on lines written, in the order in which they
// are ready. The form of both is in schema.json.
//
// One goroutine reads and answers what needs no thinking; workers with an engine
// each take the queries with the highest priority first.
package jsonl

import (
	"bufio"
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
	"syscall"
	"time"

	"kaeshi/engine"
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

// longestLine bounds what a query may make us hold.
const longestLine = 1 << 20

// Serve answers the queries read from r on w until the end of the input, and then
// until all are answered; or until ctx ends or nobody reads w any more. Each of
// engines has one search at a time.
func Serve(ctx context.Context, engines []Engine, r io.Reader, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{ctx: ctx, cancel: cancel, w: w, open: map[string]*open{}}
	s.changed.L = &s.mu
	defer context.AfterFunc(ctx, s.wake)()
	var workers sync.WaitGroup
	for _, e := range engines {
		workers.Go(func() { s.work(e) })
	}
	read := make(chan error, 1)
	go func() { read <- s.read(r) }()
	var err error
	select {
	case err = <-read:
	case <-ctx.Done():
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
	open    map[string]*open // the queries that are not answered yet
	arrived int
	closed  bool // no more queries come

	writing sync.Mutex
	w       io.Writer
	err     error // of writing
}

// open is a query that is not answered yet.
type open struct {
	left int // of its jobs
	ctx  context.Context
	stop context.CancelFunc
}

func (s *server) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}

func (s *server) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, tooLong, err := readLine(in)
		switch {
		case tooLong:
			s.write(failure{Error: fmt.Sprintf("the line is longer than %d bytes", longestLine)})
		case len(line) > 0:
			s.take(line)
		}
		if err == io.EOF || s.ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > longestLine {
			tooLong, line = true, nil
		}
		if !tooLong {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return bytes.TrimSpace(line), tooLong, err
		}
	}
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
			s.write(ended{q.ID, q.Action, s.terminate("")})
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
	o := &open{left: len(jobs)}
	o.ctx, o.stop = context.WithCancel(s.ctx)
	s.open[q.ID] = o
	for _, j := range jobs {
		j.order = s.arrived
		s.arrived++
		j.ctx = o.ctx
		j.terminated = func() bool { return o.ctx.Err() != nil }
		heap.Push(&s.waiting, j)
	}
	s.changed.Broadcast()
	return nil
}

// terminate ends the query with an id, or all of them if that is "", and returns how
// many it were. They still answer, with what they know; those that wait do so at
// once.
func (s *server) terminate(id string) int {
	ended, count := s.drop(id)
	for _, j := range ended {
		s.finish(j, j.result(nil, time.Now(), true))
	}
	return count
}

// drop stops the searches of queries and takes their jobs out of the queue.
func (s *server) drop(id string) (dropped []*job, count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, o := range s.open {
		if (id == "" || name == id) && o.ctx.Err() == nil {
			o.stop()
			count++
		}
	}
	var kept queue
	for len(s.waiting) > 0 {
		if j := heap.Pop(&s.waiting).(*job); j.terminated() {
			dropped = append(dropped, j)
		} else {
			kept = append(kept, j)
		}
	}
	s.waiting = kept // in order, which is a heap too
	return dropped, count
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
	return heap.Pop(&s.waiting).(*job)
}

// finish writes the last answer of a job; its id is free again before the client
// can know of it.
func (s *server) finish(j *job, answer any) {
	s.mu.Lock()
	if o := s.open[j.id]; o != nil {
		if o.left--; o.left == 0 {
			delete(s.open, j.id)
			o.stop()
		}
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
