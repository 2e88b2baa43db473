package book

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"kaeshi/engine/disk"
)

// syncFolder makes the name of a new file last; a test lets it fail.
var syncFolder = func(path string) error { return disk.SyncFolder(filepath.Dir(path)) }

// WriteStream is disk.WriteFile for what is too large to be held in memory: write gets a file
// that takes the name when it is whole.
func WriteStream(path string, write func(io.WriteSeeker) error) (err error) {
	if err := disk.Check(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := errors.Join(file.Sync(), file.Close(), os.Chmod(file.Name(), mode)); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(path)
}
