package gtp

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// process is an engine at the other end of pipes.
type process struct {
	*testing.T
	command *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   *bufio.Reader
	err     bytes.Buffer // its standard error, unless another writer was set
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{T: t, command: engineCommand(t, args...)}
	p.command.Stderr = &p.err
	p.launch()
	return p
}

// launch starts the command with pipes.
func (p *process) launch() {
	p.Helper()
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		p.Fatal(err)
	}
	if p.out, err = p.command.StdoutPipe(); err != nil {
		p.Fatal(err)
	}
	p.lines = bufio.NewReader(p.out)
	if err := p.command.Start(); err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { p.command.Process.Kill() })
}

func (p *process) send(text string) {
	p.Helper()
	if _, err := io.WriteString(p.in, text); err != nil {
		p.Error(err)
	}
}

// answer reads one answer.
func (p *process) answer() string {
	p.Helper()
	var text strings.Builder
	for {
		line, err := p.lines.ReadString('\n')
		if err != nil {
			p.Fatalf("%v after %q", err, text.String())
		}
		if line == "\n" {
			return strings.TrimSuffix(text.String(), "\n")
		}
		text.WriteString(line)
	}
}

func (p *process) expect(want string) {
	p.Helper()
	if got := p.answer(); got != want {
		p.Errorf("answer %q, want %q", got, want)
	}
}

// expectEnd waits for the end of the process, which must be quiet and a success.
func (p *process) expectEnd() {
	p.Helper()
	ended := make(chan error, 1)
	go func() { ended <- p.command.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			p.Errorf("the engine ended with %v", err)
		}
		if p.err.Len() > 0 {
			p.Errorf("it said %q", p.err.String())
		}
	case <-time.After(time.Minute):
		p.Fatal("the engine does not end")
	}
}

// converse returns what the engine answers to the whole of input.
func converse(t *testing.T, input string, args ...string) []string {
	t.Helper()
	command := engineCommand(t, args...)
	command.Stdin = strings.NewReader(input)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(output), "\n\n"), "\n\n")
}
