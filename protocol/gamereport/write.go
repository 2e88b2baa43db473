package gamereport

import (
	"fmt"
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

// Writes reports whether a report can be a file with this extension.
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

// leastLoss is the least loss that is printed as something.
const leastLoss = 0.005

// formatLoss prints what a move lost, with ! if that is proved.
func formatLoss(p *Ply) string {
	if p.Proved() {
		return formatDiscs(p.Loss) + "!"
	}
	return formatDiscs(p.Loss)
}

// formatDiscs prints a number of discs that is not negative.
func formatDiscs(v float64) string {
	if v < leastLoss {
		return "0"
	}
	return fmt.Sprintf("%.2f", v)
}

// formatValue prints the value of a line, with ! if that is proved.
func formatValue(l Line) string {
	text := notation.FormatScore(l.Value, 2)
	if l.Exact() {
		text += "!"
	}
	return text
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
