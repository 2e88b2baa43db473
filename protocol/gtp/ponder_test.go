package gtp

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"kaeshi/engine"
)

// ponderer is a double that tells when it ponders.
func ponderer() (e *double, began chan engine.Limit) {
	e, began = newDouble(), make(chan engine.Limit, 9)
	e.think = func(ctx context.Context, limit engine.Limit, _ func(engine.Info)) engine.Info {
		if limit.Solve == engine.SolveExact {
			began <- limit
			<-ctx.Done()
		}
		return e.firstMove()
	}
	return e, began
}

// The option has the same effect as the command, without being asked for it.
func TestPonderingFromTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, began := ponderer()
		in, toServer := io.Pipe()
		var out strings.Builder
		result := make(chan error)
		go func() { result <- NewServer(e, Options{Ponder: true}).Serve(t.Context(), in, &out) }()
		io.WriteString(toServer, "genmove b\n")
		limit := <-began
		if limit.Clock.Limited() || limit.Time > 0 || !limit.Steady || !limit.NoBook {
			t.Errorf("ponders within %+v", limit)
		}
		io.WriteString(toServer, "kaeshi-ponder off\n")
		synctest.Wait()
		if len(began) > 0 {
			t.Error("pondering goes on after off")
		}
		io.WriteString(toServer, "kaeshi-ponder on\n")
		<-began
		io.WriteString(toServer, "play w c3\n")
		synctest.Wait()
		if len(began) > 0 {
			t.Error("pondering in our own time")
		}
		toServer.Close()
		if err := <-result; err != nil {
			t.Error(err)
		}
		if want := "= D3\n\n=\n\n=\n\n=\n\n"; out.String() != want {
			t.Errorf("answers %q, want %q", out.String(), want)
		}
	})
}

// Comments and empty lines are input too: whoever sends one waits for nothing, but
// an interrupt must find the engine listening.
func TestAnyLineEndsPondering(t *testing.T) {
	for _, line := range []string{"name\n", "\n", "# interrupt\n", "unheard of\n", "\r\n"} {
		synctest.Test(t, func(t *testing.T) {
			e, began := ponderer()
			ended := make(chan bool, 9)
			think := e.think
			e.think = func(ctx context.Context, limit engine.Limit, report func(engine.Info)) engine.Info {
				info := think(ctx, limit, report)
				if limit.Solve == engine.SolveExact {
					ended <- true
				}
				return info
			}
			c := connect(t, t.Context(), e)
			c.send("kaeshi-ponder on\ngenmove b\n")
			c.expect("=")
			c.expect("= D3")
			<-began
			go func() { io.Copy(io.Discard, c.out) }()
			c.send(line)
			<-ended
			c.in.Close()
			c.expectEnd()
		})
	}
}

// stop means it, unlike all other lines, after which pondering goes on.
func TestStopEndsPonderingUntilTheNextMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, began := ponderer()
		c := connect(t, t.Context(), e)
		c.send("kaeshi-ponder on\ngenmove b\n")
		c.expect("=")
		c.expect("= D3")
		<-began
		c.send("clear_cache\n")
		c.expect("=")
		<-began
		if e.cleared != 1 {
			t.Errorf("the table was cleared %d times", e.cleared)
		}
		c.send("stop\n")
		c.expect("=")
		c.send("name\n")
		c.expect("= Kaeshi")
		synctest.Wait()
		if len(began) > 0 {
			t.Error("pondering after stop")
		}
		c.send("genmove w\n")
		c.expect("= C3")
		<-began
		c.in.Close()
		c.expectEnd()
	})
}
