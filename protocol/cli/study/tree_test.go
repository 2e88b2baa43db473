package study

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"slices"
	"strings"
	"testing"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/draw"
)

func TestTreeDrawing(t *testing.T) {
	builder := book.NewBuilder()
	transcripts, err := notation.ReadTranscripts("lines", strings.NewReader("F5D6C3D3C4\n2\nF5F6E6F4\n-1\nF5F4\n0\n"), func(err error) error { return err })
	if err != nil {
		t.Fatal(err)
	}
	for _, transcript := range transcripts {
		builder.Add(transcript)
	}
	f5, _ := board.ParseSquare("f5")
	tree, ok := book.New(builder.Graph()).Tree(board.Start().Play(f5), board.White, 3, 0)
	if !ok {
		t.Fatal("the position is not found")
	}
	// D6 C3 D3, F6 E6 F4 and F4: three lines, the root and three plies.
	if rows(tree) != 3 || len(columnEdges(tree)) != 5 {
		t.Errorf("%d rows and columns at %v, want 3 and 4 with an end", rows(tree), columnEdges(tree))
	}
	tree.Branches[0].Leaf = true
	var svg bytes.Buffer
	if err := treeDrawing(tree).Write("tree.svg", &svg); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for decoder := xml.NewDecoder(&svg); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the drawing is no XML: %v", err)
		}
		if element, ok := token.(xml.StartElement); ok {
			count[element.Name.Local]++
			for _, attribute := range element.Attr {
				if attribute.Name.Local == "stroke-dasharray" {
					count["dashed"]++
				}
			}
		}
	}
	if count["text"] != 8 || count["circle"] != 8 || count["polyline"] != 7 || count["dashed"] != 1 {
		t.Errorf("got %v, want 8 texts and circles, 7 edges, 1 of them dashed", count)
	}
}

// However long a name is, it ends before the next column and inside the picture, and no
// text stands on another.
func TestLongNamesStayInTheirColumn(t *testing.T) {
	names := []string{"", "Tiger", "F.A.T. Draw, Rose-v-Toth (酉フックの長い長い名前)", "Brightwell's Continuation of the Compoth Tiger (コンポス定石変化)"}
	build := func(name string, branches ...*book.Branch) *book.Branch {
		return &book.Branch{Square: 19, Value: -1234, Name: book.Name{English: name}, Branches: branches}
	}
	for _, name := range names {
		tree := build(name, build(name, build(""), build(name)), build("", build(name)))
		var paper texts
		drawing := treeDrawing(tree)
		drawing.Paint(&paper)
		edges := columnEdges(tree)
		if len(paper.found) != 6 {
			t.Fatalf("%d texts", len(paper.found))
		}
		for _, text := range paper.found {
			next := slices.IndexFunc(edges, func(edge float64) bool { return edge > text.x })
			// Half an em for each letter of ours, a whole one for those of the East.
			end := text.x
			for _, r := range text.s {
				end += letters * map[bool]float64{true: 1, false: 0.5}[r > 0x3000]
			}
			if end > edges[next] || end > drawing.Width {
				t.Errorf("%q goes to %.0f, its column to %.0f, the picture to %.0f", text.s, end, edges[next], drawing.Width)
			}
		}
	}
}

// texts is a canvas that keeps what is written on it.
type texts struct {
	draw.Canvas
	found []struct {
		x, y float64
		s    string
	}
}

func (t *texts) Rectangle(_, _, _, _ float64, _ color.RGBA) {}
func (t *texts) Circle(_, _, _ float64, _, _ color.RGBA)    {}
func (t *texts) Polyline([]draw.Point, draw.Pen)            {}
func (t *texts) Text(x, y, _, _ float64, _ color.RGBA, s string) {
	t.found = append(t.found, struct {
		x, y float64
		s    string
	}{x, y, s})
}
