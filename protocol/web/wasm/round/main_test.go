package main

import (
	"path/filepath"
	"testing"

	"kaeshi/weights"
)

func TestRounded(t *testing.T) {
	for value, want := range map[int16]int16{0: 0, 1: 0, 2: 4, 5: 4, 6: 8, -1: 0, -2: -4, -5: -4, -6: -8, 32767: 32764, -32768: -32768} {
		if got := rounded(value); got != want {
			t.Errorf("%d becomes %d, want %d", value, got, want)
		}
	}
}

// What is written is read back, no weight more than half a step off.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.kw")
	if err := write(path); err != nil {
		t.Fatal(err)
	}
	small, err := weights.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if len(small.Tables) != len(whole.Tables) || small.Scale != whole.Scale {
		t.Errorf("%d tables at %d units, want %d at %d", len(small.Tables), small.Scale, len(whole.Tables), whole.Scale)
	}
	last := whole.Set.Phases - 1
	rounds := small.Phase(last)
	for i, value := range whole.Phase(last) {
		if off := int(rounds[i]) - int(value); off < -step/2 || off > step/2 {
			t.Fatalf("weight %d is %d off", i, off)
		}
	}
}
