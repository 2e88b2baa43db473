package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaeshi/engine"
	"kaeshi/engine/notation"
	"kaeshi/protocol/gamereport"
)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// The page may run its own scripts and the one of a report, and nothing else; a report
// that it opens has its styles. Change the policy in index.html when this fails.
func TestPolicy(t *testing.T) {
	text := string(Files()[First].Text)
	part := func(text, pattern string) string {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no %s", pattern)
		}
		return found[1]
	}
	e, err := engine.New(engine.Options{Level: engine.AtLevel(1), Threads: 1, HashMB: 1})
	if err != nil {
		t.Fatal(err)
	}
	games, err := notation.ReadGames("", strings.NewReader("F5"))
	if err != nil {
		t.Fatal(err)
	}
	analysis, err := gamereport.Analyze(context.Background(), e, games[0], 1, func() {})
	if err != nil {
		t.Fatal(err)
	}
	out, err := gamereport.NewOutput(".html")
	if err != nil {
		t.Fatal(err)
	}
	var report bytes.Buffer
	if err := out.Add(analysis); err != nil {
		t.Fatal(err)
	}
	if err := out.Finish(&report); err != nil {
		t.Fatal(err)
	}
	want := "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' " + hashOf(part(report.String(), `(?s)<script>(.*?)</script>`)) + "; style-src 'self' " + hashOf(part(report.String(), `(?s)<style>(.*?)</style>`)) +
		"; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
	if policy := part(text, `Content-Security-Policy" content="([^"]*)"`); policy != want {
		t.Errorf("the policy is\n%s, want\n%s", policy, want)
	}
}

// Nothing is loaded from elsewhere.
func TestNothingFromElsewhere(t *testing.T) {
	address := regexp.MustCompile(`(src|href|import|from|url\(|fetch\()[\s=("']*https?:`)
	for path, file := range Files() {
		if found := address.Find(file.Text); found != nil {
			t.Errorf("%s has %q", path, found)
		}
		if file.Type == "" {
			t.Errorf("%s has no type", path)
		}
	}
}

// The script of the page has every module once, each behind those that it imports, and
// no browser has to ask for another one.
func TestJoin(t *testing.T) {
	all := Files()
	joined := string(all[script].Text)
	if !strings.Contains(string(all[First].Text), `<script type="module" src="`+script+`">`) {
		t.Errorf("the page does not load %s", script)
	}
	module := regexp.MustCompile(`^js/.*\.js$|\.m(odule\.)?js$`)
	for path, file := range all {
		if !module.MatchString(path) || path == "js/worker.js" {
			continue
		}
		// Its longest line, but for the ends, where import and export would be.
		line := slices.MaxFunc(strings.Split(string(file.Text), "\n"), func(a, b string) int { return len(a) - len(b) })
		part := line[len(line)/2 : len(line)/2+20]
		if len(line) < 60 || strings.Count(joined, part) != 1 {
			t.Errorf("%s is there %d times", path, strings.Count(joined, part))
		}
	}
	if found := regexp.MustCompile(`(?m)^(import|export)\b.*`).FindString(joined); found != "" {
		t.Errorf("the script has %q", found)
	}
	if engine, use := strings.Index(joined, "\nclass Engine"), strings.Index(joined, "new Engine("); engine < 0 || use < engine {
		t.Errorf("a module at %d stands before what it imports at %d", use, engine)
	}
}

// A form that the joiner does not know is an error, and no script that breaks in a browser.
func TestJoinRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"import * as x from './b.js';\n":      "js/app.js imports in a form that join does not know",
		"import {x} from './missing.js';\n":   "no module js/missing.js",
		"import {render} from 'preact';\nx\n": "vendor/preact/preact.mjs imports or exports in a form",
	} {
		_, err := join(map[string]File{firstModule: {Text: []byte(text)}, "vendor/preact/preact.mjs": {Text: []byte("export * from 'x'")}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The libraries are the published files.
func TestChecksums(t *testing.T) {
	list, err := os.ReadFile("vendor/SHA256SUMS.txt")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(list)) {
		if sum, name, found := strings.Cut(strings.TrimSpace(line), "  "); found {
			text, err := os.ReadFile("vendor/" + name)
			if actual := sha256.Sum256(text); err != nil || hex.EncodeToString(actual[:]) != sum {
				t.Errorf("%s is not the published file (%v)", name, err)
			}
			count++
		}
	}
	if entries, _ := os.ReadDir("vendor"); count < 3 || len(entries) != 4 {
		t.Errorf("%d sums, %d entries", count, len(entries))
	}
}
