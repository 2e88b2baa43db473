package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/completion"
	"kaeshi/protocol/cli/core"
)

// run runs the program in this process.
func run(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Main(append([]string{core.Program}, args...), strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func TestArrange(t *testing.T) {
	verb := &cli.Command{Name: "work", Flags: []cli.Flag{
		&cli.IntFlag{Name: "level", Aliases: []string{"l"}},
		&cli.BoolFlag{Name: "json"},
	}}
	group := &cli.Command{Name: "group", Subcommands: []*cli.Command{verb}}
	app := &cli.App{Commands: []*cli.Command{verb, group, {Name: "help"}}, Flags: verb.Flags}
	tests := []struct {
		args, want, err string
	}{
		{"", "gtp", ""},
		{"--level 3", "gtp --level 3", ""},
		{"work a b", "work -- a b", ""},
		{"work a --json b", "work --json -- a b", ""},
		{"work a -l 3 b -l=4", "work -l 3 -l=4 -- a b", ""},
		{"--level 3 work a", "work --level 3 -- a", ""},
		{"--json work a", "work --json -- a", ""},
		{"work -- --json", "work -- --json", ""},
		{"work -", "work -- -", ""},
		{"work --level --json", "work --level --json", ""}, // the value is judged later
		{"group work --json a", "group work --json -- a", ""},
		{"work -l3 a", "work -l=3 -- a", ""},
		{"-l12", "gtp -l=12", ""},
		{"work -json a", "work -json -- a", ""}, // a long option with one dash is still that
		{"work -j3", "", "unknown option -j3; kaeshi work --help lists them"},
		{"--help", "help --", ""},
		{"-h", "help --", ""},
		{"help", "help", ""},
		{"help group work", "help -- group work", ""},
		{"--version", "version", ""},
		{"-v", "version", ""},
		{"work --help", "help -- work", ""},
		{"work a -h --json", "help -- work", ""},
		{"group work --help", "help -- group work", ""},
		{"group", "help -- group", ""}, // it does nothing alone
		{"wrok", "", `unknown verb "wrok"; kaeshi --help lists them`},
		{"group wrok", "", `unknown verb "wrok"; kaeshi group --help lists them`},
		{"work --jsn", "", "unknown option --jsn; kaeshi work --help lists them"},
		{"work --jsn=3", "", "unknown option --jsn; kaeshi work --help lists them"},
		{"--bogus", "", "unknown option --bogus; kaeshi --help lists them"},
		{"work a --level", "", "option --level needs a value"},
	}
	for _, test := range tests {
		got, err := arrange(app, append([]string{core.Program}, strings.Fields(test.args)...))
		if errorText(err) != test.err {
			t.Errorf("%q: error %q, want %q", test.args, errorText(err), test.err)
		}
		if err == nil && strings.Join(got[1:], " ") != test.want {
			t.Errorf("%q becomes %q, want %q", test.args, got[1:], test.want)
		}
	}
}

func TestArrangeLeavesCompletionAlone(t *testing.T) {
	args := []string{core.Program, "solve", "--l", completion.Flag}
	if got, err := arrange(&cli.App{}, args); err != nil || !slices.Equal(got, args) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestBadWordsGiveOneLineAndFail(t *testing.T) {
	dir := t.TempDir()
	tests := []struct{ args, stderr string }{
		{"--level -1", "kaeshi: --level -1: not within 0 to "},
		{"--level=x", "kaeshi: --level x: not a whole number\n"},
		{"-l x", "kaeshi: -l x: not a whole number\n"},
		{"gtp --threads 0", "kaeshi: --threads 0: not within 1 to 256"},
		{"--hash -5", "kaeshi: --hash -5: not within 1 to "},
		{"--weights " + dir, "kaeshi: --weights: " + dir + " is a directory"},
		{"-w=" + filepath.Join(dir, "none"), "kaeshi: --weights: "},
		{"-w " + filepath.Join(dir, "none"), "kaeshi: --weights: "},
		{"--no-book --book x", "kaeshi: --book and --no-book exclude each other"},
		{"--log " + dir, "kaeshi: --log: "},
		{"--log-level loud", "kaeshi: --log-level loud: not one of "},
		{"gtp now", `kaeshi: unexpected argument "now"`},
		{"bogus", `kaeshi: unknown verb "bogus"`},
		{"--seed -1", "kaeshi: --seed -1: not a whole number of 0 or more\n"},
		{"--level 99999999999999999999", "kaeshi: --level 99999999999999999999: too large a number\n"},
		{"--level=", "kaeshi: --level \"\": not a whole number\n"},
		{"--noise x", "kaeshi: --noise x: not a number\n"},
		{"--noise NaN", "kaeshi: --noise NaN: not within 0 to 64\n"},
		{"--move-overhead 5", "kaeshi: --move-overhead 5: not a time such as 300ms, 5s or 1m30s\n"},
		{"--ponder=maybe", "kaeshi: --ponder maybe: this option takes no value\n"},
		{"--book=", "kaeshi: --book: the value is empty\n"},
		{"nboard --learn=", "kaeshi: --learn: the value is empty\n"},
		{"--book-choice=", "kaeshi: --book-choice: the value is empty\n"},
		{"match self:noise=x random:", "kaeshi: self:noise=x: noise=x: not within 0 to 64\n"},
		{"match self:time=5 random:", "kaeshi: self:time=5: time=5: not a time such as 300ms, 5s or 1m30s\n"},
		{"match self:time=-5s random:", "kaeshi: self:time=-5s: time=-5s: some time is needed\n"},
		{"match self:level=x random:", "kaeshi: self:level=x: level=x: not a number within 0 to 30\n"},
		{"solve --limit NaN x.obf", "kaeshi: --limit NaN: not a positive number of seconds\n"},
		{"train --set origin", "kaeshi: train needs --out\n"},
		{"learn", "kaeshi: learn needs --out\n"},
		{"train --out x.kw --rate NaN x.kd", "kaeshi: --rate"},
		{"play --color green", "kaeshi: --color green: not black or white"},
		{"perft", "kaeshi: perft needs one depth"},
		{"perft x", `kaeshi: depth "x" is not a number`},
		{"perft --position X 3", "kaeshi: --position: "},
	}
	for _, test := range tests {
		code, stdout, stderr := run("", strings.Fields(test.args)...)
		if code == 0 || stdout != "" || !strings.HasPrefix(stderr, test.stderr) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("kaeshi %s: code %d, stdout %q, stderr %q; want %q", test.args, code, stdout, stderr, test.stderr)
		}
	}
}

// Everything that a user may ask for explains itself, with an example, in the width
// of any terminal, and says nothing that says nothing.
func TestEveryVerbHasHelpWithAnExample(t *testing.T) {
	var check func(path []string, verbs []*cli.Command)
	check = func(path []string, verbs []*cli.Command) {
		for _, verb := range verbs {
			path := append(slices.Clip(path), verb.Name)
			code, stdout, stderr := run("", append(path, "--help")...)
			if _, byVerb, _ := run("", append([]string{"help"}, path...)...); byVerb != stdout {
				t.Errorf("kaeshi help %q is another page than --help", path)
			}
			for line := range strings.Lines(stdout) {
				if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > helpWidth {
					t.Errorf("%q: longer than %d columns: %s", path, helpWidth, line)
				}
			}
			if empty := regexp.MustCompile(`\(default: (0|0s|"?)\)`).FindString(stdout); empty != "" {
				t.Errorf("%q: %s", path, empty)
			}
			if len(verb.Subcommands) > 0 {
				check(path, verb.Subcommands)
				continue
			}
			if code != 0 || stderr != "" || !strings.Contains(stdout, "Example: kaeshi "+strings.Join(path, " ")) &&
				!strings.Contains(stdout, "| kaeshi "+strings.Join(path, " ")) {
				t.Errorf("%q --help: code %d, stderr %q, no example in\n%s", path, code, stderr, stdout)
			}
		}
	}
	check(nil, allVerbs())
}

// Every verb is listed under what it is for, flags in the order in which they are made.
func TestHelpOrder(t *testing.T) {
	_, page, _ := run("", "help")
	for _, verb := range allVerbs() {
		if verb.Category == "" || !strings.Contains(page, "\n"+verb.Category+":\n") || !strings.Contains(page, "\n  "+verb.Name+" ") {
			t.Errorf("%s has no place in\n%s", verb.Name, page)
		}
	}
	_, page, _ = run("", "help", "gtp")
	at := 0
	for _, name := range []string{"\nEngine:\n", "-l, --level N ", "-t, --threads N ", "--hash MB ", "--no-book ", "--ponder ", "\nDiagnostics:\n", "--log FILE ", "-h, --help "} {
		i := strings.Index(page[at:], name)
		if i < 0 {
			t.Fatalf("%q is not in its place in\n%s", name, page)
		}
		at += i
	}
}

func TestReflow(t *testing.T) {
	const long = "one two three four five six seven eight nine ten eleven twelve thirteen\nfourteen fifteen\n\nnew\n  kept   as it is\n" +
		"Example: kaeshi work 'a string with blanks that is not broken' and words and more words x y\nExample: kaeshi work"
	const want = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen\nfifteen\n\nnew\n  kept   as it is\n" +
		"Example: kaeshi work 'a string with blanks that is not broken' and words and \\\n    more words x y\nExample: kaeshi work"
	if got := reflow(long); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// sleeper is a standard error that nobody reads.
type sleeper struct{ awake chan struct{} }

func (s sleeper) Write(p []byte) (int, error) {
	<-s.awake
	return len(p), nil
}

func TestUnreadStandardErrorKeepsNoAnswerBack(t *testing.T) {
	const commands = 20000
	s := sleeper{make(chan struct{})}
	defer close(s.awake)
	var out bytes.Buffer
	code := Main([]string{core.Program, "--log-level", "trace"}, strings.NewReader(strings.Repeat("clear_board\n", commands)), &out, s)
	if answers := strings.Count(out.String(), "=\n\n"); code != 0 || answers != commands {
		t.Errorf("code %d, %d answers", code, answers)
	}
}

func TestLogGoesToTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kaeshi.log")
	code, _, stderr := run("quit\n", "play", "--log", path)
	text, err := os.ReadFile(path)
	if code != 0 || stderr != "" || err != nil || !strings.Contains(string(text), "level=info") {
		t.Errorf("code %d, stderr %q, log %q, %v", code, stderr, text, err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
