package book

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kaeshi/engine/notation"
)

func TestReadTranscripts(t *testing.T) {
	tests := []struct {
		name, text string
		values     []Value
		faults     []string
	}{
		{"two pairs", "F5D6C3\n2.0\nF5F4\n-1\n", []Value{200, -100}, nil},
		{"lower case, CRLF, byte order mark", "\uFEFFf5d6\r\n+1.25\r\n", []Value{125}, nil},
		{"blanks and comments", "# Tiger\n\n f5 d6 c3 d3 c4 \n\n 0.5 # at level 8\n", []Value{50}, nil},
		{"no newline at the end", "F5\n0", []Value{0}, nil},
		{"illegal move", "F5D6A1\n3\nF5\n1\n", []Value{100}, []string{"t:1: move 3: A1 is not legal here"}},
		{"odd length", "F5D6C\n3\nF5\n1\n", []Value{100}, []string{"t:1: odd length: half a move is missing"}},
		{"not a square", "F5Z9\n3\nF5\n1\n", []Value{100}, []string{`t:1: move 2: "Z9" is not a square`}},
		{"not moves", "hello!\n3\nF5\n1\n", []Value{100}, []string{`t:1: move 1: "he" is not a square`}},
		{"value missing", "F5D6\nF5\n1\n", []Value{100}, []string{"t:1: the value is missing after these moves"}},
		{"value missing at the end", "F5\n1\nF5D6\n", []Value{100}, []string{"t:3: the value is missing after these moves"}},
		{"value blank", "F5D6\n\nF5\n1\n", []Value{100}, []string{"t:1: the value is missing after these moves"}},
		{"wrong moves without value", "F5A1\nF5\n1\n", []Value{100}, []string{"t:1: move 2: A1 is not legal here"}},
		{"value without moves", "2.0\nF5\n1\n", []Value{100}, []string{"t:1: value 2.0 without moves before it"}},
		{"value twice", "F5\n1\n2\nF5D6\n3\n", []Value{100, 300}, []string{"t:3: value 2 without moves before it"}},
		{"not a number", "F5\nsix\nF5D6\n1\n", []Value{100}, []string{`t:2: "six" is not a number`}},
		{"not even that", "F5\nNaN\nF5D6\n1\n", []Value{100}, []string{`t:2: "NaN" is not a number`}},
		{"beyond the board", "F5\n65\nF5D6\n-64\n", []Value{-6400}, []string{"t:2: value 65 is beyond 64 discs"}},
		{"after the end of the game", "f5d6c3f3e3f4d7d3g3a1\n64\n", nil, []string{"t:1: move 10: A1 is not legal here"}},
		{"empty", "", nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var faults []string
			transcripts, err := ReadTranscripts(strings.NewReader(test.text), "t", func(err error) error {
				faults = append(faults, err.Error())
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			var values []Value
			for _, transcript := range transcripts {
				values = append(values, transcript.Value)
			}
			if diff := cmp.Diff(test.values, values); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.faults, faults); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStrictReadingStopsAtTheFirstFault(t *testing.T) {
	transcripts, err := ReadTranscripts(strings.NewReader("F5\n1\nF5A1\n2\nF5\nsix\n"), "t", func(err error) error { return err })
	var placed *notation.Error
	if !errors.As(err, &placed) || placed.Line != 3 || transcripts != nil {
		t.Errorf("got %v, %v; want an error in line 3 and nothing else", transcripts, err)
	}
}

func TestOverlongLine(t *testing.T) {
	_, err := ReadTranscripts(strings.NewReader("F5\n1\n"+strings.Repeat("F5", longestLine)), "t", func(error) error { return nil })
	if err == nil || !strings.HasPrefix(err.Error(), "t:3: the line is longer") {
		t.Errorf("got %v", err)
	}
}

func FuzzReadTranscripts(f *testing.F) {
	f.Add("F5D6C3\n2.0\n")
	f.Add("f5 d6 -- c3\r\n-1e1\r\n# comment\n\nF5\n")
	f.Add("F5D6A1\n3\n2\nsix\n\x00\xff\n+\n")
	f.Add("f5d6c3f3e3f4d7d3g3\n64\n")
	f.Fuzz(func(t *testing.T, text string) {
		transcripts, err := ReadTranscripts(strings.NewReader(text), "t", func(err error) error {
			var placed *notation.Error
			if !errors.As(err, &placed) || placed.Line < 1 || placed.Line > 1+strings.Count(text, "\n") {
				t.Errorf("fault without a place: %v", err)
			}
			return nil
		})
		if err != nil {
			return
		}
		g := build(transcripts)
		if changed := g.Recompute(); changed != 0 {
			t.Errorf("%d values were not settled", changed)
		}
	})
}
