package disk_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kaeshi/engine/disk"
)

func TestWhatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	wrong := map[string]string{folder: "is a directory", filepath.Join(folder, "none"): "no such file"}
	if runtime.GOOS != "windows" {
		wrong["/dev/zero"] = "is a device"
		wrong["/dev/null"] = "is a device"
	}
	for path, want := range wrong {
		_, err := disk.Open(path)
		checkError(t, path, err, want)
		_, err = disk.OpenText(path)
		checkError(t, path, err, want)
		_, err = disk.Read(path, 4, func([]byte, int64) error { return nil })
		checkError(t, path, err, want)
	}
}

func checkError(t *testing.T, path string, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), path) || runtime.GOOS != "windows" && !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v, want %s", path, err, want)
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, content := range []string{"", "abc", "abcd", "abcdefgh"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		data, err := disk.Read(path, 4, func(head []byte, size int64) error {
			if string(head) != content[:min(4, len(content))] || size != int64(len(content)) {
				t.Errorf("head %q of %d bytes", head, size)
			}
			return nil
		})
		if err != nil || string(data) != content {
			t.Errorf("%q (%v)", data, err)
		}
	}
}

// A file of a hundred gigabytes, most of it a hole, is refused by its head.
func TestReadJudgesTheHead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const huge = 100 << 30
	if err := os.Truncate(path, huge); err != nil {
		t.Skipf("no files with holes here: %v", err)
	}
	wrong := errors.New("wrong")
	_, err := disk.Read(path, 8, func(head []byte, size int64) error {
		if size != huge || string(head) != strings.Repeat("\x00", 8) {
			t.Errorf("head %q of %d bytes", head, size)
		}
		return wrong
	})
	if !errors.Is(err, wrong) {
		t.Error(err)
	}
}

func TestOpenTextReadsFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := disk.OpenText(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if text, err := io.ReadAll(file); err != nil || string(text) != "text" {
		t.Errorf("%q (%v)", text, err)
	}
}
