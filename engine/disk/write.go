package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/google/renameio/v2/maybe"
)

// WriteFile writes a file whole or not at all, and so that a power failure does not
// undo it. A device or a pipe is written into; another file would take its place.
func WriteFile(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link goes on leading to the file
	}
	switch info, err := os.Stat(path); {
	case err != nil || info.Mode().IsRegular():
	case info.IsDir():
		return at(path, errFolder)
	case info.Mode()&fs.ModeSocket != 0:
		return at(path, errSocket)
	default:
		return writeInto(path, data)
	}
	if err := maybe.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func writeInto(path string, data []byte) error {
	file, err := openToWrite(path)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// syncFolder can be watched by a test.
var syncFolder = SyncFolder

// SyncFolder makes the names in a folder as lasting as the files: it is written to disk
// by itself. Windows does that on its own, and some file systems know nothing of it.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "wasip1" || runtime.GOOS == "js" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}
