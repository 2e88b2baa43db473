//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"kaeshi/protocol/cli/core"
)

// A signal ends a conversation quietly, whoever is to speak.
func TestSignalsEndQuietly(t *testing.T) {
	tests := []struct {
		name, say, hear string
		args            []string
		signal          os.Signal
		code            int
	}{
		{"idle", "name\n", "= Kaeshi", []string{"gtp"}, os.Interrupt, 0},
		{"terminated", "name\n", "= Kaeshi", []string{"gtp"}, syscall.SIGTERM, 0},
		{"at the board", "f5\n", "Kaeshi plays", []string{"play", "--level", "1"}, os.Interrupt, 130},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in, say := io.Pipe()
			hear, out := io.Pipe()
			defer say.Close()
			var stderr bytes.Buffer
			code := make(chan int)
			go func() {
				code <- Main(append([]string{core.Program}, test.args...), in, out, &stderr)
				out.Close()
			}()
			go io.WriteString(say, test.say)
			lines := bufio.NewScanner(hear)
			for lines.Scan() && !strings.Contains(lines.Text(), test.hear) {
			}
			go io.Copy(io.Discard, hear)
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				t.Fatal(err)
			}
			self.Signal(test.signal)
			if got := <-code; got != test.code || stderr.Len() > 0 {
				t.Errorf("code %d, want %d; stderr %q", got, test.code, &stderr)
			}
		})
	}
}
