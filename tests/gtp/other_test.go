package gtp

import (
	"strings"
	"testing"
)

// A client that was given plain kaeshi is served in the protocol it speaks.
func TestFirstWordOfAnotherProtocol(t *testing.T) {
	for _, test := range []struct{ input, want string }{
		{"nboard 2\nping 7\nquit\n", "pong 7\n"},
		{"ugi\nisready\nquit\n", "readyok\n"},
		{"ENGINE-PROTOCOL init\nENGINE-PROTOCOL quit\n", "ready.\n"},
	} {
		command := engineCommand(t)
		command.Stdin = strings.NewReader(test.input)
		output, err := command.Output()
		if err != nil || !strings.Contains(string(output), test.want) {
			t.Errorf("%q: %q, %v", test.input, output, err)
		}
	}
	command := engineCommand(t)
	command.Stdin = strings.NewReader("xboard\nprotover 2\n")
	output, err := command.CombinedOutput()
	if err == nil || strings.Count(string(output), "\n") != 1 || !strings.Contains(string(output), "GTP") {
		t.Errorf("xboard: %q, %v", output, err)
	}
}
