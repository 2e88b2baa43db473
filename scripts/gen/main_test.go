package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFilesAreUpToDate: the assembly in the tree is what the generator writes.
func TestFilesAreUpToDate(t *testing.T) {
	for _, out := range outputs {
		want, err := out.generate()
		if err != nil {
			t.Fatalf("%s: %v", out.path, err)
		}
		got, err := os.ReadFile(filepath.Join(engine, out.path))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what go run . writes (%v)", out.path, err)
		}
	}
}
