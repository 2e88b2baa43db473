package jobs

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
)

// square answers with the square of the number in a question.
func square(_ context.Context, question []byte) ([]byte, error) {
	n, err := strconv.Atoi(string(question))
	return []byte(strconv.Itoa(n * n)), err
}

func number(i int) ([]byte, error) { return []byte(strconv.Itoa(i)), nil }

func TestThreadsAnswerInOrder(t *testing.T) {
	var got []string
	run := &Run{Count: 500, Ask: number, Ordered: true, Done: func(i int, answer []byte) error {
		got = append(got, strconv.Itoa(i)+":"+string(answer))
		return nil
	}}
	if err := (Threads{square, square, square}).Do(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range 500 {
		want = append(want, strconv.Itoa(i)+":"+strconv.Itoa(i*i))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestThreadsStop(t *testing.T) {
	broken := errors.New("broken")
	fails := func(_ context.Context, q []byte) ([]byte, error) {
		if bytes.Equal(q, []byte("3")) {
			return nil, broken
		}
		return nil, nil
	}
	drained := make(chan struct{})
	close(drained)
	for name, test := range map[string]struct {
		work Work
		done error
		stop <-chan struct{}
		want error
		most int
	}{
		"by a failure":       {fails, nil, nil, broken, 3},
		"when it is enough":  {square, Enough, nil, nil, 1},
		"by what keeps them": {square, broken, nil, broken, 1},
		"when drained":       {square, nil, drained, nil, 0},
	} {
		kept := 0
		run := &Run{Count: 10, Ask: number, Drain: test.stop, Done: func(int, []byte) error { kept++; return test.done }}
		if err := (Threads{test.work}).Do(t.Context(), run); !errors.Is(err, test.want) || kept > test.most {
			t.Errorf("%s: %v after %d answers", name, err, kept)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	run := &Run{Count: 10, Ask: number, Done: func(int, []byte) error { cancel(); return nil }}
	if err := (Threads{square}).Do(ctx, run); !errors.Is(err, context.Canceled) {
		t.Errorf("at the end of the context: %v", err)
	}
}

func TestKeeperSkips(t *testing.T) {
	var got []int
	k := Keeper{Run: &Run{Ordered: true, Done: func(i int, _ []byte) error { got = append(got, i); return nil }}}
	k.Take(2, nil)
	k.Skip(0)
	if len(got) > 0 {
		t.Errorf("an answer was handed on before its turn: %v", got)
	}
	k.Take(1, nil)
	if !slices.Equal(got, []int{1, 2}) {
		t.Errorf("handed on %v", got)
	}
}
