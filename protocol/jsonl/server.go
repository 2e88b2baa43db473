// Package jsonl analyzes positions and games for programs. It reads a JSON query a line
// and writes one or more JSON answers to each, a line each, as soon as they are ready.
// The form of both is in schema.json.
//
// A Session reads the queries of one client and answers what needs no thinking; the
// workers of a Pool, with an engine each, take the positions of all sessions in turn,
// those of one client by priority. Serve is a pool for a single client on a stream.
package jsonl

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"kaeshi/protocol/talk"
)

// Schema is the JSON Schema of queries and answers.
//
//go:embed schema.json
var Schema []byte

// mostWaiting is how many positions may wait for a worker: beyond them we read no
// more, whatever the next line says.
const mostWaiting = 100_000

// Serve answers the queries read from r on w until the end of the input, and then
// until all are answered; or until ctx ends or nobody reads w any more. Each of
// engines has one search at a time.
func Serve(ctx context.Context, engines []Engine, options Options, r io.Reader, w io.Writer) error {
	client := talk.NewClient(ctx, w)
	defer client.Close()
	client.Watch()
	pool := NewPool(engines, options)
	out := &output{w: w, fail: client.Close}
	err := serve(client, pool.newSession(client.Context(), mostWaiting, out.write), r)
	pool.Close()
	return errors.Join(err, out.failure())
}

// serve lets a session take the lines of r.
func serve(client *talk.Client, s *Session, r io.Reader) (err error) {
	read := make(chan error, 1)
	go func() {
		_, err := client.Read(r, func(line talk.Line) talk.Next {
			if line.TooLong {
				s.fail("", fmt.Errorf("the line is longer than %d bytes", talk.LongestLine))
			} else {
				s.Line(line.Text)
			}
			return talk.More
		})
		read <- err
	}()
	select {
	case err = <-read:
	case <-client.Context().Done():
	}
	s.drain()
	s.Close()
	return err
}

// output writes answers a line each.
type output struct {
	mu   sync.Mutex
	w    io.Writer
	fail func() // is called when nobody reads any more
	err  error  // of writing
}

func (o *output) write(answer any) {
	text, err := json.Marshal(answer)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if err == nil {
		_, err = o.w.Write(append(text, '\n'))
	}
	if err != nil {
		o.err = err
		o.fail()
	}
}

// failure returns what went wrong, unless the client has only gone.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if errors.Is(o.err, syscall.EPIPE) || errors.Is(o.err, io.ErrClosedPipe) || errors.Is(o.err, os.ErrClosed) {
		return nil
	}
	return o.err
}
