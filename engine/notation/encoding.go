package notation

import (
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// byteOrderMark is how Windows editors begin a text.
const byteOrderMark = "\uFEFF"

// Text returns r without the byte order mark that it may begin with; by that mark
// UTF-16 is known and turned into UTF-8. Every reader of a text file begins so.
func Text(r io.Reader) io.Reader {
	return transform.NewReader(r, unicode.BOMOverride(transform.Nop))
}

// toUTF8 takes bytes that are not UTF-8 for Windows-1252, which is Latin-1 with the
// letters that Latin-1 left out, and what old programs wrote.
func toUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return fromLatin1([]byte(s))
}

func fromLatin1(text []byte) string {
	var s strings.Builder
	for _, c := range text {
		s.WriteRune(charmap.Windows1252.DecodeByte(c))
	}
	return s.String()
}

// toLatin1 writes a question mark for what Windows-1252 has not.
func toLatin1(s string) []byte {
	var text []byte
	for _, r := range s {
		c, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			c = '?'
		}
		text = append(text, c)
	}
	return text
}

// charset is how an SGF game writes its texts, by its property CA.
type charset struct {
	toUTF8 func(string) (string, error) // nil for UTF-8 or whatever toUTF8 finds
	// How the second byte of a character is known, which may look like a bracket or a
	// backslash: by the byte before it, or because it stands between two escapes.
	isLead  func(byte) bool
	escapes bool
}

// charsetAliases is names that programs write and the Encoding Standard does not know.
var charsetAliases = map[string]string{
	"cp932": "shift_jis", "ms932": "shift_jis", "eucjp": "euc-jp", "latin-1": "latin1", "iso8859-15": "iso-8859-15",
	"cp936": "gbk", "cp949": "euc-kr", "cp950": "big5", "jis": "iso-2022-jp",
}

// newCharset returns the charset of that name; one that nobody knows is treated as
// if none were named.
func newCharset(name string) charset {
	name = strings.ToLower(strings.TrimSpace(name))
	if alias, ok := charsetAliases[name]; ok {
		name = alias
	}
	name, decode := findEncoding(name)
	switch name {
	case "shift_jis":
		return charset{toUTF8: decode, isLead: func(c byte) bool { return c >= 0x81 && c <= 0x9F || c >= 0xE0 && c <= 0xFC }}
	case "gbk", "gb18030", "big5":
		return charset{toUTF8: decode, isLead: func(c byte) bool { return c >= 0x81 && c <= 0xFE }}
	case "iso-2022-jp":
		return charset{toUTF8: decode, escapes: true}
	case "", "utf-8", "utf-16le", "utf-16be", "replacement":
		return charset{}
	}
	return charset{toUTF8: decode}
}

// decode returns a value in UTF-8.
func (c charset) decode(value string) string {
	if c.toUTF8 == nil {
		return value
	}
	text, err := c.toUTF8(value)
	if err != nil {
		return value
	}
	return text
}
