// Package script holds the whole program, as a process, against dialogues
// written in files: one for every verb.
package script

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"kaeshi/protocol/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"kaeshi": func() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// Scripts find the shared data, where there is any, in $SHARED, and ask for it
// with [shared]; $ROOT is the source tree.
// "damage FILE TEXT" changes the first byte of every TEXT in a file, "port NAME" sets $NAME
// to a port that nobody uses, and "await PATTERN PROGRAM..." runs a program until what it
// prints has the pattern.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	shared := filepath.Join(root, "..", "shared", "data")
	testscript.Run(t, testscript.Params{
		Dir: ".",
		Setup: func(env *testscript.Env) error {
			env.Setenv("SHARED", shared)
			env.Setenv("ROOT", root)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"damage": damage, "port": port, "await": await},
		Condition: func(condition string) (bool, error) {
			_, err := os.Stat(shared)
			return condition == "shared" && err == nil, nil
		},
	})
}

func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: damage FILE TEXT")
	}
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	text := []byte(args[1])
	if !bytes.Contains(data, text) {
		ts.Fatalf("%s: no %q in it", args[0], text)
	}
	other := bytes.Clone(text)
	other[0] ^= 0x20
	data = bytes.ReplaceAll(data, text, other)
	ts.Check(os.WriteFile(path, data, 0o644))
}

func port(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: port NAME")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv(args[0], strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	ts.Check(listener.Close())
}

func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: await PATTERN PROGRAM...")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		_ = ts.Exec(args[1], args[2:]...) // it may fail at first
		if text := ts.ReadFile("stdout"); pattern.MatchString(text) {
			return
		} else if time.Since(begun) > time.Minute {
			ts.Fatalf("%q never prints %q, but\n%s%s", args[1:], args[0], text, ts.ReadFile("stderr"))
		}
	}
}
