package talk

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

func TestServe(t *testing.T) {
	text := "one\r\n\n \ttwo\x00\x07 words \nthree " + strings.Repeat("x", 3<<20) + "\nlast"
	for _, blank := range []bool{false, true} {
		var got []string
		serve(strings.NewReader(text), blank, func(line string) bool {
			got = append(got, line[:min(len(line), 9)])
			return true
		})
		want := []string{"one", "two words", "three xxx", "last"}
		if blank {
			want = slices.Insert(want, 1, "")
		}
		if !slices.Equal(got, want) {
			t.Errorf("lines %q, want %q", got, want)
		}
	}
}

// serve lets a client say all of r.
func serve(r io.Reader, blank bool, obey func(line string) bool) {
	c := NewClient(context.Background(), io.Discard)
	defer c.Close()
	c.Serve(r, blank, obey)
}

func TestServeEnds(t *testing.T) {
	var got []string
	serve(strings.NewReader("a\nquit\nb\n"), false, func(line string) bool {
		got = append(got, line)
		return line != "quit"
	})
	if !slices.Equal(got, []string{"a", "quit"}) {
		t.Errorf("lines %q", got)
	}
	c := NewClient(context.Background(), io.Discard)
	r, w := io.Pipe()
	go io.WriteString(w, "a\n")
	c.Serve(r, false, func(string) bool { c.Close(); return true })
	go io.WriteString(w, "b\n")
	w.Close()
}

// A byte order mark and bytes that are no UTF-8 do no harm.
func TestOddBytes(t *testing.T) {
	var got []string
	serve(strings.NewReader("\uFEFFone\n\xE9t\xE9\ttwo\n\uFEFFx"), false, func(line string) bool {
		got = append(got, line)
		return true
	})
	if want := []string{"one", "\xE9t\xE9 two", "\uFEFFx"}; !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

// In UTF-16 too, whatever the pieces in which it comes; what only looks like a mark is
// text.
func TestByteOrderMarks(t *testing.T) {
	for _, test := range []struct {
		input string
		want  []string
	}{
		{"\uFEFFname\nq", []string{"name", "q"}},
		{"\uFEFF\nname\n", []string{"name"}},
		{"\uFEFF", nil},
		{"\xFF\xFEn\x00a\x00m\x00e\x00\r\x00\n\x00\xE9\x00\n\x00q\x00", []string{"name", "é", "q"}},
		{"\xFE\xFF\x00n\x00a\x00m\x00e\x00\r\x00\n\x00q\x00\n", []string{"name", "q"}},
		{"\xFF\xFE", nil},
		{"\xEFa\nb", []string{"\xEFa", "b"}},
		{"\xEF", []string{"\xEF"}},
		{"\xFFa\nb", []string{"\xFFa", "b"}},
		{"\xFE\n", []string{"\xFE"}},
		{"\xFF\xFE name\nb", []string{"\xFF\xFE name", "b"}},
		{"\xFE\xFFx", []string{"\xFE\xFFx"}},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.input), iotest.OneByteReader(strings.NewReader(test.input))} {
			var got []string
			serve(r, false, func(line string) bool { got = append(got, line); return true })
			if !slices.Equal(got, test.want) {
				t.Errorf("%q: lines %q, want %q", test.input, got, test.want)
			}
		}
	}
}

// A client that waits after its first line, however short, is not waited for.
func TestBeginningIsNotWaitedFor(t *testing.T) {
	for _, line := range []string{"\n", "7\n", "\uFEFFx\n"} {
		c := NewClient(context.Background(), io.Discard)
		r, w := io.Pipe()
		seen := make(chan bool)
		go c.Serve(r, true, func(string) bool { seen <- true; return true })
		io.WriteString(w, line)
		<-seen
		w.Close()
		c.Close()
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestOutput(t *testing.T) {
	var text strings.Builder
	var traced []string
	out := NewOutput(&text, func(line string) { traced = append(traced, line) }, func() { t.Error("failed") })
	out.Line("two\nin  one")
	out.Line("")
	if text.String() != "two in one\n\n" || !slices.Equal(traced, []string{"> two in one", "> "}) || out.Failure() != nil {
		t.Errorf("wrote %q, traced %q", text.String(), traced)
	}
	for _, test := range []struct{ fault, want error }{{os.ErrClosed, nil}, {io.ErrShortWrite, io.ErrShortWrite}} {
		failures := 0
		out := NewOutput(brokenWriter{test.fault}, nil, func() { failures++ })
		out.Line("a")
		out.Line("b")
		if err := out.Failure(); !errors.Is(err, test.want) || test.want == nil && err != nil || failures != 1 {
			t.Errorf("failure %v after %d calls, want %v", err, failures, test.want)
		}
	}
}

// What has no limit of its own makes way for what follows, and only that.
func TestEndlessTaskMakesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewClient(t.Context(), io.Discard)
		defer c.Close()
		tasks, stopped := NewTasks(c), []bool{}
		think := func(ctx context.Context) {
			select {
			case <-ctx.Done():
			case <-time.After(limit):
			}
			stopped = append(stopped, ctx.Err() != nil)
		}
		for _, endless := range []bool{false, true, false, false} {
			tasks.Start(endless, think)
		}
		tasks.Wait()
		if want := []bool{false, true, false, false}; !slices.Equal(stopped, want) {
			t.Errorf("stopped %v, want %v", stopped, want)
		}
	})
}

// A client that asks for thousands of searches at once waits in the end.
func TestTasksAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewClient(t.Context(), io.Discard)
		defer c.Close()
		tasks, release, started, done := NewTasks(c), make(chan bool), 0, 0
		go func() {
			for range mostTasks + 10 {
				tasks.Start(false, func(context.Context) { <-release; done++ })
				started++
			}
		}()
		synctest.Wait()
		if started != mostTasks {
			t.Errorf("%d tasks wait", started)
		}
		release <- true
		synctest.Wait()
		if started != mostTasks+1 {
			t.Errorf("%d tasks were started after one has ended", started)
		}
		close(release)
		synctest.Wait()
		if done != mostTasks+10 {
			t.Errorf("%d tasks were done", done)
		}
	})
}

func TestTasksRunInOrder(t *testing.T) {
	tasks := NewTasks(NewClient(context.Background(), io.Discard))
	tasks.Stop()
	tasks.Wait()
	var order []int
	gate := make(chan struct{})
	for i := range 3 {
		tasks.Start(false, func(ctx context.Context) {
			if i == 0 {
				<-gate
			}
			if i == 2 {
				<-ctx.Done()
			}
			order = append(order, i)
		})
	}
	if !tasks.Busy() {
		t.Error("not busy")
	}
	close(gate)
	tasks.Stop()
	tasks.Wait()
	if tasks.Busy() || !slices.Equal(order, []int{0, 1, 2}) {
		t.Errorf("busy %v, order %v", tasks.Busy(), order)
	}
}
