package core

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"
)

// Where standard error is no terminal there are whole lines only: now and then, and
// at the end if the job was stopped.
func TestProgressInLines(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, test := range []struct {
		name        string
		total, done int
		add         int
		want        string
	}{
		{"stopped", 12, 0, 1, "solved 4 of 12 games in 10 s, 20s left; well\nsolved 4 of 12 games in 10 s; well\n"},
		{"resumed", 12, 2, 1, "solved 4 of 12 games in 10 s, 40s left; well\nsolved 4 of 12 games in 10 s; well\n"},
		{"done", 4, 0, 1, "solved 4 of 4 games in 10 s; well\n"},
		{"who knows", 0, 0, 1, "solved 4 games in 10 s; well\nsolved 4 games in 10 s; well\n"},
	} {
		var out strings.Builder
		p := NewProgress(&cli.Context{Context: ended, App: &cli.App{ErrWriter: &out, Writer: &out}}, "solved", test.total, test.done, "games")
		p.begun = p.begun.Add(-10 * time.Second)
		p.Set(3)
		if out.Len() > 0 {
			t.Errorf("%s: told at once: %q", test.name, &out)
		}
		p.told = p.told.Add(-progressInterval)
		p.Note("well")
		p.Add(test.add)
		p.Finish()
		p.Finish() // once is enough
		if out.String() != test.want {
			t.Errorf("%s: %q, want %q", test.name, &out, test.want)
		}
	}
}

// An error says what it has to say; how far the job came would be one line too many.
func TestProgressKeepsQuietOnErrors(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&cli.Context{Context: t.Context(), App: &cli.App{ErrWriter: &out}}, "solved", 12, 0, "games")
	p.Add(1)
	p.Finish()
	if out.Len() > 0 {
		t.Errorf("%q", &out)
	}
}

func TestReading(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, make([]byte, 25_000_000), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		paths []string
		want  string
	}{
		{[]string{path}, "read 12 of 25 MB in 0 s"},
		{[]string{path, path}, "read 12 of 50 MB in 0 s"},
		{[]string{path, "-"}, "read 12500 kB in 0 s"},
	} {
		p := NewReading(&cli.Context{App: &cli.App{ErrWriter: io.Discard}}, test.paths)
		if _, err := io.Copy(io.Discard, p.Reader(bytes.NewReader(make([]byte, 12_500_000)))); err != nil {
			t.Fatal(err)
		}
		p.ended = true
		if got := p.line(0); got != test.want {
			t.Errorf("%q: %q, want %q", test.paths, got, test.want)
		}
	}
}
