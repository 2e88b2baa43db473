package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// property is a name with its values, as both GGF and SGF write what they say.
type property struct {
	name   string
	values []string
	line   int
	node   int // the number of semicolons before it
}

// value returns the first value.
func (p property) value() string {
	if len(p.values) == 0 {
		return ""
	}
	return p.values[0]
}

// treeReader reads "(;A[b]C[d];E[f])" games one by one. Of a tree with variations
// it takes the main line, which is all that stands before the first ')'.
// Text between the games is skipped.
type treeReader struct {
	in   *bufio.Reader
	line int
	// The line that the current game begins in.
	start   int
	ggf     bool // values know no escapes
	charset charset
	count   int  // of the values of the current game
	plain   bool // ggf of games that do not say what they are
	// A game that begins inside another one: the outer one was cut short.
	pending bool
	// Within a value: the bytes are halves of characters, see charset.escapes.
	escaped bool
}

func newTreeReader(r io.Reader, ggf bool) *treeReader {
	return &treeReader{in: bufio.NewReader(r), line: 1, plain: ggf}
}

var (
	errCutShort = errors.New("the game is cut short")
	errTooMany  = fmt.Errorf("the game has more than %d properties and values", maxValues)
)

// maxValues is more than the longest game has, however much is said of each move:
// many empty values would take far more memory than text.
const maxValues = 4096

// next returns the properties of the next game, or io.EOF. Any other error is
// about one game, and next may be called again, unless reading failed.
func (t *treeReader) next() ([]property, error) {
	if !t.pending {
		if err := t.findGame(); err != nil {
			return nil, err
		}
	}
	t.pending = false
	properties, open, err := t.mainLine()
	if err != nil {
		return nil, err
	}
	return properties, t.skipVariations(open)
}

