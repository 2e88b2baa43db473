package script

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// outputs is every verb with arguments that make it print something, in the order in
// which files are made.
var outputs = []struct{ args, stdin string }{
	{args: "--help"},
	{args: "-h"},
	{args: "--version"},
	{args: "solve --help"},
	{args: "help"},
	{args: "help book show"},
	{args: "version"},
	{args: "book"},
	{args: "completion bash"},
	{args: "completion fish"},
	{args: "--generate-bash-completion"},
	{args: "completion --generate-bash-completion"},
	{args: "man"},
	{args: "", stdin: "name\n"},
	{args: "gtp", stdin: "name\nlist_commands\nquit\n"},
	{args: "gtp --level 1", stdin: "genmove black\nlz-analyze 1\n"},
	{args: "nboard", stdin: "nboard 2\nping 1\n"},
	{args: "ugi", stdin: "ugi\nisready\nquit\n"},
	{args: "cassio", stdin: "ENGINE-PROTOCOL init\n"},
	{args: "analyze --schema"},
	{args: "analyze --level 1", stdin: `{"id":"1","moves":"F5"}` + "\n"},
	{args: "play --level 1", stdin: "quit\n"},
	{args: "hint --level 1 F5D6"},
	{args: "solve --hash 1 end.obf"},
	{args: "solve --hash 1 --json end.obf"},
	{args: "convert --check games.txt"},
	{args: "convert --from moves --check -", stdin: "F5D6\n"},
	{args: "convert --to ggf games.txt -"},
	{args: "convert --to wtb games.txt -"},
	{args: "perft 3"},
	{args: "regress --engine kaeshi suite.tst"},
	{args: "match -q -n 2 random:seed=1 random:seed=2"},
	{args: "match -q -n 2 --json random:seed=1 random:seed=2"},
	{args: "book build --from scored.txt --out my.kbook"},
	{args: "book stats my.kbook"},
	{args: "book verify my.kbook"},
	{args: "book show --book my.kbook F5"},
	{args: "book show --book my.kbook --svg tree.svg F5"},
	{args: "book import --book work.book --from my.jsonl"},
	{args: "book export my.kbook --out my.txt"},
	{args: "book fix work.book"},
	{args: "book merge --out merged.kbook my.kbook"},
	{args: "book score --level 1 --out own.txt games.txt"},
	{args: "book learn --book work.book --level 1 --error 0.1 --depth 2"},
	{args: "book train --book my.kbook"},
	{args: "book compare --book my.kbook games.txt"},
	{args: "rate --bootstrap 10 match.jsonl"},
	{args: "selfplay --print games.kd"},
	{args: "train --set origin --epochs 1 --held-out 3 --out own.kw games.kd"},
	{args: "evaltest games.kd"},
	{args: "evaltest --json --each games.kd"},
	{args: "learn --games 20 --every 10 --level 1 --out learnt.kw"},
}

// quiet is what prints nothing, or runs longer than a test may.
var quiet = map[string]bool{
	"bench":     true, // seconds; writes as perft does
	"calibrate": true, // minutes; writes as train does
	"report":    true, // to a file
	"label":     true, // to a file
	"web":       true, // until it is stopped
	"hub":       true, // until it is stopped
	"work":      true, // until it is stopped
}

// prepared is made before anything is tried.
var prepared = []string{
	"selfplay --games 8 --level 1 --seed 3 --out games.kd",
	"book build --from scored.txt --out my.kbook",
	"book export my.kbook --out my.jsonl",
	"match -q -n 2 --journal match.jsonl random=random:seed=1 other=random:seed=2",
}

var inputs = map[string]string{
	"games.txt":  "f5d6c4d3c3f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6\n",
	"end.obf":    "-XXXXXX-OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO- X;\n",
	"scored.txt": "F5F4E3D6F3G4E6\n6.0\nF5D6C3D3C4\n0.0\n",
	"suite.tst":  "1 name\n#? [Kaeshi]\n",
}

// program returns a command in the folder of files that were prepared.
func program(dir, args, stdin string) *exec.Cmd {
	command := exec.Command("kaeshi", strings.Fields(args)...)
	command.Dir = dir
	command.Stdin = strings.NewReader(stdin)
	return command
}

// A full disk, or an output that cannot be written, is a failure of every verb, told
// in one line; a reader that has gone is none.
func TestEveryVerbTellsThatItsOutputIsFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	readOnly, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer readOnly.Close()
	reader, unread, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer unread.Close()
	reader.Close()

	dir := t.TempDir()
	for name, text := range inputs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range prepared {
		if text, err := program(dir, args, "").CombinedOutput(); err != nil {
			t.Fatalf("kaeshi %s: %v\n%s", args, err, text)
		}
	}
	tried := maps.Clone(quiet)
	for _, o := range outputs {
		verb, sub, _ := strings.Cut(o.args, " ")
		sub, _, _ = strings.Cut(sub, " ")
		tried[verb], tried[verb+" "+sub] = true, true
		t.Run(strings.ReplaceAll(o.args, "/", "|"), func(t *testing.T) {
			for _, output := range []struct {
				file *os.File
				code int
				want string
			}{
				{full, 1, "kaeshi: standard output: no space left on device\n"},
				{readOnly, 1, "kaeshi: standard output: bad file descriptor\n"},
				{unread, 0, ""},
			} {
				var stderr bytes.Buffer
				command := program(dir, o.args, o.stdin)
				command.Stdout, command.Stderr = output.file, &stderr
				err := command.Run()
				if code := command.ProcessState.ExitCode(); code != output.code || stderr.String() != output.want {
					t.Errorf("%s: code %d, want %d; %v; stderr %q, want %q", output.file.Name(), code, output.code, err, &stderr, output.want)
				}
			}
		})
	}
	for _, verb := range slices.Concat(listed(t, "help"), listed(t, "help book")) {
		if !tried[verb] {
			t.Errorf("kaeshi %s is not tried", verb)
		}
	}
}

// listed returns the verbs on a page of help.
func listed(t *testing.T, args string) (verbs []string) {
	t.Helper()
	page, err := program("", args, "").Output()
	if err != nil {
		t.Fatal(err)
	}
	group := strings.TrimPrefix(args, "help")
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+)  +\S`).FindAllSubmatch(page, -1) {
		verbs = append(verbs, strings.TrimSpace(group+" "+string(m[1])))
	}
	return verbs
}
