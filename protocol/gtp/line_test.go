package gtp

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"kaeshi/engine"
)

func TestOddLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	for _, test := range []struct{ input, want string }{
		{"7 name " + long + "\nname\n", "?7 syntax error\n\n= Kaeshi\n\n"},
		{"7 name # " + long + "\nname\n", "=7 Kaeshi\n\n= Kaeshi\n\n"},
		{long + "\n", "? unknown command\n\n"},
		{"na\x01\x7f\rme\r\n", "= Kaeshi\n\n"},
	} {
		if got := dialogue(t, newDouble(), test.input); got != test.want {
			t.Errorf("%.20q...: got %q", test.input, got)
		}
	}
}

// commandLine is the rule by itself: something is left when control
// characters and the comment are gone.
func countCommands(input []byte) int {
	control := regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f]")
	n := 0
	input = bytes.TrimPrefix(input, []byte("\xEF\xBB\xBF"))
	for line := range bytes.SplitSeq(input, []byte("\n")) {
		line, _, _ = bytes.Cut(control.ReplaceAll(line, nil), []byte("#"))
		fields := strings.Fields(string(bytes.ReplaceAll(line, []byte("\t"), []byte(" "))))
		if len(bytes.Trim(line, " \t")) == 0 {
			continue
		}
		n++
		if first := string(bytes.TrimSpace(line)); first == "quit" || len(fields) > 0 && quits(fields) {
			return n
		}
	}
	return n
}

func quits(fields []string) bool {
	if isID(fields[0]) {
		fields = fields[1:]
	}
	return len(fields) > 0 && fields[0] == "quit"
}

// answerShape is what a client can parse. What is analysed comes line by line, each
// begun before the answer is known.
var answerShape = regexp.MustCompile(`^[=?][0-9]*( [^\n]*(\n[^\n]+)*|(\ninfo [^\n]*)*\nplay [^\n]+)?$`)

// Whatever is read, every command gets one answer, and nothing else is said.
func FuzzServe(f *testing.F) {
	for _, text := range readDialogues(f) {
		input, _ := splitDialogue(text)
		f.Add([]byte(input))
	}
	f.Add([]byte("name\r\n\x00\n#\n# interrupt\n \t1 \t play\tb\tf5"))
	f.Add([]byte("\xff\xfe name\n\u00a0name\n\u2003\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		t.Chdir(t.TempDir()) // printsgf writes what it is told to
		if len(input) > 1<<20 || bytes.HasPrefix(input, []byte("\xEF\xBB\xBF")) || isUTF16(input) {
			return // marks are package talk's to read
		}
		var out bytes.Buffer
		e := newDouble()
		if err := NewServer(e, Options{Version: "1"}).Serve(t.Context(), bytes.NewReader(input), &out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		answers := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
		if text == "" {
			answers = nil
		}
		if want := countCommands(input); len(answers) != want {
			t.Errorf("%d answers to %d commands: %q", len(answers), want, text)
		}
		for _, answer := range answers {
			if !answerShape.MatchString(answer) {
				t.Errorf("answer %q", answer)
			}
		}
		checkGame(t, e.Game())
	})
}

// isUTF16 reports whether input may be taken for UTF-16.
func isUTF16(input []byte) bool {
	isMark := bytes.HasPrefix(input, []byte("\xFF\xFE")) || bytes.HasPrefix(input, []byte("\xFE\xFF"))
	return isMark && (len(input) == 2 || bytes.IndexByte(input, 0) >= 0)
}

// checkGame takes the whole game back.
func checkGame(t *testing.T, g *engine.Game) {
	t.Helper()
	start, side := g.Start()
	for g.Undo() == nil {
	}
	if g.Position() != start || g.SideToMove() != side {
		t.Errorf("undo leads to\n%v and not to\n%v", g.Position(), start)
	}
}
