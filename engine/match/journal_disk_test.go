package match

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// watched is a disk that notes what is made lasting, with the number of lines that
// the file has by then.
type watched struct{ events []string }

func (w *watched) disk() disk {
	return disk{
		sync: func(f *os.File) error {
			text, err := os.ReadFile(f.Name())
			w.events = append(w.events, fmt.Sprintf("%s %d", filepath.Base(f.Name()), strings.Count(string(text), "\n")))
			return err
		},
		folder: func(string) error {
			w.events = append(w.events, "folder")
			return nil
		},
	}
}

func aGame(round int) *Game {
	discs := 2
	return &Game{Round: round, Black: "a", White: "b", Moves: "F5", Discs: &discs, Reason: Score, Result: 1}
}

// Power may fail at any time: when Append returns the game is on the disk in both
// files, and so are the files' names; the journal is first, as the other can be made
// from it.
func TestJournalIsOnTheDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	w := &watched{}
	journal, _, err := openJournal(path, journalHeader, w.disk())
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	for round := 1; round <= 2; round++ {
		if err := journal.Append(aGame(round)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"folder", "match.jsonl 1", "folder", "match.jsonl 2", "match.ggf 1", "match.jsonl 3", "match.ggf 2"}
	if !slices.Equal(w.events, want) {
		t.Errorf("made lasting are %q, want %q", w.events, want)
	}
}

// A game that does not go to the disk is taken back, and the journal takes no more.
func TestDiskFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	fail, broken := false, errors.New("the disk is broken")
	journal, _, err := openJournal(path, journalHeader, disk{
		sync: func(*os.File) error {
			if fail {
				return broken
			}
			return nil
		},
		folder: func(string) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := journal.Append(aGame(1)); err != nil {
		t.Fatal(err)
	}
	for _, fail = range []bool{true, false} {
		if err := journal.Append(aGame(2)); !errors.Is(err, broken) {
			t.Errorf("the error is %v", err)
		}
	}
	journal.Close()
	journal, games, err := OpenJournal(path, journalHeader)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games are left, %v", len(games), err)
	}
	journal.Close()
}

// After a power failure there may be zeros where the last game was to be, with and
// without an end of line after them. Zeros elsewhere are damage.
func TestZerosAtTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	journal, _, err := OpenJournal(path, journalHeader)
	if err != nil {
		t.Fatal(err)
	}
	journal.Append(aGame(1))
	journal.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	zeros := strings.Repeat("\x00", 100)
	for _, c := range []struct{ text, want string }{
		{string(whole) + zeros, ""},
		{string(whole) + zeros + "}\n", ""},
		{string(whole) + zeros + "}\n" + "{", "match.jsonl:3: not a game"},
		{strings.Replace(string(whole), "F5", "F\x005", 1) + string(whole), "match.jsonl:2: not a game"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		journal, games, err := OpenJournal(path, journalHeader)
		if c.want == "" && (err != nil || len(games) != 1) {
			t.Errorf("%d games, %v", len(games), err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%d games, %v, want %s", len(games), err, c.want)
		}
		if err == nil {
			journal.Close()
		} else if kept, _ := os.ReadFile(path); string(kept) != c.text {
			t.Error("the damaged journal was changed")
		}
	}
}

// Only a GGF file of the same match is replaced.
func TestOtherGGFIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	mine := strings.Replace(aGame(1).GGF(), "Kaeshi match", "My collection", 1)
	others := (&Game{Black: "x", White: "a"}).GGF()
	for _, text := range []string{mine + "\n", others + "\n", "notes\n", aGame(1).GGF() + "\n" + mine + "\n"} {
		if err := os.WriteFile(GGFPath(path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := OpenJournal(path, journalHeader); err == nil || !strings.Contains(err.Error(), "match.ggf is there") {
			t.Errorf("beside %q: %v", text, err)
		}
		if kept, _ := os.ReadFile(GGFPath(path)); string(kept) != text {
			t.Errorf("%q became %q", text, kept)
		}
	}
	if err := os.WriteFile(GGFPath(path), []byte(aGame(1).GGF()+"\n(;GM[Oth"), 0o666); err != nil {
		t.Fatal(err)
	}
	journal, _, err := OpenJournal(path, journalHeader)
	if err != nil {
		t.Fatalf("beside its own: %v", err)
	}
	defer journal.Close()
	if _, _, err := OpenJournal(strings.TrimSuffix(path, "l"), journalHeader); err == nil || !strings.Contains(err.Error(), "match.ggf is in use") {
		t.Errorf("a second journal with the same GGF file: %v", err)
	}
}

// A name may stand for another engine by now: its games are not added up.
func TestJournalOfOtherEngines(t *testing.T) {
	header := journalHeader
	header.Engines = []string{"a=./new", "b=./old", "c=x"}
	path := filepath.Join(t.TempDir(), "match.jsonl")
	journal, _, err := OpenJournal(path, header)
	if err != nil {
		t.Fatal(err)
	}
	journal.Append(aGame(1))
	journal.Close()
	again := header
	again.Engines = []string{"a=./newer", "b=./old", "c=x"}
	if _, _, err := OpenJournal(path, again); err == nil || !strings.Contains(err.Error(), `another engine a, "a=./new"`) {
		t.Errorf("another engine: %v", err)
	}
	if header.ID() == again.ID() || header.ID() == journalHeader.ID() || len(header.ID()) != 8 {
		t.Errorf("the names are %s and %s", header.ID(), again.ID())
	}
}

// A merged journal takes the place of a part of it and of nothing else.
func TestMergeOntoAJournal(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, header Header, rounds ...int) string {
		path := filepath.Join(dir, name)
		journal, _, err := OpenJournal(path, header)
		if err != nil {
			t.Fatal(err)
		}
		for _, round := range rounds {
			journal.Append(aGame(round))
		}
		journal.Close()
		return path
	}
	other := journalHeader
	other.Control = "move 1s"
	one, two := write("one.jsonl", journalHeader, 1), write("two.jsonl", journalHeader, 2)
	notes := filepath.Join(dir, "notes.txt")
	os.WriteFile(notes, []byte("milk\n"), 0o666)
	header, games, err := Merge([]string{one, two})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		write("more.jsonl", journalHeader, 1, 3): "has games that are not among these",
		write("other.jsonl", other, 1):           "another time control",
		notes:                                    "not a journal",
		dir:                                      "not a regular file",
	} {
		before, _ := os.ReadFile(path)
		if err := WriteJournal(path, header, games); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("onto %s: %v", filepath.Base(path), err)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s was changed", filepath.Base(path))
		}
	}
	if err := WriteJournal(one, header, games); err != nil {
		t.Fatal(err)
	}
	journal, games, err := OpenJournal(one, journalHeader)
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	defer journal.Close()
	if err := WriteJournal(one, header, games); err == nil || !strings.Contains(err.Error(), "in use by another match") {
		t.Errorf("onto a journal in use: %v", err)
	}
}
