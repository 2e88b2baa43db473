package disk

import (
	"os"
	"path/filepath"
	"testing"
)

// The name of a new file is in its folder for good.
func TestWriteFileSyncsTheFolder(t *testing.T) {
	var synced []string
	t.Cleanup(func() { syncFolder = SyncFolder })
	syncFolder = func(path string) error {
		synced = append(synced, path)
		return SyncFolder(path)
	}
	path := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"one", "two"} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q (%v)", got, err)
		}
	}
	if len(synced) != 2 || synced[0] != filepath.Dir(path) {
		t.Errorf("synced %v", synced)
	}
}

// A link stays one, and what it leads to is written.
func TestWriteFileThroughALink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v (%v)", info, err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "text" {
		t.Errorf("%q (%v)", got, err)
	}
}

func TestWriteFileIntoAFolder(t *testing.T) {
	if err := WriteFile(t.TempDir(), nil); err == nil {
		t.Error("a folder is written over")
	}
}
