package gamereport

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// writers is the kinds of file that a report can be, by extension.
var writers = map[string]func(*Analysis, io.Writer) error{
	".html": (*Analysis).writeHTML,
	".svg":  (*Analysis).writeSVG,
	".png":  (*Analysis).writePNG,
}

// Writes tells whether a report can be a file with this extension.
func Writes(extension string) bool { return writers[extension] != nil }

// Write prints the report as the kind of file that the extension means. A picture
// holds the graph and the last position only.
func (a *Analysis) Write(extension string, w io.Writer) error {
	write := writers[extension]
	if write == nil {
		return fmt.Errorf("a report is a .html, .svg or .png file, not %q", extension)
	}
	return write(a, w)
}

func (a *Analysis) writeSVG(w io.Writer) error { return a.summary().Write(".svg", w) }

func (a *Analysis) writePNG(w io.Writer) error { return a.summary().Write(".png", w) }

//go:embed report.html
var page string

var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"score": func(v float64) string { return notation.FormatScore(v, 2) },
	"loss":  formatLoss,
	"move":  moveName,
	"line":  formatLine,
	"names": func() [2]string { return [2]string{"Black", "White"} },
}).Parse(page))

func formatLoss(v float64) string {
	if v < 0.005 {
		return "0"
	}
	return fmt.Sprintf("%.2f", v)
}

// longestLine is how much of a line of play can be taken in.
const longestLine = 12

func formatLine(pv []board.Square) string {
	var words []string
	for _, sq := range pv[:min(len(pv), longestLine)] {
		words = append(words, moveName(sq))
	}
	return strings.Join(words, " ")
}

// pageMove is a row of the table of moves, or a diagram.
type pageMove struct {
	*Ply
	Value   float64 // for Black, after the move
	Others  []Line  // better moves, or the best other ones
	Diagram template.HTML
}

func (a *Analysis) writeHTML(w io.Writer) error {
	course := a.Course()
	data := struct {
		*Analysis
		Graph, End template.HTML
		Grades     []Grade
		Moves      []pageMove
		Diagrams   []pageMove
	}{
		Analysis: a, Grades: Grades,
		// Our own drawings: the texts in them are escaped.
		Graph: template.HTML(a.graph().SVG()),
		End:   template.HTML(diagram(a.lastPosition()).SVG()),
	}
	for i := range a.Plies {
		p := &a.Plies[i]
		m := pageMove{Ply: p, Value: course[i]}
		for _, line := range p.Best {
			if line.PV[0] != p.Square {
				m.Others = append(m.Others, line)
			}
		}
		data.Moves = append(data.Moves, m)
		if p.Grade() != "" || a.InBook && i == a.BookEnd {
			m.Diagram = positionBefore(p)
			data.Diagrams = append(data.Diagrams, m)
		}
	}
	return pageTemplate.Execute(w, data)
}

// positionBefore shows the position before a move, with the move played and the best one.
func positionBefore(p *Ply) template.HTML {
	marks := []mark{{p.Square, gradeColours[p.Grade()]}}
	if best := p.Best[0].PV[0]; best != p.Square {
		marks = append(marks, mark{best, goodMark})
	}
	return template.HTML(diagram(p.fromBlack(), marks...).SVG())
}
