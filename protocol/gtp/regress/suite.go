// Package regress holds a GTP engine against regression suites in the format
// that GNU Go and GoGui share.
//
// A suite is GTP lines. A command, usually with a number, is a test if the comment
// "#? [PATTERN]" follows it: the pattern must match the whole answer, with "!"
// before it must not, and "*" behind the bracket says that the test is known to
// fail. A test whose command the engine refuses never passes; another command
// that it refuses is reported, and no more. All this is as gogui-regress has it.
package regress

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"kaeshi/engine/notation"
)

// Command is one line of a suite for the engine, a test if Pattern is set.
type Command struct {
	Line    int
	Text    string // as written, with its number
	ID      string // its number, or ""
	Pattern *regexp.Regexp
	Correct string // the pattern as written
	Not     bool   // the answer must not match
	Known   bool   // the test is known to fail
}

var (
	expectation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^#\?\s*\[(!?)(.*)\]\s*(\*?)`) })
	numbered    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]+)\s+\S`) })
)

// Parse reads a suite. Its errors name the line.
func Parse(r io.Reader) ([]Command, error) {
	var commands []Command
	lines := bufio.NewScanner(notation.Text(r))
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		switch {
		case strings.HasPrefix(line, "#?"):
			if len(commands) == 0 {
				return nil, fmt.Errorf("line %d: a pattern before the first command", number)
			}
			if err := commands[len(commands)-1].expect(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
		default:
			if command, _, _ := strings.Cut(line, "#"); strings.TrimSpace(command) != "" {
				commands = append(commands, newCommand(number, strings.TrimSpace(command)))
			}
		}
	}
	return commands, lines.Err()
}

func newCommand(line int, text string) Command {
	c := Command{Line: line, Text: text}
	if number := numbered().FindStringSubmatch(text); number != nil {
		c.ID = number[1]
	}
	return c
}

// expect makes the command a test.
func (c *Command) expect(line string) error {
	parts := expectation().FindStringSubmatch(line)
	switch {
	case parts == nil:
		return fmt.Errorf("a pattern looks like #? [PATTERN], #? [!PATTERN] or #? [PATTERN]*")
	case c.Pattern != nil:
		return fmt.Errorf("a second pattern for the command of line %d", c.Line)
	}
	c.Not, c.Correct, c.Known = parts[1] != "", strings.TrimSpace(parts[2]), parts[3] != ""
	var err error
	if c.Pattern, err = regexp.Compile(`(?s)\A(?:` + c.Correct + `)\z`); err != nil {
		return fmt.Errorf("the pattern %q is not a regular expression", c.Correct)
	}
	return nil
}
