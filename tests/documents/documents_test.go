// Package documents runs the commands that the documents show, so that no example
// falls behind the program.
//
// A block marked sh is run as a script and must succeed. A block marked console has
// commands after "$ " and what they print; what is printed must be the same but for
// times, speeds and long counts of nodes. A block that cannot be run here is
// preceded by the comment <!-- not run: REASON -->. The commands find a copy of
// scripts/ and tests/gtp in their folder, as in a clone of the repository.
//
// With -update what the commands print is written into the documents.
package documents

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"kaeshi/protocol/cli"
)

var update = flag.Bool("update", false, "write what the commands print into the documents")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"kaeshi": func() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

func TestDocuments(t *testing.T) {
	for _, tool := range []string{"sh", "bash"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string][][]string{}
	for _, document := range documents(t, root) {
		t.Run(filepath.ToSlash(document), func(t *testing.T) {
			path := filepath.Join(root, document)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text := string(content)
			all := blocks(text)
			// A document in two languages has the same commands, which need not run twice.
			key := commandsOf(all)
			printed, ok := known[key]
			if !ok {
				printed = newShell(t, root).run(t, all)
				known[key] = printed
			}
			for i, b := range all {
				if is := check(t, b, printed[i]); *update && is != "" {
					text = strings.Replace(text, "```console\n"+b.text, "```console\n"+is, 1)
				}
			}
			if text == string(content) {
				return
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func documents(t *testing.T, root string) (names []string) {
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".md" {
			name, err := filepath.Rel(root, path)
			names = append(names, name)
			return err
		}
		return nil
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("found %d documents: %v", len(names), err)
	}
	return names
}

// block is a fenced block of a document.
type block struct {
	line   int
	kind   string // the word after the fence
	text   string
	notRun bool
}

var (
	fence  = regexp.MustCompile("^```(\\w*)$")
	notRun = regexp.MustCompile(`^<!-- not run: .+ -->$`)
)

func blocks(text string) (all []block) {
	var open *block
	excused := false
	for i, line := range strings.Split(text, "\n") {
		match := fence.FindStringSubmatch(line)
		switch {
		case match != nil && open == nil:
			open = &block{line: i + 1, kind: match[1], notRun: excused}
		case match != nil:
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
		excused = notRun.MatchString(line) || excused && line == ""
	}
	return all
}

// shell runs commands in a folder that looks like a clone.
type shell struct {
	dir string
	env []string
}

func newShell(t *testing.T, root string) *shell {
	s := &shell{dir: t.TempDir()}
	for _, part := range []string{"scripts", "tests/gtp"} {
		if err := os.CopyFS(filepath.Join(s.dir, part), os.DirFS(filepath.Join(root, part))); err != nil {
			t.Fatal(err)
		}
	}
	s.env = append(os.Environ(), "KAESHI=kaeshi", "HOME="+s.dir)
	return s
}

// commandsOf returns what is to be run of the blocks, without comments.
func commandsOf(all []block) string {
	var lines []string
	for _, b := range all {
		lines = append(lines, "```"+b.kind)
		switch {
		case b.notRun:
		case b.kind == "sh":
			lines = append(lines, strings.Split(b.text, "\n")...)
		case b.kind == "console":
			for _, d := range dialogues(b) {
				lines = append(lines, d.command)
			}
		}
	}
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "#") }), "\n")
}

// run runs the blocks, and returns for each what the commands of a console print.
func (s *shell) run(t *testing.T, all []block) [][]string {
	printed := make([][]string, len(all))
	for i, b := range all {
		switch {
		case b.notRun:
		case b.kind == "sh":
			s.command(t, b.line, "set -eu\n"+b.text)
		case b.kind == "console":
			for _, d := range dialogues(b) {
				printed[i] = append(printed[i], s.command(t, d.line, d.command))
			}
		}
	}
	return printed
}

// check holds a console block against what its commands printed, if they were run, and
// returns what its text should be.
func check(t *testing.T, b block, printed []string) (text string) {
	for i, output := range printed {
		d, got := dialogues(b)[i], strings.TrimRight(output, "\n")+"\n"
		text += "$ " + d.command + "\n" + got
		if diff := cmp.Diff(comparable(d.output), comparable(got)); diff != "" && !*update {
			t.Errorf("line %d: %s\nprints something else (-document +program):\n%s", d.line, d.command, diff)
		}
	}
	return text
}

// command runs a script and returns what it wrote to standard output. The program
// takes the place of "go run .".
func (s *shell) command(t *testing.T, line int, script string) string {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("bash", "-c", strings.ReplaceAll(script, "go run .", "kaeshi"))
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = s.dir, s.env, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Errorf("line %d: %s\n%v\n%s%s", line, script, err, &stdout, &stderr)
	}
	return stdout.String()
}

type dialogue struct {
	line    int
	command string
	output  string
}

func dialogues(b block) (all []dialogue) {
	for i, line := range strings.Split(strings.TrimSuffix(b.text, "\n"), "\n") {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			all = append(all, dialogue{line: b.line + 1 + i, command: command})
		} else if last := len(all) - 1; last >= 0 && strings.HasSuffix(all[last].command, "\\") {
			all[last].command += "\n" + line
		} else if last >= 0 {
			all[last].output += line + "\n"
		}
	}
	return all
}

// measured is a word that no two runs have alike: a time, a speed, a count of nodes.
var measured = regexp.MustCompile(`^[(]?([0-9.]+(ns|µs|ms|s)|[0-9]+[.][0-9]{3,}|[0-9]{4,})[,)]?$`)

// comparable returns the words of each line, with the same mark for all that are measured.
func comparable(text string) (lines []string) {
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		words := strings.Fields(line)
		for i, word := range words {
			seconds := i+1 < len(words) && strings.TrimSuffix(words[i+1], ",") == "s"
			if measured.MatchString(word) || seconds {
				words[i] = "MEASURED"
			}
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return lines
}

// A test of the test: a block that fails or prints something else is noticed.
func TestBlocks(t *testing.T) {
	text := "```sh\necho 1\n```\n<!-- not run: an example -->\n\n```console\n$ a \\\n  b\nout 0.123 s\n$ c\n```\n"
	want := []block{
		{line: 1, kind: "sh", text: "echo 1\n"},
		{line: 6, kind: "console", text: "$ a \\\n  b\nout 0.123 s\n$ c\n", notRun: true},
	}
	got := blocks(text)
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(block{})); diff != "" {
		t.Error(diff)
	}
	talks := dialogues(got[1])
	if diff := cmp.Diff([]dialogue{{7, "a \\\n  b", "out 0.123 s\n"}, {10, "c", ""}}, talks, cmp.AllowUnexported(dialogue{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"out MEASURED s"}, comparable("out  0.5 s\n")); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(comparable("= D3"), comparable("= F5")) {
		t.Error("moves are not compared")
	}
}
