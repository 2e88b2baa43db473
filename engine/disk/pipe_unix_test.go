//go:build unix

package disk_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kaeshi/engine/disk"
)

func TestPipes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := disk.Open(path); err == nil || !strings.Contains(err.Error(), "is a pipe, not a file") {
		t.Errorf("a pipe is opened as data: %v", err)
	}
	lonely, err := disk.OpenText(path)
	if err != nil {
		t.Fatal(err)
	}
	defer lonely.Close()
	if text, err := io.ReadAll(lonely); err == nil || !strings.Contains(err.Error(), "is a pipe that nobody writes to") || len(text) > 0 {
		t.Errorf("%q (%v)", text, err)
	}
}

// A pipe with a writer is read to its end, however long the writer thinks.
func TestPipeWithWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	text, err := disk.OpenText(path)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	writer, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer writer.Close()
		_, _ = io.WriteString(writer, "one ")
		_, _ = io.WriteString(writer, "two")
	}()
	if got, err := io.ReadAll(text); err != nil || string(got) != "one two" {
		t.Errorf("%q (%v)", got, err)
	}
}

// A pipe is written into if somebody reads it, and never replaced by a file.
func TestWriteFileIntoAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if err := disk.WriteFile(path, []byte("text")); err == nil || !strings.Contains(err.Error(), "is a pipe that nobody reads") {
		t.Errorf("without a reader: %v", err)
	}
	reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := disk.WriteFile(path, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(reader); err != nil || string(got) != "text" {
		t.Errorf("%q (%v)", got, err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is gone (%v)", err)
	}
}
