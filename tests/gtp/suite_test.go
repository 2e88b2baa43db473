// Package gtp holds the program against regression files in GNU Go's format and
// against faults that users of such engines have reported.
package gtp

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kaeshi/protocol/cli"
)

const runAsEngine = "KAESHI_TEST_ENGINE"

// This test program is the engine when it is told so, hence nothing need be built.
func TestMain(m *testing.M) {
	if os.Getenv(runAsEngine) != "" {
		os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func engineCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, args...)
	command.Env = append(os.Environ(), runAsEngine+"=1")
	return command
}

// check is a numbered command with the pattern that follows it.
type check struct {
	line        int
	command     string
	pattern     *regexp.Regexp
	not         bool // the answer must not match
	knownToFail bool
}

// expectation is "#? [pattern]" with "!" before the pattern and "*" behind it.
var expectation = regexp.MustCompile(`^#\?\s*\[(!?)(.*)\](\*?)\s*$`)

var numbered = regexp.MustCompile(`^([0-9]+)\s+\S`)

// parseSuite returns the checks by their number.
func parseSuite(t *testing.T, content string) map[string]*check {
	t.Helper()
	checks := map[string]*check{}
	var last *check
	for i, line := range strings.Split(content, "\n") {
		if id := numbered.FindStringSubmatch(line); id != nil {
			if checks[id[1]] != nil {
				t.Fatalf("line %d: number %s stands twice", i+1, id[1])
			}
			last = &check{line: i + 1, command: line}
			checks[id[1]] = last
			continue
		}
		wanted := expectation.FindStringSubmatch(line)
		if wanted == nil {
			continue
		}
		if last == nil || last.pattern != nil {
			t.Fatalf("line %d: a pattern without a numbered command", i+1)
		}
		last.not, last.knownToFail = wanted[1] != "", wanted[3] != ""
		last.pattern = regexp.MustCompile("^(?:" + wanted[2] + ")$")
	}
	return checks
}

// judge returns "" or what is wrong with an answer.
func (c *check) judge(answer string) string {
	text, success := strings.CutPrefix(answer, "=")
	text = strings.TrimSpace(text)
	passed := success && c.pattern.MatchString(text) != c.not
	switch {
	case !passed && !c.knownToFail:
		return fmt.Sprintf("line %d: %s\nanswer %q\nwanted %v (not: %t)", c.line, c.command, answer, c.pattern, c.not)
	case passed && c.knownToFail:
		return fmt.Sprintf("line %d: %s passes although it is marked as known to fail", c.line, c.command)
	}
	return ""
}

// answers reads answers by their number; those without one are under "".
func answers(t *testing.T, output string) map[string]string {
	t.Helper()
	byID := map[string]string{}
	mark := regexp.MustCompile(`^[=?]([0-9]*)`)
	for answer := range strings.SplitSeq(strings.TrimSuffix(output, "\n\n"), "\n\n") {
		found := mark.FindStringSubmatch(answer)
		if found == nil {
			t.Fatalf("not an answer: %q", answer)
		}
		byID[found[1]] = answer[:1] + answer[len(found[0]):]
		if found[1] == "" && answer[0] == '?' {
			t.Errorf("a command of the set-up failed: %q", answer)
		}
	}
	return byID
}

func TestSuites(t *testing.T) {
	files, err := filepath.Glob("*.tst")
	if err != nil || len(files) == 0 {
		t.Fatal("no .tst files here", err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checks := parseSuite(t, string(content))
			command := engineCommand(t, "--seed", "1")
			command.Stdin = strings.NewReader(string(content))
			output, err := command.Output()
			if err != nil {
				t.Fatal(err)
			}
			got := answers(t, string(output))
			for id, c := range checks {
				if c.pattern == nil {
					continue
				}
				if fault := c.judge(got[id]); fault != "" {
					t.Error(fault)
				}
			}
		})
	}
}

// The suites leave no command out.
func TestSuitesCoverEveryCommand(t *testing.T) {
	files, _ := filepath.Glob("*.tst")
	used := map[string]bool{
		"quit": true, // would end a suite
		// These would never end for a runner that waits for answers.
		"kaeshi-analyze": true, "lz-analyze": true, "kata-analyze": true,
		// Their reports come when they come; golden dialogues have them.
		"lz-genmove_analyze": true, "kata-genmove_analyze": true,
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			for _, word := range strings.Fields(line) {
				used[word] = true
			}
		}
	}
	command := engineCommand(t)
	command.Stdin = strings.NewReader("list_commands\n")
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	names := bufio.NewScanner(strings.NewReader(strings.TrimPrefix(string(output), "= ")))
	for names.Scan() {
		if name := names.Text(); name != "" && !used[name] {
			t.Errorf("no suite uses %s", name)
		}
	}
}
