package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"os"
	"regexp"
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
	text := string(files()["/"].text)
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
	want := "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' " + hashOf(part(text, `(?s)<script type="importmap">(.*?)</script>`)) + " " +
		hashOf(part(report.String(), `(?s)<script>(.*?)</script>`)) + "; style-src 'self' " + hashOf(part(report.String(), `(?s)<style>(.*?)</style>`)) +
		"; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
	if policy := part(text, `Content-Security-Policy" content="([^"]*)"`); policy != want {
		t.Errorf("the policy is\n%s, want\n%s", policy, want)
	}
}

// Nothing is loaded from elsewhere.
func TestNothingFromElsewhere(t *testing.T) {
	address := regexp.MustCompile(`(src|href|import|from|url\(|fetch\()[\s=("']*https?:`)
	for path, file := range files() {
		if found := address.Find(file.text); found != nil {
			t.Errorf("%s has %q", path, found)
		}
		if file.kind == "" {
			t.Errorf("%s has no type", path)
		}
	}
}

// Every module of the page is named in it, so that none waits for another that asks for it.
func TestModulesLoadAtOnce(t *testing.T) {
	text := string(files()["/"].text)
	for path := range files() {
		module := strings.HasPrefix(path, "/js/") && path != "/js/worker.js" || regexp.MustCompile(`\.m(odule\.)?js$`).MatchString(path)
		if link := `<link rel="modulepreload" href="` + strings.TrimPrefix(path, "/") + `">`; module != strings.Contains(text, link) {
			t.Errorf("%s: is a module: %v; the page has %s: %v", path, module, link, !module)
		}
	}
}

// The libraries are the published files.
func TestChecksums(t *testing.T) {
	list, err := os.ReadFile("page/vendor/SHA256SUMS.txt")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(list)) {
		if sum, name, found := strings.Cut(strings.TrimSpace(line), "  "); found {
			text, err := os.ReadFile("page/vendor/" + name)
			if actual := sha256.Sum256(text); err != nil || hex.EncodeToString(actual[:]) != sum {
				t.Errorf("%s is not the published file (%v)", name, err)
			}
			count++
		}
	}
	if entries, _ := os.ReadDir("page/vendor"); count < 3 || len(entries) != 4 {
		t.Errorf("%d sums, %d entries", count, len(entries))
	}
}
