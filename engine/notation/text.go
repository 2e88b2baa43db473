package notation

import "strings"

// oneLine makes what a file says in a property fit for one line: blanks and
// control characters in a row become one blank, bytes that are not UTF-8 are
// taken for Latin-1, which is what old programs wrote.
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

func toUTF8(s string) string {
	valid := strings.ToValidUTF8(s, "")
	if len(valid) == len(s) {
		return s
	}
	return fromLatin1([]byte(s))
}

func fromLatin1(text []byte) string {
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}
