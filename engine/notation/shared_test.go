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

// sharedOrSample returns the path of a file of the verification data, or of the small
// sample in the repository.
func sharedOrSample(t testing.TB, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if shared := filepath.Join("..", "..", "..", "shared", "data", name); exists(shared) {
		return shared
	}
	return filepath.Join("..", "..", "tests", "data", name)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// databaseOr returns the path of a file of the tournament database, or of the games
// that are an example of one.
func databaseOr(t testing.TB, name string) string {
	t.Helper()
	if shared := filepath.Join("..", "..", "..", "shared", "data", "wthor", name); exists(shared) {
		return shared
	}
	return filepath.Join("..", "..", "scripts", "examples", "games.wtb")
}
