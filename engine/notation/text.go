package notation

import (
	"regexp"
	"strings"
	"sync"
)

// lazyPattern compiles a pattern when it is first needed: most runs of the program read
// no game, and their start would wait for all of them.
func lazyPattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// oneLine makes what a file says in a property fit for one line: blanks and
// control characters in a row become one blank, bytes that are not UTF-8 are
// taken for those of old programs, see toUTF8.
func oneLine(s string) string { return strings.Join(strings.Fields(cleanText(s)), " ") }

// cleanText keeps line breaks, as comments have them, but no other control
// characters.
func cleanText(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7F {
			return ' '
		}
		return r
	}, toUTF8(s))
	return strings.TrimSpace(s)
}
