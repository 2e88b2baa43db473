package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// A sign alone, -, is standard input or output in place of any file, or is refused in
// one line; no file ever gets that name.
func TestStandardInputAndOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		game     = "F5D6C3F4F6F3C7F7E3D3E2F1G4E6C4C5C6G5E7H3C2D2G6D8H4G3H5D7H2B3E1C1F2D1B4A4G2B5F8C8E8G8B2H1G1H6A6A5A2A3H7H8G7A1B1A7B6B7A8B8 +8\n"
		scored   = "F5D6C3D3C4\n2\nF5F6E6F4\n-1\n"
		position = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- X;\n"
	)
	for name, text := range map[string]string{"game.txt": game, "scored.txt": scored} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made := func(verb string) string {
		t.Helper()
		code, out, stderr := run("", strings.Fields(verb)...)
		if code != 0 {
			t.Fatalf("%s: %s", verb, stderr)
		}
		return out
	}
	flat := made("book build --from scored.txt --out -")
	if err := os.WriteFile("flat.kbook", []byte(flat), 0o600); err != nil {
		t.Fatal(err)
	}
	lines := made("book export --format jsonl --out - flat.kbook")
	made("book import --book work.book --level 1 --from scored.txt")
	work, _ := os.ReadFile("work.book")
	made("selfplay --games 1 --level 1 --exact 8 --out some.kd")
	records, _ := os.ReadFile("some.kd")

	for _, test := range []struct{ verb, stdin, want string }{ // want begins the output, or an error: !
		{"convert --to moves - -", game, "F5D6C3"},
		{"convert --check -", game, "1 games"},
		{"hint --level 1 -", "F5D6", ""},
		{"solve -", position, ""},
		{"report --level 1 --json -", game, "{"},
		{"report --level 1 --out - -", game, "!--out -"},
		{"regress --junit - -", "name\n", "!--junit -"},
		{"match --quiet --games 2 --openings - random:seed=1 random:seed=2", "F5D6\n", ""},
		{"match --games 2 --journal - random: random:", "", "!--journal -"},
		{"match --merge -", "", "!a journal"},
		{"book build --from - --out -", scored, flat[:8]},
		{"book build --out - -", scored, flat[:8]},
		{"book score --level 1 --from - --out -", "F5D6C3\n", "# Scored"},
		{"book import --book a.book --level 1 --from -", scored, "a.book: "},
		{"book import --book b.book --level 1 -", game, "b.book: "},
		{"book import --book c.book --from -", lines, "c.book: "},
		{"book import --book d.book --from -", flat, "d.book: "},
		{"book import --book e.book --from -", string(work), "!standard input: this is a working book"},
		{"book import --book - --from scored.txt", "", "!--book -"},
		{"book learn --book a.book --level 1 --depth 1 --from-games -", game, "a.book: "},
		{"book learn --book - --level 1 --time 1s", "", "!--book -"},
		{"book merge --out - - flat.kbook", flat, flat[:8]},
		{"book export --flat --out - -", flat, flat},
		{"book export --format jsonl --out - -", flat, lines},
		{"book verify -", flat, ""},
		{"book verify -", "F5D6", "!standard input: not a Kaeshi book"},
		{"book stats -", flat, "positions "},
		{"book stats --book -", flat, "!--book -"},
		{"book fix -", flat, "!fix changes"},
		{"book show --svg - F5D6", "", "<svg"},
		{"book show --dot - F5D6", "", "digraph"},
		{"train --epochs 1 --set origin --out - -", game, "KAESHI"},
		{"train --out out.kw --checkpoint - game.txt", "", "!--checkpoint -"},
		{"train --out out.kw --plot - game.txt", "", "!--plot -"},
		{"train --out out.kw --from - game.txt", "", "!--from -"},
		{"evaltest -", game, ""},
		{"evaltest -", string(records), ""},
		{"evaltest --weights - game.txt", "", "!--weights -"},
		{"label --level 1 --one-in 9 --out a.kd -", game, ""},
		{"label --level 1 --out - game.txt", "", "!--out -"},
		{"selfplay --games 1 --out -", "", "!--out -"},
		{"selfplay --games 1 --level 1 --exact 8 --openings - --out b.kd", "F5D6\n", ""},
		{"selfplay --print -", string(records), ""},
		{"learn --games 1 --out -", "", "!--out -"},
		{"learn --games 1 --out c.kw --from -", "", "!--from -"},
		{"gtp --weights -", "", "!--weights -"},
		{"gtp --book -", "", "!--book -"},
		{"gtp --log -", "", "!--log -"},
		{"nboard --learn -", "", "!--learn -"},
		{"gtp", "printsgf -\nsavesgf -\nloadsgf -\nquit\n", "? "},
		{"play --level 1", "save -\nload -\nquit\n", ""},
	} {
		code, out, stderr := run(test.stdin, strings.Fields(test.verb)...)
		refusal, isRefused := strings.CutPrefix(test.want, "!")
		switch {
		case isRefused && (code != 1 || !strings.HasPrefix(stderr, "kaeshi: "+refusal) || strings.Count(stderr, "\n") != 1 || out != ""):
			t.Errorf("%s: exit code %d, %q, %q", test.verb, code, stderr, out)
		case !isRefused && (code != 0 || out == "" && !strings.HasPrefix(test.verb, "label") && !strings.HasPrefix(test.verb, "selfplay") ||
			!bytes.HasPrefix([]byte(out), []byte(test.want))):
			t.Errorf("%s: exit code %d, %q, %.80q, not %.80q", test.verb, code, stderr, out, test.want)
		}
		if _, err := os.Lstat("-"); err == nil {
			t.Fatalf("%s: a file is called -", test.verb)
		}
	}
}
