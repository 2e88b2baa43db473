package solve_test

import (
	"bytes"
	"strings"
	"testing"

	"kaeshi/protocol/cli"
)

func TestPerft(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := cli.Main([]string{"kaeshi", "perft", "6"}, strings.NewReader(""), &stdout, &stderr)
	if code != 0 || stderr.Len() > 0 {
		t.Fatalf("code %d, stderr %q", code, &stderr)
	}
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	want := []string{"depth", "0 1", "1 4", "2 12", "3 56", "4 244", "5 1396", "6 8200"}
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), &stdout)
	}
	for i, line := range lines[1:] {
		if got := strings.Join(strings.Fields(line)[:2], " "); got != want[i+1] {
			t.Errorf("line %q, want %q", got, want[i+1])
		}
	}
}
