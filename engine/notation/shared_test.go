package notation_test

import (
	"os"
	"path/filepath"
	"testing"
)

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
