package gtp

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// ranked makes the double report the moves with the values given, from the
// best on, and think until stopped.
func ranked(e *double, discs ...int) {
	e.think = func(ctx context.Context, limit engine.Limit, report func(engine.Info)) engine.Info {
		var first engine.Info
		moves := e.game.Position().Moves()
		if limit.Only != 0 {
			moves &= limit.Only
		}
		for rank, sq := range squares(moves)[:min(len(discs), max(limit.MultiPV, 1), len(squares(moves)))] {
			info := moveScored(sq, discs[rank])
			info.Rank, info.Nodes, info.Depth = rank+1, 1000, 7
			if report(info); rank == 0 {
				first = info
			}
		}
		<-ctx.Done()
		return first
	}
}

func TestAnalysisFormats(t *testing.T) {
	const prefix = "=\n"
	for _, test := range []struct{ command, want string }{
		{"kaeshi-analyze b 10 maxmoves 2", "" +
			"info move D3 order 0 score +4.00 view black bound exact selectivity 73% stage midgame depth 7" +
			" nodes 1000 seconds 0.000 nps 0 hashfull 0 pv D3\n" +
			"info move C4 order 1 score +2.00 view black bound exact selectivity 73% stage midgame depth 7" +
			" nodes 1000 seconds 0.000 nps 0 hashfull 0 pv C4\n\n"},
		{"lz-analyze 10 minmoves 1 maxmoves 2", "" +
			"info move D3 visits 731 winrate 7500 prior 7311 lcb 7500 order 0 pv D3 " +
			"info move C4 visits 268 winrate 6340 prior 2689 lcb 6340 order 1 pv C4\n\n"},
		{"kata-analyze B interval 10 maxmoves 1 rootInfo false ownership false pvVisits false", "" +
			"info move D3 visits 1000 utility 0.5000 winrate 0.7500 scoreMean 4.00 scoreStdev 0 scoreLead 4.00" +
			" scoreSelfplay 4.00 prior 1.0000 lcb 0.7500 utilityLcb 0.5000 order 0 pv D3\n\n"},
		{"kata-analyze 10.5 w rootInfo true noResultValue true maxmoves 2", "" +
			"info move E3 visits 731 utility 0.5000 winrate 0.7500 scoreMean 4.00 scoreStdev 0 scoreLead 4.00" +
			" scoreSelfplay 4.00 noResultValue 0 prior 0.7311 lcb 0.7500 utilityLcb 0.5000 order 0 pv E3 " +
			"info move F4 visits 268 utility 0.2679 winrate 0.6340 scoreMean 2.00 scoreStdev 0 scoreLead 2.00" +
			" scoreSelfplay 2.00 noResultValue 0 prior 0.2689 lcb 0.6340 utilityLcb 0.2679 order 1 pv F4 " +
			"rootInfo visits 1000 utility 0.5000 winrate 0.7500 scoreMean 4.00 scoreStdev 0 scoreLead 4.00" +
			" scoreSelfplay 4.00 weight 1000\n\n"},
		// The other colour sees the board as if it were to move.
		{"kaeshi-analyze W 10 maxmoves 1", "" +
			"info move E3 order 0 score +4.00 view white bound exact selectivity 73% stage midgame depth 7" +
			" nodes 1000 seconds 0.000 nps 0 hashfull 0 pv E3\n\n"},
		{"lz-analyze avoid b d3,c4 1 avoid w f5 1 avoid b e6 0 maxmoves 1", "" +
			"info move F5 visits 1000 winrate 7500 prior 10000 lcb 7500 order 0 pv F5\n\n"},
		{"lz-analyze allow b e6 9 allow b f5,pass 9 maxmoves 1", "" +
			"info move F5 visits 1000 winrate 7500 prior 10000 lcb 7500 order 0 pv F5\n\n"},
	} {
		e := newDouble()
		ranked(e, 4, 2, 0, -2)
		if got := dialogue(t, e, test.command+"\n"); got != prefix+test.want {
			t.Errorf("%s\ngot  %q\nwant %q", test.command, got, prefix+test.want)
		}
		if e.Game().SideToMove() != board.Black || len(e.Game().Moves()) != 0 {
			t.Errorf("%s changed the game", test.command)
		}
	}
}

func TestAnalysisStreamsUntilAnyInput(t *testing.T) {
	for _, input := range []string{"name\n", "\n", "# a comment\n", "quit\n"} {
		synctest.Test(t, func(t *testing.T) {
			e := newDouble()
			ranked(e, 4)
			c := connect(t, t.Context(), e)
			c.send("1 lz-analyze b 20\n")
			start := time.Now()
			c.expectLine("=1")
			for range 3 {
				c.expectLine("info move D3 visits 1000 winrate 7500 prior 10000 lcb 7500 order 0 pv D3")
			}
			if waited := time.Since(start); waited != 600*time.Millisecond {
				t.Errorf("three reports within %v", waited)
			}
			c.send(input)
			c.expectLine("")
			if input == "name\n" {
				c.expect("= Kaeshi")
			}
		})
	}
}

func (c *client) expectLine(want string) {
	c.Helper()
	line, err := c.lines.ReadString('\n')
	if err != nil || line != want+"\n" {
		c.Fatalf("line %q (%v), want %q", line, err, want)
	}
}

func TestRankingFollowsTheIterations(t *testing.T) {
	var r ranking
	r.size = 2
	check := func(want string) {
		t.Helper()
		var got []board.Square
		for _, i := range r.snapshot() {
			got = append(got, i.Move())
		}
		if names(got) != want {
			t.Errorf("ranking %q, want %q", names(got), want)
		}
	}
	report := func(name string, rank int) {
		sq, _ := board.ParseSquare(name)
		r.take(engine.Info{PV: []board.Square{sq}, Rank: rank})
	}
	check("")
	report("D3", 1)
	check("D3")
	report("C4", 2)
	check("D3 C4")
	report("F5", 1)
	check("F5 D3")
	report("C4", 2)
	check("F5 C4")
	report("C4", 1)
	check("C4 F5")
}

