package jsonl

import (
	"context"
	"testing"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

func TestPartialAnswers(t *testing.T) {
	d := &double{}
	d.think = func(_ context.Context, _ engine.Limit, report func(engine.Info)) (engine.Info, error) {
		var last engine.Info
		for depth := 1; depth <= 5; depth++ {
			time.Sleep(time.Millisecond)
			last = engine.Info{Depth: depth, Rank: 1, PV: []board.Square{37}, Nodes: uint64(depth)}
			report(last)
		}
		return last, nil
	}
	answers := ask(t, []Engine{d}, `{"id":"a","partial":0.0001}`)
	if len(answers) != 6 {
		t.Fatalf("%d answers", len(answers))
	}
	for i, a := range answers {
		if final := i == 5; a["final"] != final || a["depth"] != float64(min(i+1, 5)) {
			t.Errorf("answer %d is %v", i+1, a)
		}
	}
}

// The first partial answer comes as soon as all moves asked for have a value, however
// long the pauses between them are to be.
func TestFirstPartialAnswer(t *testing.T) {
	d := &double{}
	d.think = func(_ context.Context, _ engine.Limit, report func(engine.Info)) (engine.Info, error) {
		var last engine.Info
		for depth := 1; depth <= 3; depth++ {
			for rank, sq := range []board.Square{37, 44} {
				last = engine.Info{Depth: depth, Rank: rank + 1, PV: []board.Square{sq}}
				report(last)
			}
		}
		return last, nil
	}
	answers := ask(t, []Engine{d}, `{"id":"a","partial":1000,"multipv":64,"only":["F5","E6"]}`)
	if len(answers) != 2 {
		t.Fatalf("%d answers", len(answers))
	}
	if first := answers[0]; first["final"] != false || first["depth"] != 1.0 || len(first["moves"].([]any)) != 2 {
		t.Errorf("the first answer is %v", first)
	}
}
