package book

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
)

func TestTranscriptsGiveTheSameBookAgain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		g := build(randomLines(rnd, 30))
		var text bytes.Buffer
		if _, err := WriteTranscripts(&text, g); err != nil {
			t.Fatal(err)
		}
		again := build(read(t, text.String()))
		if again.Len() != g.Len() {
			t.Fatalf("%d positions, want %d", again.Len(), g.Len())
		}
		for p, e := range g.All() {
			if got, ok := again.Entry(p); !ok || got.Value != e.Value {
				t.Fatalf("value %v, want %v", got.Value, e.Value)
			}
		}
	}
}

func TestLeavesBecomeLines(t *testing.T) {
	g := build(read(t, "F5D6C3D3C4\n2\n"))
	p := after(t, "F5D6")
	change(g, p, func(e *Entry) { e.Leaf, e.LeafValue = after64("C5"), 300 })
	g.Recompute()
	var text, moves bytes.Buffer
	if lines, err := WriteTranscripts(&text, g); err != nil || lines != 2 {
		t.Fatalf("%d lines: %v", lines, err)
	}
	if e, _ := build(read(t, text.String())).Entry(p); e.Value != 300 {
		t.Errorf("value %v, want that of the leaf", e.Value)
	}
	if lines, err := WriteLines(&moves, g); err != nil || lines != 1 {
		t.Errorf("%d lines of moves: %v", lines, err)
	}
}

func after64(name string) board.Square {
	sq, _ := board.ParseSquare(name)
	return sq
}

func TestJSONKeepsWhatABookHolds(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(2, 2)), 40)
	for p, e := range g.All() {
		if e.Leaf == board.Pass || e.Leaf < board.Pass && !p.Legal(e.Leaf) {
			e.Leaf = board.NoSquare
		}
		if e.Leaf == board.NoSquare {
			e.LeafValue = 0
		}
		if e.Level == 0 {
			e.Selectivity = 0
		}
		e.Updated = time.Unix(1e9, 0)
		g.Put(p, e)
	}
	g.Recompute()
	var text bytes.Buffer
	if err := WriteJSON(&text, g); err != nil {
		t.Fatal(err)
	}
	again, err := ReadJSON(&text, "test", atOnce)
	if err != nil {
		t.Fatal(err)
	}
	sameBooks(t, again, g)
}

func TestWrongJSONIsRefused(t *testing.T) {
	const start = `{"position":"---------------------------OX------XO--------------------------- X","value":0,"origin":"file"}`
	for text, want := range map[string]string{
		"":                              "no position",
		start + "\n{":                   "test:2: not a JSON object of a book: the line is cut short\n",
		"{\"position\" 1}":              "test:1: not a JSON object of a book: byte 13 does not belong there\n",
		start + "\n[1]":                 "test:2: not a JSON object of a book\n",
		`{"position":"XO X","value":0}`: "test:1: position: ",
		strings.Replace(start, `"value":0`, `"value":99`, 1):              "test:1: value 99 is beyond 64 discs",
		strings.Replace(start, `"value":0`, `"value":"x"`, 1):             "test:1: value: a string does not belong here",
		strings.Replace(start, `"value":0`, `"value":0,"leaf":"A1"`, 1):   "test:1: leaf A1 is not legal here",
		strings.Replace(start, `"value":0`, `"value":0,"own":-64.5`, 1):   "test:1: own value -64.5 is beyond 64 discs",
		strings.Replace(start, `"value":0`, `"value":0,"level":1000`, 1):  "test:1: level: a number 1000 does not belong here",
		strings.Replace(start, `"value":0`, `"value":0,"updated":"x"`, 1): "test:1: updated: not a time such as 2026-01-31T12:00:00Z\n",
		strings.Replace(start, `"value":0`, `"value":0,"updated":1`, 1):   "test:1: updated: not a time such as 2026-01-31T12:00:00Z\n",
		strings.Repeat(start+"\n", 3) + strings.Repeat(" ", 1<<17) + "{}": "test:4: the line is longer than 65536 bytes\n",
	} {
		_, err := ReadJSON(strings.NewReader(text), "test", atOnce)
		if err == nil || !strings.Contains(err.Error()+"\n", want) {
			t.Errorf("%.60q: error %v, want %q", text, err, want)
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	var text bytes.Buffer
	if err := WriteJSON(&text, randomGraph(rand.New(rand.NewPCG(3, 3)), 2)); err != nil {
		f.Fatal(err)
	}
	f.Add(text.String())
	f.Add(`{"position":"---------------------------OX------XO--------------------------- O","value":-1e9}`)
	f.Add("{}\n[]\nnull\n")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ReadJSON(strings.NewReader(text), "t", atOnce)
		if err != nil {
			return
		}
		for p := range g.All() {
			New(g).Probe(p)
		}
		Fix(g)
	})
}

func TestTree(t *testing.T) {
	g := build(read(t, "F5D6C3D3C4\n2\nF5F6E6F4\n-1\nF5F4\n0\n"))
	change(g, after(t, "F5D6"), func(e *Entry) { e.Leaf, e.LeafValue = after64("C5"), 300 })
	g.Recompute()
	tree, ok := New(g).Tree(after(t, "F5"), board.White, 3, 0)
	if !ok {
		t.Fatal("the position is not found")
	}
	var dot bytes.Buffer
	if err := tree.WriteDot(&dot); err != nil {
		t.Fatal(err)
	}
	if edges := strings.Count(dot.String(), "->"); edges != 8 {
		t.Errorf("%d edges, want 8", edges)
	}
	if _, ok := New(g).Tree(after(t, "F5D6C6"), board.White, 3, 0); ok {
		t.Error("draws a position that is not in the book")
	}
}

// atOnce stops at the first fault.
func atOnce(err error) error { return err }
