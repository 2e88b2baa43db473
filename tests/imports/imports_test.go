// Package imports checks the plan of the packages: imports run downward only, so
// that every layer can be read, tested and replaced without those above it.
package imports

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "kaeshi"

// mayImport is what each package may depend on, directly or through others.
// Test code is free.
var mayImport = map[string][]string{
	"engine/board":       {},
	"engine/disk":        {},
	"engine/linear":      {},
	"engine/pattern":     {"engine/board"},
	"engine/notation":    {"engine/board", "engine/disk"},
	"engine/clock":       {"engine/board"},
	"engine/tt":          {"engine/board"},
	"engine/match/stats": {"engine/linear"},
	"engine/jobs":        {},
	"engine/bench":       thinking(),
	"weights":            {"engine/board", "engine/disk", "engine/pattern"},
	"engine/eval":        {"engine/board", "engine/disk", "engine/pattern", "weights"},
	"engine/search":      {"engine/board", "engine/clock", "engine/disk", "engine/eval", "engine/pattern", "engine/tt", "weights"},
	"engine/human":       {"engine/board", "engine/clock", "engine/disk", "engine/eval", "engine/pattern", "engine/search", "engine/tt", "weights"},
	"engine": {"engine/board", "engine/clock", "engine/disk", "engine/eval", "engine/human", "engine/notation", "engine/pattern", "engine/search",
		"engine/tt", "weights"},
	"engine/match":           thinking("engine/linear", "engine/match/stats"),
	"book/bulk":              {},
	"book/foreign":           {"book/bulk", "engine/board", "engine/disk"},
	"book":                   thinking("book/bulk", "book/foreign"),
	"book/learn":             thinking("book", "book/bulk", "book/foreign"),
	"weights/train":          thinking("engine/jobs", "engine/linear"),
	"weights/train/humanfit": thinking(),
	"protocol/child":         {},
	"protocol/child/link":    thinking("engine/linear", "engine/match", "engine/match/stats", "protocol/child"),
	"protocol/cluster":       {"engine/disk", "engine/jobs"},
	"protocol/cluster/tasks": thinking("book", "book/bulk", "book/foreign", "book/learn", "engine/jobs", "engine/linear", "engine/match", "engine/match/stats",
		"protocol/child", "protocol/child/link", "protocol/entrant", "protocol/gtp/client", "protocol/nboard/client", "protocol/ugi/client",
		"weights/train"),
	"protocol/entrant": thinking("book", "book/bulk", "book/foreign", "engine/linear", "engine/match", "engine/match/stats", "protocol/child", "protocol/child/link",
		"protocol/gtp/client", "protocol/nboard/client", "protocol/ugi/client"),
	"protocol/gtp":            thinking("protocol/talk"),
	"protocol/gtp/client":     thinking("engine/linear", "engine/match", "engine/match/stats", "protocol/child", "protocol/child/link"),
	"protocol/gtp/regress":    thinking("engine/linear", "engine/match", "engine/match/stats", "protocol/child", "protocol/child/link", "protocol/gtp/client"),
	"protocol/talk":           {},
	"protocol/nboard":         thinking("protocol/talk"),
	"protocol/cassio":         thinking("protocol/talk"),
	"protocol/ugi":            thinking("protocol/talk"),
	"protocol/nboard/client":  thinking("engine/linear", "engine/match", "engine/match/stats", "protocol/child", "protocol/child/link"),
	"protocol/ugi/client":     thinking("engine/linear", "engine/match", "engine/match/stats", "protocol/child", "protocol/child/link"),
	"protocol/jsonl":          thinking("book", "book/bulk", "book/foreign", "protocol/draw", "protocol/explain", "protocol/gamereport", "protocol/talk"),
	"protocol/web":            thinking("book", "book/bulk", "book/foreign", "protocol/draw", "protocol/explain", "protocol/gamereport", "protocol/jsonl", "protocol/talk", "protocol/web/page"),
	"protocol/web/page":       {},
	"protocol/web/wasm":       {},
	"protocol/web/wasm/page":  {"protocol/web/page"},
	"protocol/web/wasm/round": {"engine/board", "engine/disk", "engine/pattern", "weights"},
	"protocol/draw":           {},
	"protocol/explain":        {"engine/board"},
	"protocol/gamereport":     thinking("protocol/draw", "protocol/explain"),
}

