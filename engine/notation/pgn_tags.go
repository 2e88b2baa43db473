package notation

import (
	"strings"
)

// A tag stands in brackets, as a rule alone on its line. Programs and people write
// odd ones, quotes within quotes, none at all, brackets left open; a tag must never
// cost its game, so each is read as far as it can be told where it ends.

var (
	pgnTagForm = lazyPattern(`^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]`)
	// pgnOddTag is a tag whose value is whatever stands behind its name.
	pgnOddTag    = lazyPattern(`^\[\s*(\w+)\s*:?\s*(.*?)\s*\]?\s*$`)
	pgnTagEnd    = lazyPattern(`"\s*\]`)
	pgnEndOfLine = lazyPattern(`"\s*\]\s*$`)
)

// pgnTagLines is how many lines the value of a tag may be wrapped over.
const pgnTagLines = 8

// cutTag returns the tag that a line begins with and what follows it; ends is false
// where the bracket is not closed on this line.
func cutTag(line string) (tag, rest string, ends bool) {
	if form := pgnTagForm().FindString(line); form != "" {
		rest := strings.TrimSpace(line[len(form):])
		if strings.HasPrefix(rest, "[") || !pgnEndOfLine().MatchString(rest) {
			return form, line[len(form):], true
		}
	}
	if found := pgnTagEnd().FindAllStringIndex(line, -1); found != nil {
		end := found[len(found)-1][1] // the last: there are quotes within the quotes
		return line[:end], line[end:], true
	}
	if end := strings.IndexByte(line, ']'); end >= 0 {
		return line[:end+1], line[end+1:], true
	}
	return line, "", false
}

// tag reads to the end of a tag, whose bracket is read already. It returns true, as
// next does after any token.
func (t *pgnTokens) tag() bool {
	line := "[" + t.restOfLine()
	text, rest, ends := cutTag(line)
	t.unread(rest)
	if !ends && strings.Contains(line, `"`) {
		text += t.wrapped()
	}
	return t.set(pgnTag, text)
}

// wrapped returns the lines that a tag goes on over, "" if it was never closed.
func (t *pgnTokens) wrapped() string {
	var more string
	for range pgnTagLines {
		line := t.restOfLine()
		if strings.TrimSpace(strings.Trim(line, "\n")) == "" || strings.HasPrefix(line, "[") {
			t.unread(more + line)
			return ""
		}
		more += line
		if pgnEndOfLine().MatchString(line) {
			t.unread("\n") // the end of this line belongs to nobody
			return " " + strings.TrimRight(more, "\n")
		}
	}
	t.unread(more)
	return ""
}

// parseTag returns the tag in a text with its brackets; false if it has no name.
func parseTag(text string) (Tag, bool) {
	if form := pgnTagForm().FindStringSubmatch(text); form != nil && len(form[0]) == len(text) {
		return Tag{form[1], oneLine(pgnUnquoter.Replace(form[2]))}, true
	}
	form := pgnOddTag().FindStringSubmatch(oneLine(text))
	if form == nil {
		return Tag{}, false
	}
	value := strings.TrimPrefix(form[2], `"`)
	if len(value) < len(form[2]) {
		value = strings.TrimSuffix(value, `"`)
	}
	return Tag{form[1], oneLine(pgnUnquoter.Replace(value))}, true
}
