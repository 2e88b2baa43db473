package engine

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"kaeshi/engine/human"
)

// The Elo of the levels in the README is that of the table of ratings.
func TestReadmeHasTheRatings(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\d+)( \(default\))? \|.*\| ([^|]*) \|$`)
	rows := row.FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(Levels) {
		t.Fatalf("%d rows for %d levels", len(rows), len(Levels))
	}
	for _, r := range rows {
		want := "not measured"
		if rating, ok := human.EloOf("L" + r[1]); ok {
			want = fmt.Sprintf("%.0f (%.0f to %.0f)", rating.Elo, rating.Low, rating.High)
		}
		if got := strings.TrimSpace(r[3]); got != want {
			t.Errorf("level %s has %q in the README and %q in the table", r[1], got, want)
		}
	}
}
