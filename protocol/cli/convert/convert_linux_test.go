package convert_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaeshi/protocol/cli"
)

// What is written into a link goes to the file behind it; a device stays one.
func TestConvertKeepsLinksAndDevices(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("in.txt", []byte("f5d6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("file.txt", []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"link.txt": "file.txt", "null.txt": os.DevNull} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		if code, stderr := convert("in.txt", link); code != 0 || stderr != "" {
			t.Errorf("%s: code %d, %q", link, code, stderr)
		}
		if got, err := os.Readlink(link); err != nil || got != target {
			t.Errorf("%s leads to %q, %v", link, got, err)
		}
	}
	if text, err := os.ReadFile("file.txt"); err != nil || string(text) != "F5D6\n" {
		t.Errorf("the file has %q, %v", text, err)
	}
	if left, _ := filepath.Glob(".*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if code, stderr := convert("in.txt", "--to", "moves", "."); code != 1 || stderr == "" {
		t.Errorf("a folder: code %d, %q", code, stderr)
	}
}

// convert runs the verb in this process.
func convert(args ...string) (code int, stderr string) {
	var out, err bytes.Buffer
	code = cli.Main(append([]string{"kaeshi", "convert"}, args...), strings.NewReader(""), &out, &err)
	return code, err.String()
}
