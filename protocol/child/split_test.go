package child

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		system, line string
		want         []string // nil for an error
	}{
		{"linux", `gnugo --mode gtp`, []string{"gnugo", "--mode", "gtp"}},
		{"linux", ` 'my engine' "-l 4"  a\ b `, []string{"my engine", "-l 4", "a b"}},
		{"linux", `sh -c 'cd x && exec ./e x'`, []string{"sh", "-c", "cd x && exec ./e x"}},
		{"linux", `e a;b c&d e|f <g> (h) i`, []string{"e", "a;b", "c&d", "e|f", "<g>", "(h)", "i"}},
		{"linux", `e ""`, []string{"e", ""}},
		{"linux", `e 'a`, nil},
		{"darwin", `e a\ b`, []string{"e", "a b"}},
		{"windows", `C:\engines\new\table.exe -l 4`, []string{`C:\engines\new\table.exe`, "-l", "4"}},
		{"windows", `"C:\Program Files\e\e.exe" --book "D:\my books\"`, nil}, // \" is a mark
		{"windows", `"C:\Program Files\e\e.exe" --book "D:\my books\\" x`, []string{`C:\Program Files\e\e.exe`, "--book", `D:\my books\`, "x"}},
		{"windows", `\\server\share\e.exe 'a b'`, []string{`\\server\share\e.exe`, "'a", "b'"}},
		{"windows", `e "" x`, []string{"e", "", "x"}},
		{"windows", `e "a`, nil},
		// Published examples: Microsoft's "Parsing C command-line arguments".
		{"windows", `"a b c" d e`, []string{"a b c", "d", "e"}},
		{"windows", `"ab\"c" "\\" d`, []string{`ab"c`, `\`, "d"}},
		{"windows", `a\\\b d"e f"g h`, []string{`a\\\b`, "de fg", "h"}},
		{"windows", `a\\\"b c d`, []string{`a\"b`, "c", "d"}},
		{"windows", `a\\\\"b c" d e`, []string{`a\\b c`, "d", "e"}},
		{"windows", `a"b"" c d`, []string{`ab"`, "c", "d"}}, // as programs built before 2008, and Go's, have it
	} {
		words, err := split(c.system, c.line)
		if (err != nil) != (c.want == nil) || !slices.Equal(words, c.want) {
			t.Errorf("%s: %s is %q, %v; want %q", c.system, c.line, words, err, c.want)
		}
	}
}

// escape is how Go's os/exec writes a word into a command line of Windows
// (syscall.EscapeArg, which other systems have not).
func escape(word string) string {
	if word == "" {
		return `""`
	}
	var text strings.Builder
	slashes := 0
	for i := range len(word) {
		switch word[i] {
		case '\\':
			slashes++
		case '"':
			text.WriteString(strings.Repeat(`\`, slashes+1))
			slashes = 0
		default:
			slashes = 0
		}
		text.WriteByte(word[i])
	}
	if !strings.ContainsAny(word, " \t") {
		return text.String()
	}
	return `"` + text.String() + strings.Repeat(`\`, slashes) + `"`
}

// What Go writes for a process on Windows is read back, whatever the words.
func TestSplitReadsWhatGoWrites(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		words := make([]string, 1+random.IntN(4))
		line := ""
		for i := range words {
			for range random.IntN(8) {
				words[i] += string(`\\\"" 	aé'=`[random.IntN(10)])
			}
			words[i] = strings.ToValidUTF8(words[i], "")
			line += " " + escape(words[i])
		}
		if got, err := split("windows", line); err != nil || !slices.Equal(got, words) {
			t.Fatalf("%s is %q, %v; want %q", line, got, err, words)
		}
	}
}
