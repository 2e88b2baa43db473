package imports

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The verbs grow faster than all else: their packages and files stay of a size that can
// be read at one sitting.
func TestVerbsStaySmall(t *testing.T) {
	const longestFile, largestPackage = 300, 1500
	lines := map[string]int{} // by package, without tests
	err := filepath.WalkDir(filepath.Join("..", "..", "protocol", "cli"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		n := bytes.Count(text, []byte("\n"))
		if n > longestFile {
			t.Errorf("%s has %d lines, more than %d", path, n, longestFile)
		}
		if !strings.HasSuffix(path, "_test.go") {
			lines[filepath.Dir(path)] += n
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, n := range lines {
		if n > largestPackage {
			t.Errorf("%s has %d lines without tests, more than %d", dir, n, largestPackage)
		}
	}
}
