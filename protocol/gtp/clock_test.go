package gtp

import (
	"testing"
	"time"
)

// What is granted for the first move of a game, by what the client sends.
func TestTimeLimits(t *testing.T) {
	for _, test := range []struct {
		input       string
		least, most time.Duration // of the ideal; both 0: no limit
	}{
		{"", 0, 0},
		{"time_settings 0 1 0\n", 0, 0},
		{"time_settings 600 0 0\n", 5 * time.Second, 60 * time.Second},
		{"time_settings 0 15 1\n", 5 * time.Second, 15 * time.Second},
		{"time_settings 0 300 10\n", 10 * time.Second, 60 * time.Second},
		{"time_settings 600 0 0\ntime_left b 0 0\n", 1, 100 * time.Millisecond},
		{"time_settings 600 0 0\ntime_left b -3 0\n", 1, 100 * time.Millisecond},
		{"time_settings 600 0 0\ntime_left b 0 0\ntime_settings 0 1 0\n", 0, 0},
		{"time_settings 600 0 0\ntime_left w 0 0\n", 5 * time.Second, 60 * time.Second},
		{"time_settings 600 0 0\ntime_left b 30 1\n", 10 * time.Second, 30 * time.Second},
		{"time_settings 0 15 1\ntime_left b 0 0\nclear_board\n", 5 * time.Second, 15 * time.Second},
		{"time_settings 1e30 0 0\n", time.Second, 1e18},
	} {
		e := newDouble()
		dialogue(t, e, test.input+"genmove b\n")
		got := e.limit.Clock
		if got.Ideal < test.least || got.Ideal > test.most || got.Limited() != (test.most > 0) {
			t.Errorf("%q: %v, want %v to %v", test.input, got, test.least, test.most)
		}
	}
}