func TestChancesOfProvedScores(t *testing.T) {
	for _, test := range []struct {
		info engine.Info
		want float64
	}{
		{engine.Info{}, 0.5},
		{engine.Info{Score: search.Score{Value: 400}}, 0.75},
		{engine.Info{Score: search.Score{Value: -400}}, 0.25},
		{engine.Info{Stage: search.Solved, Score: search.Score{Value: 200, Selectivity: search.NoSelectivity}}, 1},
		{engine.Info{Stage: search.Solved, Score: search.Score{Selectivity: search.NoSelectivity}}, 0.5},
		{engine.Info{Stage: search.WLD, Score: search.Score{Value: -200, Bound: search.Upper, Selectivity: search.NoSelectivity}}, 0},
		{engine.Info{Stage: search.Solved, Score: search.Score{Value: 400, Selectivity: search.Selectivity95}}, 0.75},
	} {
		if got := winningChance(test.info); got < test.want-1e-9 || got > test.want+1e-9 {
			t.Errorf("%+v: %v, want %v", test.info, got, test.want)
		}
	}
}

func TestGraphics(t *testing.T) {
	e := newDouble()
	e.think = func(_ context.Context, limit engine.Limit, report func(engine.Info)) engine.Info {
		for rank, sq := range squares(e.game.Position().Moves())[:limit.MultiPV] {
			info := moveScored(sq, 5-5*rank)
			info.Rank, info.Depth, info.Nodes = rank+1, 8, 99
			info.PV = append(info.PV, board.Pass, sq)
			report(info)
		}
		return engine.Info{}
	}
	input, want := splitDialogue(`
> kaeshi-lines
= VAR b D3 w PASS b D3
INFLUENCE D3 0.462 C4 0.000 F5 -0.462
LABEL D3 +5 C4 +0 F5 -5
TEXT midgame depth 8 (73%), 99 nodes: D3 +5.00 C4 +0.00 F5 -5.00

> kaeshi-values
= D3 +5
C4 +0
F5 -5
E6 -10

> kaeshi-influence
=` + " " + `
0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
0.000 0.000 0.000 0.000 -0.762 0.000 0.000 0.000
0.000 0.000 0.000 0.000 0.000 -0.462 0.000 0.000
0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
0.000 0.000 0.000 0.462 0.000 0.000 0.000 0.000
0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
`)
	if got := dialogue(t, e, input); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLiveGraphicsOnlyIfAskedFor(t *testing.T) {
	e := newDouble()
	e.think = func(_ context.Context, _ engine.Limit, report func(engine.Info)) engine.Info {
		info := moveScored(19, 2)
		report(info)
		return info
	}
	var answers, diagnostics strings.Builder
	server := NewServer(e, Options{Diagnostics: &diagnostics})
	input := "reg_genmove b\nkaeshi-param live_gfx 1\nreg_genmove b\n"
	if err := server.Serve(t.Context(), strings.NewReader(input), &answers); err != nil {
		t.Fatal(err)
	}
	want := "gogui-gfx:\nVAR b D3\nINFLUENCE D3 0.197\nLABEL D3 +2\nTEXT midgame depth 0 (73%), 0 nodes: D3 +2.00\n\n"
	if diagnostics.String() != want {
		t.Errorf("got %q, want %q", diagnostics.String(), want)
	}
}

func TestPonderingStopsAtAnyInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newDouble()
		pondered := make(chan bool, 9)
		e.think = func(ctx context.Context, limit engine.Limit, _ func(engine.Info)) engine.Info {
			if limit.Solve == engine.SolveExact {
				pondered <- true
				<-ctx.Done()
			}
			return e.firstMove()
		}
		c := connect(t, t.Context(), e)
		c.send("kaeshi-ponder on\nplay b f5\n")
		c.expect("=")
		c.expect("=")
		synctest.Wait()
		if len(pondered) > 0 {
			t.Error("pondering without a move of our own")
		}
		c.send("genmove w\n")
		c.expect("= F4")
		<-pondered
		c.send("name\n")
		c.expect("= Kaeshi")
		<-pondered // it goes on after that
		c.send("undo\n")
		c.expect("=")
		synctest.Wait()
		if len(pondered) > 0 {
			t.Error("pondering after the move was taken back")
		}
		c.send("genmove w\n")
		c.expect("= F4")
		<-pondered
		c.in.Close()
		c.expectEnd()
	})
}

func TestSolve(t *testing.T) {
	e := newDouble()
	solved := moveScored(19, 0)
	solved.Stage, solved.Score.Selectivity, solved.Score.Value = search.Solved, search.NoSelectivity, -600
	guessed := solved
	guessed.Score.Selectivity = search.Selectivity95
	for _, test := range []struct {
		info engine.Info
		want string
	}{
		{solved, "= -6 D3\n\n"},
		{guessed, "? not solved in time\n\n"},
		{moveScored(19, 3), "? not solved in time\n\n"},
	} {
		e.think = func(context.Context, engine.Limit, func(engine.Info)) engine.Info { return test.info }
		const setup = "kaeshi-setup --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\n"
		got := dialogue(t, e, setup+"kaeshi-solve 1.5\n")
		if got != "=\n\n"+test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
		if e.limit.Time != 1500*time.Millisecond || e.limit.Solve != engine.SolveExact {
			t.Errorf("limit %+v", e.limit)
		}
	}
}