// thinking is the engine with all that is under it, and more.
func thinking(more ...string) []string {
	return append([]string{"engine", "engine/board", "engine/clock", "engine/disk", "engine/eval", "engine/human", "engine/notation",
		"engine/pattern", "engine/search", "engine/tt", "weights"}, more...)
}

// families are the packages of verbs below protocol/cli, which imports them all;
// they share protocol/cli/core and console and know nothing of each other.
var families = []string{"speak", "games", "convert", "reports", "solve", "match", "book", "study", "train", "human", "web", "cluster", "completion"}

// voices are the packages that only protocol/cli may import: what is under it
// returns facts and lets the command line report them.
var voices = []string{"github.com/sirupsen/logrus", "github.com/urfave/cli/v2", "log", "log/slog"}

func TestImportsRunDownward(t *testing.T) {
	for pkg, deps := range list(t, "Deps") {
		allowed, known := mayImport[pkg]
		switch {
		case wires(pkg):
			continue
		case !known:
			t.Errorf("%s has no place in the house: add it to mayImport", pkg)
			continue
		}
		for _, dep := range deps {
			inner, ours := strings.CutPrefix(dep, module+"/")
			if ours && !slices.Contains(allowed, inner) {
				t.Errorf("%s imports %s", pkg, inner)
			}
		}
	}
}

func TestOnlyTheCommandLineSpeaks(t *testing.T) {
	for pkg, imports := range list(t, "Imports") {
		for _, voice := range voices {
			if !wires(pkg) && slices.Contains(imports, voice) {
				t.Errorf("%s imports %s", pkg, voice)
			}
		}
	}
}

// TestVerbsShareOnlyTheCore holds protocol/cli to its order: the app, then the
// families of verbs, then core, then console.
func TestVerbsShareOnlyTheCore(t *testing.T) {
	const app, core, console = commandLine, commandLine + "/core", commandLine + "/console"
	shared := map[string][]string{core: {console}, console: {}}
	for pkg, deps := range list(t, "Deps") {
		family, below := strings.CutPrefix(pkg, app+"/")
		if !below {
			continue
		}
		allowed, isShared := shared[pkg]
		if !isShared {
			allowed = []string{core, console}
			if !slices.Contains(families, family) {
				t.Errorf("%s has no place in the house: add it to families", pkg)
			}
		}
		for _, dep := range deps {
			inner, _ := strings.CutPrefix(dep, module+"/")
			if isCommandLine(inner) && !slices.Contains(allowed, inner) {
				t.Errorf("%s imports %s", pkg, inner)
			}
		}
	}
}

const commandLine = "protocol/cli"

func isCommandLine(pkg string) bool {
	return pkg == commandLine || strings.HasPrefix(pkg, commandLine+"/")
}

// wires reports whether a package may import what it likes of the house: the
// program itself, its command line, and the tests of the whole.
func wires(pkg string) bool {
	return pkg == "" || isCommandLine(pkg) || strings.HasPrefix(pkg, "tests/")
}

// list returns every package of the module by its path inside it, with the
// packages in one field of go list.
func list(t *testing.T, field string) map[string][]string {
	t.Helper()
	format := "{{.ImportPath}} {{join ." + field + " \" \"}}"
	out, err := exec.Command("go", "list", "-f", format, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		found[strings.TrimPrefix(strings.TrimPrefix(words[0], module), "/")] = words[1:]
	}
	return found
}
