package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
)

// client is a server in this process with pipes to it.
type client struct {
	*testing.T
	in     *io.PipeWriter
	out    *io.PipeReader
	lines  *bufio.Reader
	result chan error
}

func connect(t *testing.T, ctx context.Context, e Engine) *client {
	t.Helper()
	inReader, in := io.Pipe()
	out, outWriter := io.Pipe()
	c := &client{T: t, in: in, out: out, lines: bufio.NewReader(out), result: make(chan error, 1)}
	go func() {
		c.result <- NewServer(e, Options{}).Serve(ctx, inReader, outWriter)
		outWriter.Close()
	}()
	t.Cleanup(func() { in.Close(); out.Close() })
	return c
}

func (c *client) send(text string) {
	c.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.Error(err)
	}
}

// expect reads one answer.
func (c *client) expect(want string) {
	c.Helper()
	var answer strings.Builder
	for {
		line, err := c.lines.ReadString('\n')
		answer.WriteString(line)
		if line == "\n" || err != nil {
			break
		}
	}
	if answer.String() != want+"\n\n" {
		c.Errorf("answer %q, want %q", answer.String(), want)
	}
}

// expectEnd waits for Serve.
func (c *client) expectEnd() {
	c.Helper()
	select {
	case err := <-c.result:
		if err != nil {
			c.Error(err)
		}
	case <-time.After(time.Minute):
		c.Fatal("the server does not end")
	}
}

func slowEngine() (*double, chan struct{}) {
	e, began := newDouble(), make(chan struct{}, 1)
	e.thinkUntilStopped(began)
	return e, began
}

func TestInterruptEndsTheSearchEarly(t *testing.T) {
	e, began := slowEngine()
	c := connect(t, t.Context(), e)
	c.send("genmove b\n")
	<-began
	c.send("# interrupted\n#interruption\nname # interrupt\n")
	c.send("  # interrupt \r\n")
	c.expect("= D3")
	c.expect("= Kaeshi")
	c.send("quit\n")
	c.expect("=")
	c.expectEnd()
}

// An interrupt concerns what was sent before it, not what follows.
func TestInterruptIsForgotten(t *testing.T) {
	e, began := slowEngine()
	c := connect(t, t.Context(), e)
	c.send("# interrupt\ngenmove b\n")
	<-began
	c.send("# interrupt\n")
	c.expect("= D3")
	c.send("genmove w\n")
	<-began
	c.send("# interrupt\n")
	c.expect("= C3")
}

// The client may send it before we come to the command it means.
func TestInterruptBeforeTheSearchBegan(t *testing.T) {
	e, _ := slowEngine()
	c := connect(t, t.Context(), e)
	c.send("name\ngenmove b\n# interrupt\n")
	c.expect("= Kaeshi")
	c.expect("= D3")
}

func TestQuitInThought(t *testing.T) { synctest.Test(t, testQuitInThought) }

func testQuitInThought(t *testing.T) {
	e, began := slowEngine()
	c := connect(t, t.Context(), e)
	c.send("1 genmove b\n")
	<-began
	c.send("2 name\n3 quit\n") // and the input stays open
	c.expect("=1 D3")
	c.expect("=2 Kaeshi")
	c.expect("=3")
	c.expectEnd()
}

const ffo1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"

// However a script ends, and however slowly it is written, its searches run to their
// own limit.
func TestEndOfAScript(t *testing.T) {
	for _, parts := range [][]string{
		{"genmove b\n"},
		{"genmove b\nquit\n"},
		{"genmove b\n", "quit\n"},
		{"genmove b\n", ""},
		{"kaeshi-setup " + ffo1 + "\n", "kaeshi-solve 9999\n", "", "reg_genmove b\nquit"},
	} {
		synctest.Test(t, func(t *testing.T) {
			e := newDouble()
			stopped, finished := 0, 0
			e.think = func(ctx context.Context, _ engine.Limit, _ func(engine.Info)) engine.Info {
				select {
				case <-ctx.Done():
					stopped++
				case <-time.After(time.Hour):
					finished++
				}
				return e.firstMove()
			}
			c := connect(t, t.Context(), e)
			go io.Copy(io.Discard, c.out)
			for _, part := range parts {
				c.send(part)
				time.Sleep(time.Minute / 100)
			}
			c.in.Close()
			if err := <-c.result; err != nil {
				t.Error(err)
			}
			if stopped > 0 || finished == 0 {
				t.Errorf("%q: %d searches were stopped, %d not", parts, stopped, finished)
			}
		})
	}
}

