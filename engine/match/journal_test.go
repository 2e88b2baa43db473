package match

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// runners are what the test binary is besides: run as "BINARY NAME JOURNAL" it plays
// the match of these tests into the journal.
var runners = map[string]func(path string) error{
	"runner": func(path string) error { return playInto(path, askLeave) }, // to be killed
}

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && runners[os.Args[1]] != nil {
		if err := runners[os.Args[1]](os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const journalGames = 200

var journalHeader = Header{Players: []string{"a", "b", "c"}, Openings: "x", Control: "none"}

// askLeave tells who started this process that a game is in the journal, and waits
// until it may write the next one.
func askLeave() error {
	fmt.Println("written")
	_, err := os.Stdin.Read(make([]byte, 1))
	return err
}

// noPowerFails is a disk that is not waited for: the death of a process loses nothing
// that was written.
var noPowerFails = disk{
	sync:   func(*os.File) error { return nil },
	folder: func(string) error { return nil },
}

// playInto plays what is left of a match and calls written, if there is one, after
// each game.
func playInto(path string, written func() error) error {
	journal, played, err := openJournal(path, journalHeader, noPowerFails)
	if err != nil {
		return err
	}
	defer journal.Close()
	done := map[Key]bool{}
	for i := range played {
		done[played[i].Key()] = true
	}
	var entrants []Entrant
	for i, name := range journalHeader.Players {
		entrants = append(entrants, Entrant{name, func(context.Context) (Player, error) {
			return NewRandom(uint64(i)), nil
		}})
	}
	schedule := Schedule{Players: 3, Openings: BuiltinOpenings(), Games: journalGames}
	var left []Slot
	for _, s := range schedule.Slots() {
		if !done[Key{s.Round, entrants[s.Black].Name, entrants[s.White].Name}] {
			left = append(left, s)
		}
	}
	runner := Runner{
		Entrants:    entrants,
		Referee:     &Referee{Patience: time.Minute},
		Concurrency: 4,
		Finished: func(g *Game) (bool, error) {
			if err := journal.Append(g); err != nil || written == nil {
				return true, err
			}
			return true, written()
		},
	}
	return runner.Run(context.Background(), left, nil)
}

// A runner that is killed loses the games in hand and nothing else: whenever it
// dies, the next one goes on, and in the end each game has been played once.
func TestKilledRunner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	for kill := range 20 {
		runAndKill(t, path, 1+kill%5)
	}
	_, partly, err := ReadJournal(path)
	if err != nil {
		t.Fatalf("after the kills: %v", err)
	}
	if len(partly) == 0 || len(partly) == 3*journalGames {
		t.Fatalf("the runner was not killed in mid-match: %d games", len(partly))
	}
	if err := playInto(path, nil); err != nil {
		t.Fatal(err)
	}
	checkComplete(t, path)
}

// runAndKill lets a runner play until it has told of so many games, and kills it in
// what it does next. It may write a few more games, and never ends before it is killed.
func runAndKill(t *testing.T, path string, games int) {
	t.Helper()
	const ahead = 3
	runner := exec.Command(os.Args[0], "runner", path)
	runner.Stderr = os.Stderr
	allow, err := runner.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	told, err := runner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(); err != nil {
		t.Fatal(err)
	}
	defer runner.Wait()
	defer runner.Process.Kill()
	if _, err := allow.Write(make([]byte, games+ahead)); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(told)
	for range games {
		if !lines.Scan() {
			t.Fatalf("the runner ended: %v", lines.Err())
		}
	}
}

// checkComplete sees that journal and GGF file have each game once.
func checkComplete(t *testing.T, path string) {
	t.Helper()
	_, games, err := ReadJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Key]int{}
	for i := range games {
		seen[games[i].Key()]++
	}
	if len(games) != 3*journalGames || len(seen) != len(games) {
		t.Errorf("%d games, %d of them different; want %d", len(games), len(seen), 3*journalGames)
	}
	text, err := os.ReadFile(GGFPath(path))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != len(games) {
		t.Fatalf("%d GGF games beside %d", len(lines), len(games))
	}
	for i, line := range lines {
		game, err := notation.ParseGGF(line)
		if err != nil {
			t.Fatalf("GGF game %d: %v", i+1, err)
		}
		score, over := game.FinalScore()
		if !over || score != *games[i].Discs || game.Players[board.Black].Text != games[i].Black {
			t.Errorf("GGF game %d: %s - %s %d (over: %t), want %s %d", i+1,
				game.Players[board.Black].Text, game.Players[board.White].Text, score, over, games[i].Black, *games[i].Discs)
		}
	}
}

// A last line that a crash of the machine cut short is dropped, and the game
// played again.
func TestTornJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	if err := playInto(path, nil); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{0, 10, len(whole) / 2, len(whole) - 1} {
		if err := os.WriteFile(path, whole[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		if err := playInto(path, nil); err != nil {
			t.Fatalf("cut at %d: %v", size, err)
		}
		checkComplete(t, path)
	}
}

func TestJournalOfAnotherMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	journal, _, err := OpenJournal(path, journalHeader)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenJournal(path, journalHeader); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a second runner: %v", err)
	}
	discs := 2
	journal.Append(&Game{Round: 1, Black: "a", White: "b", Moves: "F5", Discs: &discs, Reason: Score})
	journal.Close()
	other := journalHeader
	other.Control = "move 1s"
	if _, _, err := OpenJournal(path, other); err == nil || !strings.Contains(err.Error(), "another time control") {
		t.Errorf("another time control: %v", err)
	}
	text := filepath.Join(t.TempDir(), "notes.txt")
	for _, content := range []string{"buy milk\n", "buy milk", "b"} {
		os.WriteFile(text, []byte(content), 0o666)
		if _, _, err := OpenJournal(text, journalHeader); err == nil || !strings.Contains(err.Error(), "not a journal") {
			t.Errorf("a text file: %v", err)
		}
		if kept, _ := os.ReadFile(text); string(kept) != content {
			t.Errorf("the text file %q became %q", content, kept)
		}
	}
}

func TestMerge(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for shard := range 3 {
		header := journalHeader
		header.Shard = fmt.Sprintf("%d/3", shard+1)
		path := filepath.Join(dir, fmt.Sprintf("part%d.jsonl", shard))
		journal, _, err := OpenJournal(path, header)
		if err != nil {
			t.Fatal(err)
		}
		for round := range 4 {
			discs := round
			g := &Game{Round: 3*round + shard, Black: "a", White: "b", Moves: "F5", Discs: &discs, Reason: Score, Result: 1}
			if err := journal.Append(g); err != nil {
				t.Fatal(err)
			}
		}
		journal.Close()
		paths = append(paths, path)
	}
	header, games, err := Merge(append(paths, paths[0]))
	if err != nil || len(games) != 12 || header.Shard != "" {
		t.Fatalf("%d games, shard %q, %v", len(games), header.Shard, err)
	}
	all := filepath.Join(dir, "all.jsonl")
	if err := WriteJournal(all, header, games); err != nil {
		t.Fatal(err)
	}
	merged, again, err := OpenJournal(all, journalHeader)
	if err != nil || len(again) != 12 {
		t.Fatalf("the merged journal has %d games, %v", len(again), err)
	}
	merged.Close()
	other := filepath.Join(dir, "other.jsonl")
	WriteJournal(other, Header{Version: journalVersion, Players: []string{"x", "y"}}, nil)
	if _, _, err := Merge([]string{paths[0], other}); err == nil || !strings.Contains(err.Error(), "other players") {
		t.Errorf("journals of different matches: %v", err)
	}
}
