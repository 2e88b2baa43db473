package gamereport

import (
	"fmt"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

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
