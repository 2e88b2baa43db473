package regress

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaeshi/protocol/child"
	"kaeshi/protocol/gtp/client"
)

// The test binary is also the engine of these tests: run as "BINARY echo" it
// answers each command with its arguments, "fail" with an error, "stop" not at
// all, and "stream" until there is input.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "echo" {
		echo()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func echo() {
	input := make(chan string)
	go func() {
		defer close(input)
		for text := make([]byte, 1<<16); ; {
			n, err := os.Stdin.Read(text)
			if err != nil {
				return
			}
			input <- strings.TrimRight(string(text[:n]), "\n")
		}
	}()
	for line := range input {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		id := ""
		if strings.Trim(fields[0], "0123456789") == "" {
			id, fields = fields[0], fields[1:]
		}
		switch fields[0] {
		case "fail":
			fmt.Printf("?%s it is not to be\n\n", id)
		case "stop":
			return
		case "stream":
			fmt.Printf("=%s\ninfo move A1\n", id)
			<-input
			fmt.Print("\n")
		default:
			fmt.Printf("=%s %s\n\n", id, strings.Join(fields[1:], " "))
		}
	}
}

func run(t *testing.T, suite string) []Outcome {
	t.Helper()
	commands, err := Parse(strings.NewReader("\uFEFF" + suite))
	if err != nil {
		t.Fatal(err)
	}
	engine, err := client.Start(fmt.Sprintf("'%s' echo", os.Args[0]), child.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	var outcomes []Outcome
	Run(context.Background(), engine, commands, 20*time.Second, func(o Outcome) { outcomes = append(outcomes, o) })
	return outcomes
}

// The verdicts are those that gogui-regress gives.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		suite string
		want  Verdict
	}{
		{"1 say D3\n#? [D3]\n", Passed},
		{"1 say D3\n#? [D|E3]\n", Failed},
		{"1 say D3\n#? [D3|E3]\n", Passed},
		{"1 say D3\n#? [D]\n", Failed},
		{"1 say D3\n#? [!E3]\n", Passed},
		{"1 say D3\n#? [!D.]\n", Failed},
		{"1 say D3\n#? [E3]*\n", KnownFailure},
		{"1 say D3\n#? [D3]*\n", UnexpectedPass},
		{"1 say\n#? []\n", Passed},
		{"1 say B+4 # a comment\n# another\n\n#? [B\\+4]\n", Passed},
		{"1 fail\n#? [.*]\n", Failed},
		{"1 fail\n#? [!D3]\n", Failed},
		{"1 fail\n#? [D3]*\n", KnownFailure},
		{"1 stream\n#? [info move A1]\n", Passed},
		{"fail\n", Refused},
		{"say D3\n#? [ D3 ]\n", Passed}, // neither number nor blanks matter
		{"1 stream\n#? [info.*]\n", Passed},
	} {
		outcomes := run(t, c.suite)
		if len(outcomes) != 1 || outcomes[0].Verdict != c.want {
			t.Errorf("%q: %v, want %v", c.suite, outcomes, c.want)
		}
	}
}

func TestEngineThatEnds(t *testing.T) {
	outcomes := run(t, "say\n1 say A\n#? [A]\nstop\nsay\n2 say B\n#? [B]\n3 say C\n#? [X]*\n")
	var verdicts []Verdict
	for _, o := range outcomes {
		verdicts = append(verdicts, o.Verdict)
	}
	if fmt.Sprint(verdicts) != "[PASSED ERROR FAILED known failure]" {
		t.Errorf("the verdicts are %v", verdicts)
	}
	if !strings.Contains(outcomes[2].Detail(), "gone since line 4") {
		t.Errorf("the detail is %q", outcomes[2].Detail())
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ suite, want string }{
		{"#? [A]\n", "line 1: a pattern before the first command"},
		{"1 name\n#? [A]\n#? [B]\n", "line 3: a second pattern"},
		{"1 name\n#? A\n", "line 2: a pattern looks like"},
		{"1 name\n#? [(]\n", "line 2: the pattern \"(\" is not a regular expression"},
	} {
		if _, err := Parse(strings.NewReader(c.suite)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.suite, err, c.want)
		}
	}
}

// Our own suites parse, and so must whatever else is thrown at the parser.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("../../../tests/gtp/*.tst")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			f.Add(string(text))
		}
	}
	f.Add("1 name\n#? [!A]*\n")
	f.Fuzz(func(t *testing.T, suite string) {
		commands, _ := Parse(strings.NewReader(suite))
		for _, c := range commands {
			if strings.ContainsAny(c.Text, "#\n") || c.Text == "" {
				t.Errorf("the command is %q", c.Text)
			}
		}
	})
}

func TestJUnit(t *testing.T) {
	reports := []Report{{Name: "a.tst", Elapsed: time.Second, Outcomes: []Outcome{
		{Command: Command{Text: "1 genmove b", ID: "1"}, Verdict: Passed},
		{Command: Command{Text: "2 <&>", ID: "2", Correct: "D3"}, Verdict: Failed, Answer: "E3\x00"},
		{Command: Command{Text: "3 x", ID: "3", Correct: "D3"}, Verdict: KnownFailure},
		{Command: Command{Text: "4 x", ID: "4"}, Verdict: UnexpectedPass},
		{Command: Command{Text: "play b a1"}, Verdict: Ended, Answer: "? illegal move"},
	}}}
	var text bytes.Buffer
	if err := WriteJUnit(&text, reports); err != nil {
		t.Fatal(err)
	}
	var back junitSuites
	if err := xml.Unmarshal(text.Bytes(), &back); err != nil {
		t.Fatalf("%v in\n%s", err, text.String())
	}
	if back.Tests != 5 || back.Failures != 1 || back.Errors != 1 || back.Skipped != 1 || len(back.Suites[0].Cases) != 5 {
		t.Errorf("%+v", back)
	}
	if failed := back.Suites[0].Cases[1]; failed.Name != "2 <&>" || failed.Failure == nil || !strings.Contains(failed.Failure.Message, "E3") {
		t.Errorf("%+v", failed)
	}
}
