//go:build long

// Package fuzz runs every fuzz target of the program for half a minute. What it
// finds is written to the testdata of the package, where plain tests see it too.
//
//	go test -tags long -timeout 60m ./tests/fuzz
package fuzz

import (
	"os/exec"
	"strings"
	"testing"
)

const duration = "30s"

func TestEveryTarget(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go tool is not here")
	}
	listed, err := exec.Command(tool, "test", "-list", "^Fuzz", "kaeshi/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for line := range strings.Lines(string(listed)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 1:
			targets = append(targets, words[0])
		case words[0] == "ok": // the package of the targets above
			for _, target := range targets {
				run(t, tool, words[1], target)
			}
			fallthrough
		default:
			targets = nil
		}
	}
}

func run(t *testing.T, tool, pkg, target string) {
	t.Run(strings.TrimPrefix(pkg, "kaeshi/")+"/"+target, func(t *testing.T) {
		command := exec.Command(tool, "test", "-run", "^$", "-fuzz", "^"+target+"$", "-fuzztime", duration, pkg)
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
	})
}
