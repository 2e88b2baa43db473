package talk

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// searched is what became of a search.
type searched struct {
	stopped bool
	after   time.Duration // since it began
}

// limit is what the searches of these tests take if nobody stops them.
const limit = time.Hour

// dialogue lets a client say the lines of each part at once, with a minute between
// two parts, and then leave the input open or close it. A line "search" starts a
// search, "analyze" one without a limit, "quit" quits.
func dialogue(t *testing.T, parts []string, closes bool) (searches []searched) {
	synctest.Test(t, func(t *testing.T) {
		in, say := io.Pipe()
		said := make(chan struct{})
		go func() {
			defer close(said)
			for _, part := range parts {
				io.WriteString(say, part)
				time.Sleep(time.Minute)
			}
			if closes {
				say.Close()
			}
		}()
		c := NewClient(t.Context(), io.Discard)
		defer c.Close()
		tasks := NewTasks(c)
		think := func(ctx context.Context) {
			begun, s := time.Now(), searched{}
			select {
			case <-ctx.Done():
				s.stopped = true
			case <-time.After(limit):
			}
			s.after = time.Since(begun)
			searches = append(searches, s)
		}
		c.Serve(in, false, func(line string) bool {
			switch line {
			case "search":
				tasks.Start(false, think)
			case "analyze":
				tasks.Start(true, think)
			}
			return line != "quit"
		})
		tasks.Wait()
		<-said
		say.Close()
		synctest.Wait()
	})
	return searches
}

func TestEndOfADialogue(t *testing.T) {
	full, endless := searched{after: limit}, searched{stopped: true}
	for _, test := range []struct {
		name   string
		parts  []string
		closes bool
		want   []searched
	}{
		{"all written at once", []string{"search\nquit\n"}, true, []searched{full}},
		{"without quit", []string{"search\n"}, true, []searched{full}},
		{"without the end of the line", []string{"search"}, true, []searched{full}},
		{"two searches", []string{"search\nsearch\nquit\n"}, true, []searched{full, full}},
		{"read at once, and the input stays open", []string{"search\nquit\n"}, false, []searched{full}},
		{"written slowly", []string{"search\n", "search\n"}, true, []searched{full, full}},
		{"analysis", []string{"analyze\nquit\n"}, true, []searched{endless}},
		{"analysis at the end of the input", []string{"analyze\n"}, true, []searched{{true, time.Minute}}},
		{"quit in thought", []string{"search\n", "quit\n"}, false, []searched{{true, time.Minute + farewell}}},
		{"quit with a search that waits", []string{"search\nsearch\n", "quit\n"}, false,
			[]searched{{true, time.Minute + farewell}, {stopped: true}}},
		{"more and quit", []string{"search\n", "search\nquit\n"}, false, []searched{{true, time.Minute + farewell}, full}},
	} {
		got := dialogue(t, test.parts, test.closes)
		if len(got) != len(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%s: search %d: %v, want %v", test.name, i+1, got[i], test.want[i])
			}
		}
	}
}

// A client that closes the input after quit still reads the answers.
func TestQuitAndEndInThought(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, say := io.Pipe()
		c := NewClient(t.Context(), io.Discard)
		defer c.Close()
		go func() {
			io.WriteString(say, "search\n")
			time.Sleep(time.Minute)
			io.WriteString(say, "quit\n")
			time.Sleep(farewell / 2)
			say.Close()
		}()
		stopped := false
		tasks := NewTasks(c)
		c.Serve(in, false, func(line string) bool {
			if line == "quit" {
				return false
			}
			tasks.Start(false, func(ctx context.Context) {
				select {
				case <-ctx.Done():
					stopped = true
				case <-time.After(limit):
				}
			})
			return true
		})
		tasks.Wait()
		if stopped {
			t.Error("the end of the input stopped a search with a limit of its own")
		}
	})
}

// At a terminal a person has typed the end; a device stands in for one.
func TestEndAtATerminal(t *testing.T) {
	terminal, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	c := NewClient(t.Context(), io.Discard)
	defer c.Close()
	c.Serve(terminal, false, func(string) bool { return true })
	ctx, release := c.Attend(1, false)
	defer release()
	if ctx.Err() == nil {
		t.Error("the search goes on")
	}
}

// Nobody waits for an answer that nobody can read.
func TestReaderGone(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	c := NewClient(t.Context(), w)
	defer c.Close()
	tasks := NewTasks(c)
	c.Serve(strings.NewReader("search\n"), false, func(string) bool {
		tasks.Start(false, func(ctx context.Context) { <-ctx.Done() })
		return true
	})
	if !tasks.Busy() {
		t.Error("the search has ended with the input")
	}
	if !canWatch {
		c.Close()
	}
	r.Close()
	tasks.Wait() // for ever, if it is not noticed
}
