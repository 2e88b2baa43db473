//go:build unix

package match

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// limitFiles makes a file of more than so many bytes impossible, as a full disk does:
// what is written last is cut short.
func limitFiles(size uint64) error {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGXFSZ)
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: size})
}

func init() {
	runners["limited"] = func(path string) error {
		if err := limitFiles(20000); err != nil {
			return err
		}
		return playInto(path, nil)
	}
}

// A full disk ends the match with one error. What was written is whole, and the match
// goes on when there is room.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	text, err := exec.Command(os.Args[0], "limited", path).CombinedOutput()
	if err == nil || strings.Count(string(text), "\n") != 1 || !strings.Contains(string(text), "match.jsonl: file too large") {
		t.Errorf("the runner ends with %v and says %q", err, text)
	}
	journal, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, games, err := ReadJournal(path)
	if err != nil || len(games) == 0 || !strings.HasSuffix(string(journal), "\n") {
		t.Fatalf("%d games are left, %v", len(games), err)
	}
	if err := playInto(path, nil); err != nil {
		t.Fatal(err)
	}
	checkComplete(t, path)
}

// What is no file is refused at once, and so is a disk that cannot be written.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := unix.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{"/dev/zero", "/dev/full", pipe, dir} {
		if _, _, err := OpenJournal(path, journalHeader); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{"/dev/zero", pipe} {
		if _, _, err := ReadJournal(path); err == nil || !strings.Contains(err.Error(), "not a file") {
			t.Errorf("%s is read: %v", path, err)
		}
	}
	if _, _, err := ReadJournal(dir); err == nil || strings.Count(err.Error(), dir) != 1 {
		t.Errorf("a folder is read: %v", err)
	}
	gone := filepath.Join(dir, "none", "all.jsonl")
	if err := WriteJournal(gone, journalHeader, nil); err == nil || !strings.Contains(err.Error(), gone+":") {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	os.Chmod(dir, 0o555)
	defer os.Chmod(dir, 0o777)
	if _, _, err := OpenJournal(filepath.Join(dir, "match.jsonl"), journalHeader); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("in a folder that cannot be written: %v", err)
	}
}
