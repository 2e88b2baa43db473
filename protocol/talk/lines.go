// Package talk is what the protocols share that speak in single lines while the
// engine thinks: reading lines beside the search, writing them from both, and
// running searches one after the other beside the loop that obeys.
package talk

import (
	"bufio"
	"context"
	"io"
	"runtime"
	"strings"
	"sync"
)

// longestLine is beyond anything that a client has to say; the rest of a longer line
// is dropped.
const longestLine = 1 << 20

// Serve calls serve with every line of r, without control characters and blanks
// around it, until serve returns false, r ends or ctx does. With blank set, blank
// lines count too. When it returns, serve is not running and not called any more,
// though the goroutine that reads may wait for the end of r.
//
// The goroutine that reads calls serve itself. If it handed the line over, and then
// blocked in the system for the next one, Go would need some 10 ms to notice that
// the receiver can run while all other processors search.
func Serve(ctx context.Context, r io.Reader, blank bool, serve func(line string) (more bool)) {
	var mu sync.Mutex
	ended := false
	done := make(chan struct{})
	go func() {
		defer close(done)
		in := bufio.NewReader(r)
		for {
			line, err := readLine(in)
			if line != "" || blank && err == nil {
				mu.Lock()
				more := !ended && serve(line)
				mu.Unlock()
				if !more {
					return
				}
				runtime.Gosched() // to whom serve has woken, for the same reason
			}
			if err != nil {
				return
			}
		}
	}()
	select {
	case <-done:
	case <-ctx.Done():
		mu.Lock()
		defer mu.Unlock()
		ended = true
	}
}

func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) < longestLine {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		return strings.TrimSpace(strings.Map(printable, string(line))), err
	}
}

func printable(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ' || r == 0x7F:
		return -1
	}
	return r
}
