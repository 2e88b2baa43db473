package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaeshi/protocol/web/page"
)

// What is written is the page, but for whom it asks.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	for name, file := range page.Files() {
		written, err := os.ReadFile(filepath.Join(folder, name))
		want := string(file.Text)
		if name == page.First {
			want = strings.Replace(want, `data-engine="socket"`, `data-engine="worker"`, 1)
		}
		if err != nil || string(written) != want || name == page.First && want == string(file.Text) {
			t.Errorf("%s is another file (%v)", name, err)
		}
	}
	if err := write(filepath.Join(folder, page.First)); err == nil {
		t.Error("a file is no folder, and nothing is said")
	}
}
