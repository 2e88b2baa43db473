package games_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"kaeshi/protocol/cli"
)

// screen is a terminal of which the test is the person before it.
type screen struct {
	keys, program *os.File
	mu            sync.Mutex
	changed       chan struct{}
	shown         bytes.Buffer
}

func newScreen(t *testing.T) *screen {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skip(err)
	}
	program, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { program.Close(); keys.Close() })
	s := &screen{keys: keys, program: program, changed: make(chan struct{}, 1)}
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := keys.Read(buffer)
			s.mu.Lock()
			s.shown.Write(buffer[:n])
			s.mu.Unlock()
			select {
			case s.changed <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// wait returns what is shown up to the words, and forgets it.
func (s *screen) wait(t *testing.T, words string) string {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		s.mu.Lock()
		before, _, found := strings.Cut(s.shown.String(), words)
		if found {
			s.shown.Next(len(before) + len(words))
		}
		s.mu.Unlock()
		if found {
			return before
		}
		select {
		case <-s.changed:
		case <-limit:
			t.Fatalf("%q does not appear after\n%q", words, s.shown.String())
		}
	}
}

// At a terminal lines are edited, earlier ones come back, and the engine says that it
// thinks.
func TestPlayAtATerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	t.Setenv("LC_ALL", "C.UTF-8")
	s := newScreen(t)
	ended := make(chan int)
	go func() {
		ended <- cli.Main([]string{"kaeshi", "play", "--level", "1", "--seed", "1"}, s.program, s.program, s.program)
	}()
	if board := s.wait(t, "black> "); !strings.Contains(board, "●") || !strings.Contains(board, "\x1b[42m") {
		t.Errorf("the board is %q", board)
	}
	s.keys.WriteString("f4\x7f5\r") // a slip, rubbed out
	if board := s.wait(t, "black> "); !strings.Contains(board, "Kaeshi thinks ...") || !strings.Contains(board, "Kaeshi plays ") {
		t.Errorf("after a move %q", board)
	}
	s.keys.WriteString("undo\r")
	s.wait(t, "black> ")
	s.keys.WriteString("\x1b[A\x1b[A\r") // the line before the last
	if board := s.wait(t, "black> "); !strings.Contains(board, "Kaeshi plays ") {
		t.Errorf("after the move fetched again %q", board)
	}
	s.keys.WriteString("\x04") // Ctrl-D
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d", code)
	}
}
