package core

import (
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"
)

// Where standard error is no terminal there are whole lines only, whatever the verb.
func TestProgressInLines(t *testing.T) {
	for _, test := range []struct {
		name  string
		begin func(*cli.Context) *Progress
		want  string
	}{
		{"results", func(c *cli.Context) *Progress { return NewProgress(c, "solved", 12) }, "solved 4 of 12 in 10 s, 20s left\n"},
		{"job", func(c *cli.Context) *Progress { return NewJobProgress(c, "playing", 12, 2, "games") }, "playing 4 of 12 games in 10 s, 40s left\n"},
	} {
		var out strings.Builder
		p := test.begin(&cli.Context{App: &cli.App{ErrWriter: &out, Writer: &out}})
		p.begun = p.begun.Add(-10 * time.Second)
		p.Set(3)
		if out.Len() > 0 {
			t.Errorf("%s: told at once: %q", test.name, &out)
		}
		p.told = p.told.Add(-ProgressInterval)
		p.Add(1)
		p.Finish()
		if out.String() != test.want {
			t.Errorf("%s: %q, want %q", test.name, &out, test.want)
		}
	}
}
