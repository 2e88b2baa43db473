package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	app := &cli.App{Commands: []*cli.Command{verb, group}, Flags: verb.Flags}
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
		{"--help", "--help", ""},
		{"--version", "--version", ""},
		{"work --help", "work --help", ""},
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
		{"--level=x", `kaeshi: option --level: invalid value "x" (parse error)`},
		{"-l x", `kaeshi: option -l: invalid value "x" (parse error)`},
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
		{"--seed -1", `kaeshi: option --seed: invalid value "-1"`},
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

// Everything that a user may ask for explains itself, with an example.
func TestEveryVerbHasHelpWithAnExample(t *testing.T) {
	var check func(path []string, verbs []*cli.Command)
	check = func(path []string, verbs []*cli.Command) {
		for _, verb := range verbs {
			path := append(slices.Clip(path), verb.Name)
			if len(verb.Subcommands) > 0 {
				check(path, verb.Subcommands)
				continue
			}
			code, stdout, stderr := run("", append(path, "--help")...)
			if code != 0 || stderr != "" || !strings.Contains(stdout, "Example: kaeshi "+strings.Join(path, " ")) &&
				!strings.Contains(stdout, "| kaeshi "+strings.Join(path, " ")) {
				t.Errorf("%q --help: code %d, stderr %q, no example in\n%s", path, code, stderr, stdout)
			}
		}
	}
	check(nil, verbs())
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
