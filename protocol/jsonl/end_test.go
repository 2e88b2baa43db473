package jsonl

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestGoneClients(t *testing.T) {
	for _, test := range []struct{ fault, want error }{{os.ErrClosed, nil}, {io.ErrShortWrite, io.ErrShortWrite}} {
		r, w := io.Pipe()
		go io.WriteString(w, "{}\n")
		err := Serve(context.Background(), []Engine{realEngine(t)}, Options{}, r, brokenWriter{test.fault})
		if !errors.Is(err, test.want) || test.want == nil && err != nil {
			t.Errorf("Serve returns %v, want %v", err, test.want)
		}
		w.Close()
	}
}

// Whatever is asked, there is an answer of the right form to each line that is not
// blank.
func FuzzServe(f *testing.F) {
	for _, q := range goodQueries {
		f.Add(q)
	}
	for _, q := range []string{"{", "null", `{"id":""}`, `{"id":"a"}` + "\n" + `{"id":"a"}`, `{"ID":"x","Moves":"F5"}`, "\x00\xff"} {
		f.Add(q)
	}
	d := &double{think: func(context.Context, engine.Limit, func(engine.Info)) (engine.Info, error) {
		return engine.Info{Rank: 1, PV: []board.Square{37}}, nil
	}}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
			return // in UTF-16 what is added at the end is no line
		}
		lines := 0
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if answers := ask(t, []Engine{d}, text); len(answers) < lines {
			t.Errorf("%d answers to %d lines", len(answers), lines)
		}
	})
}
