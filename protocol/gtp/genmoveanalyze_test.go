package gtp

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// The move is made, and the answer ends with it.
func TestGenmoveAnalyze(t *testing.T) {
	const (
		lz   = "info move D3 visits 1000 winrate 7500 prior 10000 lcb 7500 order 0 pv D3\n"
		kata = "info move D3 visits 1000 utility 0.5000 winrate 0.7500 scoreMean 4.00 scoreStdev 0 scoreLead 4.00" +
			" scoreSelfplay 4.00 prior 1.0000 lcb 0.7500 utilityLcb 0.5000 order 0 pv D3"
		root = " rootInfo visits 1000 utility 0.5000 winrate 0.7500 scoreMean 4.00 scoreStdev 0 scoreLead 4.00" +
			" scoreSelfplay 4.00 weight 1000"
	)
	for _, test := range []struct {
		command, want string
		limit         engine.Limit
	}{
		{"lz-genmove_analyze b 10", "=\n" + lz + "play D3\n\n", engine.Limit{}},
		{"lz-genmove_analyze", "=\n" + lz + "play D3\n\n", engine.Limit{}},
		{"7 kata-genmove_analyze B interval 20 maxmoves 3", "=7\n" + kata + "\nplay D3\n\n", engine.Limit{}},
		{"kata-genmove_analyze b 10 rootInfo true", "=\n" + kata + root + "\nplay D3\n\n", engine.Limit{}},
		{"lz-genmove_analyze b avoid b c4 1", "=\n" + lz + "play D3\n\n", engine.Limit{Only: 1<<19 | 1<<37 | 1<<44}},
		{"lz-genmove_analyze b allow b d3,a1 1", "=\n" + lz + "play D3\n\n", engine.Limit{Only: 1 << 19}},
	} {
		e := newDouble()
		e.think = func(_ context.Context, _ engine.Limit, report func(engine.Info)) engine.Info {
			info := moveScored(19, 4)
			info.Nodes = 1000
			report(info)
			return info
		}
		if got := dialogue(t, e, test.command+"\nmove_history\n"); got != test.want+"= black D3\n\n" {
			t.Errorf("%s\ngot  %q\nwant %q", test.command, got, test.want)
		}
		if e.limit != test.limit {
			t.Errorf("%s searched with %+v", test.command, e.limit)
		}
	}
}

func TestGenmoveAnalyzePasses(t *testing.T) {
	const pass = "gogui-play_sequence b f5 w f6 b d3 w g5 b h5 w h4 b f7 w h6\n"
	for _, test := range []struct{ input, want string }{
		{pass + "lz-genmove_analyze b 10\ngogui-rules_side_to_move\n", "=\n\n=\nplay pass\n\n= white\n\n"},
		{"kaeshi-setup " + ffo1 + "\nkaeshi-setup " + over + "\nkata-genmove_analyze w\n", "=\n\n=\n\n=\nplay pass\n\n"},
	} {
		if got := dialogue(t, newDouble(), test.input); got != test.want {
			t.Errorf("%s: got %q, want %q", test.input, got, test.want)
		}
	}
}

const over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X"

// Reports come at their intervals, and other input waits for the move: only an
// interrupt hurries it.
func TestGenmoveAnalyzeIsNotEndedByInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newDouble()
		e.think = func(ctx context.Context, _ engine.Limit, report func(engine.Info)) engine.Info {
			info := moveScored(19, 4)
			report(info)
			<-ctx.Done()
			return info
		}
		c := connect(t, t.Context(), e)
		c.send("1 lz-genmove_analyze b 20\n")
		start := time.Now()
		c.expectLine("=1")
		const line = "info move D3 visits 1 winrate 7500 prior 10000 lcb 7500 order 0 pv D3"
		c.expectLine(line)
		c.send("2 name\n\n")
		c.expectLine(line)
		c.expectLine(line)
		if waited := time.Since(start); waited != 600*time.Millisecond {
			t.Errorf("three reports within %v", waited)
		}
		c.send("# interrupt\n")
		c.expect("play D3")
		c.expect("=2 Kaeshi")
		if moves := e.Game().Moves(); len(moves) != 1 || moves[0] != (engine.Move{Color: board.Black, Square: 19}) {
			t.Errorf("made %v", moves)
		}
	})
}