// A client that has died reads nothing.
func TestDeadClient(t *testing.T) {
	e, began := slowEngine()
	in, toServer := io.Pipe()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	result := make(chan error)
	go func() { result <- NewServer(e, Options{}).Serve(t.Context(), in, w) }()
	io.WriteString(toServer, "genmove b\n")
	<-began
	r.Close()
	toServer.Close()
	if err := <-result; err != nil {
		t.Error(err)
	}
}

func TestEndOfContextInThought(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e, began := slowEngine()
	c := connect(t, ctx, e)
	c.send("genmove b\n")
	<-began
	cancel()
	c.expect("= D3")
	c.expectEnd()
}

func TestEndOfContextWhileIdle(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := connect(t, ctx, newDouble())
	c.send("name\n")
	c.expect("= Kaeshi")
	cancel()
	c.expectEnd()
}

// Nobody reads the answers any more.
func TestClosedOutput(t *testing.T) {
	for _, command := range []string{"name\n", "genmove b\n"} {
		c := connect(t, t.Context(), newDouble())
		c.out.Close()
		c.send(command)
		c.expectEnd()
	}
}

// Clients write thousands of commands before they read an answer.
func TestManyCommandsWithoutReading(t *testing.T) {
	const n = 10000
	c := connect(t, t.Context(), newDouble())
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "%d play b f5\n%d undo\n", 2*i, 2*i+1)
		}
		c.send(text.String())
		c.in.Close()
	}()
	<-sent // nothing was read until now
	for i := range 2 * n {
		c.expect(fmt.Sprintf("=%d", i))
	}
	c.expectEnd()
}

// Every answer is seen at once, without waiting for the next command.
func TestAnswersAreFlushed(t *testing.T) {
	e, began := slowEngine()
	c := connect(t, t.Context(), e)
	c.send("name\n")
	c.expect("= Kaeshi")
	c.send("protocol_version\ngenmove b\n")
	c.expect("= 2")
	<-began
	c.send("# interrupt\n")
	c.expect("= D3")
}

func TestEndWithoutNewline(t *testing.T) {
	if got := dialogue(t, newDouble(), "name\n5 name"); got != "= Kaeshi\n\n=5 Kaeshi\n\n" {
		t.Errorf("got %q", got)
	}
}

func TestOtherProtocols(t *testing.T) {
	options := Options{Others: []string{"nboard", "ugi"}}
	for _, test := range []struct{ input, word, answers string }{
		{"nboard 2\nset depth 4\n", "nboard", ""},
		{"\n# who is there?\r\n ugi", "ugi", ""},
		{"name\nugi\n", "", "= Kaeshi\n\n? unknown command\n\n"},
		{"xboard\n", "", "? unknown command\n\n"},
	} {
		var out strings.Builder
		err := NewServer(newDouble(), options).Serve(t.Context(), strings.NewReader(test.input), &out)
		if out.String() != test.answers {
			t.Errorf("%q: answers %q, want %q", test.input, out.String(), test.answers)
		}
		var other *OtherProtocol
		if errors.As(err, &other) != (test.word != "") {
			t.Errorf("%q: error %v", test.input, err)
			continue
		}
		if other == nil {
			continue
		}
		rest, err := io.ReadAll(other.Input)
		want := strings.TrimRight(test.input[strings.Index(test.input, test.word):], "\n")
		if got := strings.TrimSpace(string(rest)); other.Word != test.word || err != nil || got != want {
			t.Errorf("%q: handed over %s with %q (%v), want %q", test.input, other.Word, got, err, want)
		}
	}
}

func TestErrorOfReadingIsReported(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("name\n"), failingReader{})
	var out strings.Builder
	err := NewServer(newDouble(), Options{}).Serve(t.Context(), broken, &out)
	if err != errBroken || out.String() != "= Kaeshi\n\n" {
		t.Errorf("error %v after %q", err, out.String())
	}
}

var errBroken = fmt.Errorf("the line is broken")

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errBroken }
