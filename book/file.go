package book

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/google/renameio/v2/maybe"
)

// WriteFile writes a file whole or not at all, and so that a power failure does not
// undo it.
func WriteFile(path string, data []byte) error {
	if err := maybe.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	return syncFolder(path)
}

// syncFolder makes the name of a new file as lasting as its content: a folder is
// written to disk by itself. Windows does that on its own, and some file systems know
// nothing of it.
var syncFolder = func(path string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "wasip1" || runtime.GOOS == "js" {
		return nil
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}

// WriteStream is WriteFile for what is too large to be held in memory: write gets a file
// that takes the name when it is whole.
func WriteStream(path string, write func(io.WriteSeeker) error) (err error) {
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
