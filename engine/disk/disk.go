// Package disk opens files to be read. It refuses what would never end or is no such
// file: folders, devices, pipes that nobody writes to, files of a hundred gigabytes.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// What a path may name in place of a file.
var (
	errFolder = errors.New("is a directory")
	errDevice = errors.New("is a device, not a file")
	errPipe   = errors.New("is a pipe, not a file")
	errSocket = errors.New("is a socket, not a file")
)

// Check tells what keeps a path from being opened for reading as a file of data,
// which has an end and can be read twice.
func Check(path string) error {
	mode, err := kind(path)
	if err == nil && mode&fs.ModeNamedPipe != 0 {
		err = errPipe
	}
	return at(path, err)
}

// kind returns the mode of a file or a pipe.
func kind(path string) (fs.FileMode, error) {
	info, err := os.Stat(path)
	var failure *fs.PathError
	if errors.As(err, &failure) {
		failure.Op = "open" // which is what was wanted
	}
	if err != nil {
		return 0, err
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		return 0, errFolder
	case mode&fs.ModeSocket != 0:
		return 0, errSocket
	case !mode.IsRegular() && mode&fs.ModeNamedPipe == 0:
		return 0, errDevice
	default:
		return mode, nil
	}
}

// at names the path that the error is about, unless it does so.
func at(path string, err error) error {
	var named *fs.PathError
	if err == nil || errors.As(err, &named) {
		return err
	}
	return fmt.Errorf("%s %w", path, err)
}

// Open opens a file of data.
func Open(path string) (*os.File, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// OpenText opens a file that is read once from its beginning, which may be a pipe
// that somebody writes to.
func OpenText(path string) (io.ReadCloser, error) {
	mode, err := kind(path)
	switch {
	case err != nil:
		return nil, at(path, err)
	case mode&fs.ModeNamedPipe != 0:
		return openPipe(path)
	}
	return os.Open(path)
}

// Read returns all of a file of data once check has found its first bytes, headSize
// or fewer, and its size to be right.
func Read(path string, headSize int, check func(head []byte, size int64) error) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, headSize)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if err := check(head[:n], info.Size()); err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	copy(data, head[:n])
	if _, err := io.ReadFull(file, data[min(n, len(data)):]); err != nil {
		return nil, at(path, err)
	}
	return data, nil
}
