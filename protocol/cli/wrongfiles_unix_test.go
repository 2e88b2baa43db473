//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// readers are all verbs and options that read a file, FILE in them, by the extension
// that it has.
var readers = map[string][]string{
	".txt": {
		"convert FILE out.txt", "convert --check FILE", "report --level 1 --out out.html FILE", "hint --level 1 FILE", "solve FILE",
		"evaltest FILE", "train --out out.kw FILE", "label --out out.kd FILE", "calibrate --out out.kw FILE",
		"book import --book work.book --from FILE", "book learn --book work.book --from-games FILE",
		"book build --out out.kbook --from FILE", "book score --level 1 --out out.txt --from FILE",
		"selfplay --openings FILE --out out.kd --games 1", "match --openings FILE random: random:", "regress FILE",
	},
	".wtb": {
		"convert FILE out.txt", "hint --level 1 FILE", "train --out out.kw FILE", "book import --book work.book --from FILE",
		"book score --level 1 --out out.txt --from FILE",
	},
	".ggf":   {"convert FILE out.txt", "convert --check FILE", "report --level 1 --out out.html FILE", "book import --book work.book FILE"},
	".sgf":   {"convert FILE out.txt", "hint --level 1 FILE", "label --out out.kd FILE"},
	".pgn":   {"convert FILE out.txt", "convert --to sgf FILE out.sgf"},
	".obf":   {"convert FILE out.txt", "solve FILE", "evaltest FILE"},
	".gz":    {"train --out out.kw FILE", "evaltest FILE"},
	".jsonl": {"book import --book work.book --from FILE", "match --merge FILE", "match --games 2 --journal FILE random: random:"},
	".kbook": {
		"book merge --out out.kbook FILE", "book export --flat --out out.kbook FILE", "book verify FILE", "book stats FILE", "book fix FILE",
		"book show --book FILE", "gtp --book FILE", "ugi --book FILE", "nboard --learn FILE", "book learn --book FILE --time 1s",
		"book import --book FILE --from good.txt", "book import --book work.book FILE", "match --games 2 random: self:level=1,book=FILE",
	},
	".kw": {
		"gtp --weights FILE", "evaltest --weights FILE good.txt", "train --from FILE --out out.kw good.txt", "label --weights FILE --out out.kd good.txt",
		"train --checkpoint FILE --out out.kw good.txt", "learn --from FILE --games 1 --out out.kw", "learn --games 1 --out FILE",
		"calibrate --weights FILE --out out.kw good.txt", "selfplay --weights FILE --games 1 --out out.kd",
		"match --games 2 random: self:level=1,weights=FILE",
	},
	".kd": {"selfplay --print FILE", "selfplay --games 1 --out FILE", "label --out FILE good.txt", "evaltest FILE"},
}

// promise is a WTHOR header that promises 2^31-1 games.
const promise = "\x14\x18\x01\x01\xFF\xFF\xFF\x7F\x00\x00\xE8\x07\x08\x00\x18\x00"

// wrongFiles are what a name may lead to that is no file, or not one that was meant.
var wrongFiles = map[string]func(path string) error{
	"pipe":     func(path string) error { return unix.Mkfifo(path, 0o600) },
	"folder":   func(path string) error { return os.Mkdir(path, 0o700) },
	"device":   func(path string) error { return os.Symlink("/dev/zero", path) },
	"100 GB":   func(path string) error { return makeHole(path, "") },
	"promises": func(path string) error { return makeHole(path, promise) },
}

// makeHole writes a file of a hundred gigabytes that takes no place.
func makeHole(path, head string) error {
	if err := os.WriteFile(path, []byte(head), 0o600); err != nil {
		return err
	}
	return os.Truncate(path, 100<<30)
}

// What is no file, or far too large for one that is meant, is refused by its head: by
// an error that names it, and one line of it where a file is not only counted.
func TestWrongFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	good := "F5D6C3F4F6F3C7F7E3D3E2F1G4E6C4C5C6G5E7H3C2D2G6D8H4G3H5D7H2B3E1C1F2D1B4A4G2B5F8C8E8G8B2H1G1H6A6A5A2A3H7H8G7A1B1A7B6B7A8B8 +8\n"
	if err := os.WriteFile("good.txt", []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	for kind, create := range wrongFiles {
		folder := strings.ReplaceAll(kind, " ", "")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for extension, verbs := range readers {
			file := filepath.Join(folder, "file"+extension)
			if err := create(file); err != nil {
				t.Logf("no %s here: %v", kind, err)
				continue
			}
			for i, verb := range verbs {
				if isText := filepath.Ext(file) < ".jsonl" || filepath.Ext(file) > ".kw"; kind == "pipe" && isText && i > 0 {
					continue // a writer of text is waited for, a second each time
				}
				code, _, stderr := run("", strings.Fields(strings.ReplaceAll(verb, "FILE", file))...)
				isCount := strings.Contains(verb, "--check")
				if code != 1 || !strings.Contains(stderr, "file") || strings.Count(stderr, "\n") != 1 && !isCount {
					t.Errorf("%s: %s: exit code %d, %q", kind, verb, code, stderr)
				}
			}
		}
	}
}
