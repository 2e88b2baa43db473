// Package child runs another engine as a process that speaks in lines.
//
// A child may hang, die, flood its output, refuse its input or leave processes
// of its own behind; whatever it does, no call here waits longer than its
// context, and after Close nothing of it is left running.
package child

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// ErrEnded is what Send and Line say of a process that ended or closed its
// output.
var ErrEnded = errors.New("the engine ended")

const (
	maxLine       = 64 << 10 // longer lines are cut: no protocol here has them
	queuedLines   = 256      // beyond these a flooding child waits for us
	stderrGrace   = 300 * time.Millisecond
	endGrace      = 2 * time.Second // for the end of a child whose output has ended, on a busy machine too
	killGrace     = 2 * time.Second
	stderrTailLen = 300
)

// Child is one running process. Its methods may be called by one goroutine at
// a time.
type Child struct {
	command *exec.Cmd
	kin     kin
	input   io.WriteCloser
	output  *os.File
	lines   chan string
	exited  chan struct{}
	closing chan struct{}
	fate    error // why it ended, once exited is closed
	stderr  *tail
	trace   func(direction, line string)
}

// Options are how a child is run; the zero value is good.
type Options struct {
	Dir   string                       // its working directory; "" means ours
	Trace func(direction, line string) // sees every line sent ("<") and received (">")
}

// Start runs a command line, see Split, without a shell.
func Start(commandLine string, o Options) (*Child, error) {
	words, err := Split(commandLine)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", commandLine, err)
	}
	if len(words) == 0 {
		return nil, errors.New("an empty engine command")
	}
	return StartWords(words, o)
}

// StartWords runs a program with its arguments, the program first.
func StartWords(words []string, o Options) (*Child, error) {
	c := &Child{
		command: exec.Command(words[0], words[1:]...),
		lines:   make(chan string, queuedLines),
		exited:  make(chan struct{}),
		closing: make(chan struct{}),
		stderr:  &tail{},
		trace:   o.Trace,
	}
	c.command.Dir = o.Dir
	c.command.Stderr = c.stderr
	c.command.WaitDelay = stderrGrace
	c.kin.prepare(c.command)
	var err error
	if c.input, err = c.command.StdinPipe(); err != nil {
		return nil, err
	}
	// Not StdoutPipe: Wait would close it on the last lines of a dead child.
	output, childOutput, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.output = output
	c.command.Stdout = childOutput
	err = c.command.Start()
	childOutput.Close()
	if err != nil {
		output.Close()
		return nil, startError(words[0], err)
	}
	c.kin.adopt(c.command.Process)
	go c.wait()
	go c.read()
	return c, nil
}

// startError says why a program does not start, without how it was tried.
func startError(program string, err error) error {
	var found *exec.Error
	var at *fs.PathError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("there is no program %s in the PATH", program)
	case errors.As(err, &found):
		err = found.Err
	case errors.As(err, &at):
		err = at.Err
	}
	return fmt.Errorf("%s: %w", program, err)
}

// wait reaps the process and ends what it left behind.
func (c *Child) wait() {
	c.fate = c.command.Wait()
	if errors.Is(c.fate, exec.ErrWaitDelay) { // it ended well; another process holds its standard error
		c.fate = nil
	}
	c.kin.end(c.command.Process)
	close(c.exited)
}

func (c *Child) read() {
	defer close(c.lines)
	reader := bufio.NewReaderSize(c.output, maxLine)
	mark := []byte("\uFEFF") // which .NET writes before the first line
	for {
		text, err := reader.ReadSlice('\n')
		text, mark = bytes.TrimPrefix(text, mark), nil
		if err == nil || len(text) > 0 {
			select {
			case c.lines <- strings.TrimRight(string(text), "\r\n"):
			case <-c.closing:
				return
			}
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// Send writes text, which ends in a newline unless it is empty.
func (c *Child) Send(ctx context.Context, text string) error {
	err := c.write(ctx, text)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return c.ended()
}

func (c *Child) write(ctx context.Context, text string) error {
	if c.trace != nil {
		for line := range strings.Lines(text) {
			c.trace("<", strings.TrimRight(line, "\n"))
		}
	}
	// A child that does not read fills the pipe; the deadline ends the wait.
	if pipe, ok := c.input.(interface{ SetWriteDeadline(time.Time) error }); ok {
		pipe.SetWriteDeadline(time.Time{})
		stop := context.AfterFunc(ctx, func() { pipe.SetWriteDeadline(time.Now()) })
		defer stop()
	}
	_, err := io.WriteString(c.input, text)
	return err
}

// Line returns the next line of output without its end. Once ctx has ended it returns
// none, even if there is one: a child may flood its output.
func (c *Child) Line(ctx context.Context) (string, error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	select {
	case line, ok := <-c.lines:
		return c.received(line, ok)
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (c *Child) received(line string, ok bool) (string, error) {
	if !ok {
		return "", c.ended()
	}
	if c.trace != nil {
		c.trace(">", line)
	}
	return line, nil
}

// ended describes the end of the process: how, and its last words.
func (c *Child) ended() error {
	select {
	case <-c.exited:
	case <-time.After(endGrace):
		return fmt.Errorf("%w: it closed its output", ErrEnded)
	}
	how := "exit status 0"
	if c.fate != nil {
		how = c.fate.Error()
	}
	if words := c.stderr.last(); words != "" {
		how += ": " + words
	}
	return fmt.Errorf("%w: %s", ErrEnded, how)
}

// CPU returns the processor time that the process has used so far, 0 where the
// system does not tell.
func (c *Child) CPU() time.Duration {
	select {
	case <-c.exited:
		state := c.command.ProcessState
		return state.UserTime() + state.SystemTime()
	default:
		return processCPU(c.command.Process.Pid)
	}
}

// Close ends the process. It sends farewell, if that is not empty, and closes input
// and output, as some engines go on thinking while somebody might read the result. A
// child that does not end within grace is killed. What it has started is killed in any
// case.
func (c *Child) Close(farewell string, grace time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	c.kin.look(c.command.Process)
	if farewell != "" {
		c.write(ctx, farewell) // a dead child cannot hear it; no matter
	}
	c.input.Close()
	close(c.closing)
	c.output.Close()
	select {
	case <-c.exited:
		return
	case <-ctx.Done():
	}
	c.command.Process.Kill()
	c.kin.end(c.command.Process)
	select {
	case <-c.exited:
	case <-time.After(killGrace):
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-stderrTailLen):]...)
	t.text = t.text[max(0, len(t.text)-stderrTailLen):]
	return len(p), nil
}

// last returns the last line that is not empty.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(string(t.text))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
