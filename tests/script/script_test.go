// Package script holds the whole program, as a process, against dialogues
// written in files: one for every verb.
package script

import (
	"os"
	"path/filepath"
	"testing"

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
		Condition: func(condition string) (bool, error) {
			_, err := os.Stat(shared)
			return condition == "shared" && err == nil, nil
		},
	})
}
