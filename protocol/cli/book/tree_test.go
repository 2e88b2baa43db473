package book

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
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
	if rows(tree) != 3 || columns(tree) != 4 {
		t.Errorf("%d rows and %d columns, want 3 and 4", rows(tree), columns(tree))
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
