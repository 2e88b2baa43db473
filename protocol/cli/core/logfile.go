package core

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"kaeshi/protocol/cli/console"
)

// logFile is the file of --log. Whether it can be written or not, nobody waits for it:
// what goes wrong is said once on standard error, and nothing more is logged. A disk is
// written at once, so that no line is lost; what may stall, such as a pipe, has a queue
// before it.
type logFile struct {
	path   string
	tell   io.Writer
	queue  *console.Screen // nil for a disk
	mu     sync.Mutex
	file   *os.File // nil until somebody reads the pipe
	failed bool
}

const logMode = 0o644

// newLogFile opens a log; tell is where failures are said later.
func newLogFile(path string, tell io.Writer) (*logFile, error) {
	l := &logFile{path: path, tell: tell}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND|syscall.O_NONBLOCK, logMode)
	switch {
	case err == nil:
		l.file = file
	case isNamedPipe(path) && errors.Is(err, syscall.ENXIO):
		l.say("nobody reads this pipe; what is logged waits for a reader")
	default:
		return nil, fmt.Errorf("--log: %w", err)
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		l.queue = console.NewScreen(Program, writerFunc(l.write))
	}
	return l, nil
}

func isNamedPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// Write never fails: who logs has better things to do.
func (l *logFile) Write(p []byte) (int, error) {
	if l.queue != nil {
		return l.queue.Write(p)
	}
	return l.write(p)
}

func (l *logFile) write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed {
		return len(p), nil
	}
	var err error
	if l.file == nil {
		l.file, err = os.OpenFile(l.path, os.O_WRONLY|os.O_APPEND, logMode) // waits for a reader
	}
	if err == nil {
		_, err = l.file.Write(p)
	}
	if err != nil {
		l.failed = true
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		l.say(fmt.Sprintf("%v; nothing more is logged", err))
	}
	return len(p), nil
}

func (l *logFile) say(what string) {
	fmt.Fprintf(l.tell, "%s: --log %s: %s\n", Program, l.path, what)
}

// close waits for what is queued, as long as somebody reads it. What still waits then
// ends with the program.
func (l *logFile) close() {
	if l.queue != nil {
		l.queue.Close()
		return
	}
	l.file.Close()
}