func (t *treeReader) read() (byte, error) {
	c, err := t.in.ReadByte()
	if c == '\n' {
		t.line++
	}
	return c, err
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// findGame skips to behind the next "(" that a ";" follows.
func (t *treeReader) findGame() error {
	open := false
	for {
		c, err := t.read()
		switch {
		case err != nil:
			return err
		case c == '(':
			open = true
		case c == ';' && open:
			return nil
		case !isBlank(c):
			open = false
		}
	}
}

// beginsGame reports whether a game begins behind a '(' that was just read: "(;GM[".
func (t *treeReader) beginsGame() bool {
	const head = ";GM["
	ahead, _ := t.in.Peek(len(head))
	return string(ahead) == head
}

// mainLine reads to behind the first ')' and returns how many brackets are still
// open there; the first ';' is read already.
func (t *treeReader) mainLine() (properties []property, open int, err error) {
	var name []byte
	node := 1
	open, t.start, t.ggf, t.count = 1, t.line, t.plain, 0
	t.charset = newCharset(t.charsetAhead())
	for {
		c, err := t.read()
		switch {
		case err != nil:
			return nil, 0, t.cutShort(err)
		case c == ')':
			t.decode(properties)
			return properties, open - 1, nil
		case c == '(' && t.beginsGame():
			return nil, 0, t.interrupted()
		case c == '(':
			open++
		case c == ';':
			node++
		case c == '[':
			if properties, err = t.property(properties, name, node); err != nil {
				return nil, 0, err
			}
			name = name[:0]
		case c >= 'A' && c <= 'Z':
			name = append(name, c)
		case c >= 'a' && c <= 'z' || isBlank(c):
			// Lower case letters are part of old names and mean nothing.
		default:
			return nil, 0, &Error{Line: t.line, Err: fmt.Errorf("%s stands between the properties", quote(string(c)))}
		}
	}
}

// property reads a value behind its '[' and adds it under its name, or to the last
// property if there is none.
func (t *treeReader) property(properties []property, name []byte, node int) ([]property, error) {
	line, last := t.line, len(properties)-1
	value, err := t.value()
	t.count++
	switch {
	case err != nil:
		return nil, err
	case t.count > maxValues:
		return nil, &Error{Line: line, Err: errTooMany}
	case len(name) > 0:
		switch string(name) {
		case "GM":
			t.ggf = isGGF(value)
		case "CA":
			t.charset = newCharset(value)
		}
		return append(properties, property{string(name), []string{value}, line, node}), nil
	case last < 0:
		return nil, &Error{Line: line, Err: fmt.Errorf("%s stands without a property", quote("["+value+"]"))}
	}
	properties[last].values = append(properties[last].values, value)
	return properties, nil
}

// interrupted notes that a game begins inside another one.
func (t *treeReader) interrupted() error {
	_, _ = t.in.Discard(1)
	t.pending = true
	return t.cutShort(io.EOF)
}

// cutShort says that the input ends inside a game.
func (t *treeReader) cutShort(err error) error {
	if err == io.EOF {
		err = errCutShort
	}
	return &Error{Line: t.start, Err: err}
}

// charsetAhead looks for the property CA near the beginning of a game. It may stand
// behind the first texts that it applies to.
func (t *treeReader) charsetAhead() string {
	const near = 2048
	head, _ := t.in.Peek(near)
	if other := bytes.Index(head, []byte("(;")); other >= 0 {
		head = head[:other]
	}
	if found := charsetProperty().FindSubmatch(head); found != nil {
		return string(found[1])
	}
	return ""
}

var charsetProperty = lazyPattern(`(?:^|[\];\s])CA\[([-\w.: ]*)\]`)

// decode turns the values of a game into UTF-8.
func (t *treeReader) decode(properties []property) {
	if t.ggf || t.charset.toUTF8 == nil {
		return
	}
	for _, p := range properties {
		for i, value := range p.values {
			p.values[i] = t.charset.decode(value)
		}
	}
}

// value reads to behind the next ']'.
func (t *treeReader) value() (string, error) {
	var text []byte
	t.escaped = false
	for {
		c, err := t.read()
		switch {
		case err != nil:
			return "", t.cutShort(err)
		case t.isHalf(&text, c):
		case c == ']':
			return string(text), nil
		case c == '(' && t.ggf && t.beginsGame():
			return "", t.interrupted()
		case c == '\\' && !t.ggf:
			if text, err = t.escape(text); err != nil {
				return "", err
			}
		default:
			text = append(text, c)
		}
	}
}

// isHalf reports whether c is half of a character; if so, it appends both halves.
func (t *treeReader) isHalf(text *[]byte, c byte) bool {
	const escape = 0x1B
	switch set := t.charset; {
	case t.ggf:
		return false
	case set.escapes && c == escape: // "ESC $ B" begins double bytes, "ESC ( B" ends them
		next, _ := t.in.Peek(1)
		t.escaped = len(next) > 0 && next[0] == '$'
	case set.escapes && t.escaped:
	case set.isLead != nil && set.isLead(c):
		*text = append(*text, c)
		var err error
		if c, err = t.read(); err != nil {
			return true // the next read says so too
		}
	default:
		return false
	}
	*text = append(*text, c)
	return true
}

// escape takes what stands behind a backslash. An escaped line break joins the lines,
// however the file ends its lines: "\n", "\r\n", "\r" and "\n\r".
func (t *treeReader) escape(text []byte) ([]byte, error) {
	c, err := t.read()
	if err != nil {
		return text, t.cutShort(err)
	}
	if c != '\r' && c != '\n' {
		if !t.isHalf(&text, c) {
			text = append(text, c)
		}
		return text, nil
	}
	other := byte('\r' + '\n' - c)
	if next, _ := t.in.Peek(1); len(next) > 0 && next[0] == other {
		_, err = t.read()
	}
	return text, err
}

// skipVariations skips what follows the main line of a tree in which so many
// brackets are still open.
func (t *treeReader) skipVariations(open int) error {
	for open > 0 {
		switch c, err := t.read(); {
		case err == io.EOF:
			return nil // the main line is whole
		case err != nil:
			return err
		case c == ')':
			open--
		case c == '(' && t.beginsGame():
			_, _ = t.in.Discard(1)
			t.pending = true
			return nil
		case c == '(':
			open++
		case c == '[':
			if _, err := t.value(); err != nil {
				return err
			}
		}
	}
	return nil
}
