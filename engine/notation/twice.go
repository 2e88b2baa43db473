package notation

import "cmp"

// What a file says twice: the first that can be read counts, in every format, and a
// second one is left out. What cannot be read stays a tag, which is printed behind the
// field of its name, so that what is printed reads back the same. Comments are joined.

// takeText sets a text that is not known yet.
func takeText(field *string, value string) { *field = cmp.Or(*field, value) }

func (g *Game) takeKomi(tag Tag) {
	komi, err := parseNumber(tag.Value)
	switch {
	case err != nil:
		g.Tags = append(g.Tags, tag)
	case !g.Komi.Known:
		g.Komi = komi
	}
}

// takeClock takes a clock as GGF writes it, under the name that tags have for it. One
// that is no clock counts only where there is no other, as a text.
func (g *Game) takeClock(tag Tag) {
	switch {
	case tag.Value == "" || tag.Value == unknown:
	case g.Clock == "":
		g.Clock = tag.Value
	case isClock(tag.Value) && !isClock(g.Clock):
		g.Clock, tag.Value = tag.Value, g.Clock
		g.Tags = append(g.Tags, tag)
	case !isClock(tag.Value):
		g.Tags = append(g.Tags, tag)
	}
}

func isClock(s string) bool {
	_, err := ParseClock(s)
	return err == nil
}

// takeResult takes what a property says of the result, and reports whether it counts.
func (g *Game) takeResult(tag Tag, result Result) bool {
	result.forgetImpossible()
	switch {
	case result == Result{}:
		if tag.Value != "" && tag.Value != unknown {
			g.Tags = append(g.Tags, tag)
		}
	case g.Result == Result{}:
		g.Result = result
		return true
	}
	return false
}
