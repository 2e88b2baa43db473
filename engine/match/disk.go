package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/gofrs/flock"
	"github.com/google/renameio/v2/maybe"

	diskfile "kaeshi/engine/disk"
)

// disk is how what was written is made to outlast a power failure.
type disk struct {
	sync   func(*os.File) error
	folder func(path string) error
}

var realDisk = disk{sync: syncFile, folder: diskfile.SyncFolder}

func syncFile(f *os.File) error { return lasting(f.Sync()) }

// lasting forgives file systems that know nothing of a power failure.
func lasting(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// write writes a file whole or not at all.
func (d disk) write(path string, text []byte) error {
	err := maybe.WriteFile(path, text, 0o666)
	if at := (*fs.PathError)(nil); errors.As(err, &at) { // of a file that stood for this one
		err = &fs.PathError{Op: at.Op, Path: path, Err: at.Err}
	}
	if err != nil {
		return err
	}
	return d.folder(filepath.Dir(path))
}

// records is a file that grows by one record at a time, each on the disk before the
// next is written.
type records struct {
	disk
	file *os.File
	lock *flock.Flock
	size int64 // of the records that are whole
}

// openRecords opens a file, or makes it, for this process alone. The system lets go
// of the lock when the process ends, however it ends.
func (d disk) openRecords(path string) (*records, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	_, err := os.Stat(path)
	isNew := os.IsNotExist(err)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if isNew {
		if err := d.folder(filepath.Dir(path)); err != nil {
			file.Close()
			return nil, err
		}
	}
	lock, err := lockFile(path)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &records{disk: d, file: file, lock: lock}, nil
}

// regular refuses what is there and no file: a device, a pipe, a folder.
func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	return nil
}

func lockFile(path string) (*flock.Flock, error) {
	name := path
	if runtime.GOOS == "windows" { // where nobody else could read a locked file
		name += ".lock"
	}
	lock := flock.New(name, flock.SetPermissions(0o666))
	locked, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
	case !locked:
		return nil, fmt.Errorf("%s is in use by another match; wait for its end or choose another file", path)
	}
	return lock, nil
}

// rewind makes size the end of the file and the place to write at.
func (r *records) rewind(size int64) error {
	if err := r.file.Truncate(size); err != nil {
		return err
	}
	r.size = size
	_, err := r.file.Seek(size, io.SeekStart)
	return err
}

// add writes a record. One that does not go to the disk whole is taken back.
func (r *records) add(record []byte) error {
	_, err := r.file.Write(record)
	if err == nil {
		err = r.sync(r.file)
	}
	if err != nil {
		r.rewind(r.size) // as far as the disk still lets us: readers skip a half record
		return err
	}
	r.size += int64(len(record))
	return nil
}

func (r *records) Close() error {
	return errors.Join(r.file.Close(), r.lock.Close())
}

// holds reports whether the file has that text and nothing else.
func (r *records) holds(text []byte) bool {
	info, err := r.file.Stat()
	if err != nil || info.Size() != int64(len(text)) {
		return false
	}
	found := make([]byte, len(text))
	_, err = r.file.ReadAt(found, 0)
	return (err == nil || err == io.EOF) && bytes.Equal(found, text)
}
