package console

import (
	"bytes"
	"io"
	"testing"
)

// sleeper is a standard error that nobody reads.
type sleeper struct{ awake chan struct{} }

func (s sleeper) Write(p []byte) (int, error) {
	<-s.awake
	return len(p), nil
}

func TestDiagnosticsNeverWait(t *testing.T) {
	s := sleeper{make(chan struct{})}
	defer close(s.awake)
	d := NewScreen("kaeshi", s)
	line := bytes.Repeat([]byte("x"), 1000)
	for range 2 * screenQueue / len(line) {
		d.Write(line)
	}
	if d.dropped == 0 || d.queued > screenQueue {
		t.Errorf("%d dropped, %d bytes queued", d.dropped, d.queued)
	}
	d.Close()
}

func TestDiagnosticsArriveInOrder(t *testing.T) {
	var got bytes.Buffer
	d := NewScreen("kaeshi", &got)
	for _, text := range []string{"one ", "two ", "three"} {
		io.WriteString(d, text)
	}
	d.Close()
	if got.String() != "one two three" {
		t.Errorf("got %q", got.String())
	}
	io.WriteString(d, "late") // must not panic
}
