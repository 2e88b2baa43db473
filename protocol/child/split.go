package child

import (
	"errors"
	"runtime"
	"strings"

	"github.com/mattn/go-shellwords"
)

// Split returns the words of a command line by the rules of this system: where a
// backslash parts the folders of a path it is no escape.
func Split(line string) ([]string, error) { return split(runtime.GOOS, line) }

func split(system, line string) ([]string, error) {
	if system == "windows" {
		return splitWindows(line)
	}
	parser := shellwords.NewParser()
	// No shell reads the line: to these characters it has nothing to say.
	parser.SetExcludeSeparators(';', '&', '|', '<', '>', '(', ')', '`')
	words, err := parser.Parse(line)
	if err != nil {
		return nil, errors.New("a quotation mark or a backslash is left open")
	}
	return words, nil
}

// splitWindows reads a line as programs on Windows read theirs, and as
// syscall.EscapeArg writes it: backslashes count only before a quotation mark, where
// two stand for one and a last single one makes the mark a character like any other. Two
// marks within quotes are one character and end the quotes, as in package os.
func splitWindows(line string) ([]string, error) {
	var words []string
	for line = skipBlanks(line); line != ""; line = skipBlanks(line) {
		word, rest, ok := wordWindows(line)
		if !ok {
			return nil, errors.New("a quotation mark is left open")
		}
		words, line = append(words, word), rest
	}
	return words, nil
}

func skipBlanks(line string) string { return strings.TrimLeft(line, " \t") }

// wordWindows takes the first word of a line; ok reports whether its quotes are closed.
func wordWindows(line string) (word, rest string, ok bool) {
	var text strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		slashes := len(line[i:]) - len(strings.TrimLeft(line[i:], `\`))
		i += slashes
		mark := i < len(line) && line[i] == '"'
		if !mark {
			text.WriteString(strings.Repeat(`\`, slashes))
		} else {
			text.WriteString(strings.Repeat(`\`, slashes/2))
		}
		switch {
		case i == len(line):
			return text.String(), "", !quoted
		case mark && slashes%2 == 1:
			text.WriteByte('"')
		case mark && quoted && strings.HasPrefix(line[i+1:], `"`):
			text.WriteByte('"')
			quoted = false
			i++
		case mark:
			quoted = !quoted
		case !quoted && skipBlanks(line[i:i+1]) == "":
			return text.String(), line[i:], true
		default:
			text.WriteByte(line[i])
		}
	}
	return text.String(), "", !quoted
}
