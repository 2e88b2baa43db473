package gtp

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the reference of the commands anew")

const (
	referenceFile  = "README.md"
	referenceBegin = "<!-- commands: written by go test -run Reference -update -->\n"
	referenceEnd   = "<!-- end of commands -->\n"
)

// The tables between the marks in README.md are the vocabulary.
func TestReference(t *testing.T) {
	content, err := os.ReadFile(referenceFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(content), referenceBegin)
	_, after, foundEnd := strings.Cut(rest, referenceEnd)
	if !found || !foundEnd {
		t.Fatalf("%s lacks the marks", referenceFile)
	}
	want := before + referenceBegin + reference(vocabulary()) + referenceEnd + after
	if *update {
		if err := os.WriteFile(referenceFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(content)); diff != "" {
		t.Errorf("%s is out of date (-want +got), run with -update:\n%s", referenceFile, diff)
	}
}

func reference(groups []group) string {
	var text strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&text, "\n### %s\n\n| command | what it does |\n|---|---|\n", g.title)
		for _, c := range g.commands {
			usage := strings.ReplaceAll(strings.TrimSpace(c.name+" "+c.args), "|", `\|`)
			fmt.Fprintf(&text, "| `%s` | %s |\n", usage, c.help)
		}
	}
	return text.String() + "\n"
}

func TestTableIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range vocabulary() {
		for _, c := range g.commands {
			if seen[c.name] || c.help == "" || c.run == nil {
				t.Errorf("%s: twice, without help or without effect", c.name)
			}
			seen[c.name] = true
			f := parseForm(c.args)
			for _, kind := range append(append(f.required, f.optional...), f.repeated...) {
				if kinds[kind] == nil {
					t.Errorf("%s: no kind %s", c.name, kind)
				}
			}
		}
	}
}
