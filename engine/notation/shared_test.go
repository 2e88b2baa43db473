package notation_test

import (
	"os"
	"path/filepath"
	"testing"
)

// sharedData returns the folder of the verification data beside the repository,
// which is not part of it; without it the test is skipped.
func sharedData(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		if folder == filepath.Dir(folder) {
			t.Skip("no go.mod above the test")
		}
		folder = filepath.Dir(folder)
	}
	data := filepath.Join(folder, "..", "shared", "data")
	if _, err := os.Stat(data); err != nil {
		t.Skip("the verification data is not here: ", err)
	}
	return data
}
