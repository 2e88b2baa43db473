package gtp

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// words is what random commands are made of: those that mean something, and
// those that nearly do. Levels stay low, for the sake of time.
var words = strings.Fields(`
	b w B W black white red f5 d3 c4 e6 d6 f4 F6 c3 pass PASS resign i9 a0 h8 a1
	0 1 2 8 -1 19 7.5 1e9 99999999999999999999 NaN on off true maybe
	interval maxmoves avoid allow d3,c4 ownership level book ponder live_gfx
	Othello Go 8x8 no_such_file.sgf sgf/quarry.sgf sgf/edax.sgf
	-------------------X-------XX--O---XXXOO-----X-O-----X---------- X O ;`)

func listCommands(t *testing.T) []string {
	t.Helper()
	list := converse(t, "list_commands\n")[0]
	var names []string
	for _, name := range strings.Fields(list)[1:] {
		// printsgf writes files, quit ends, and a level may take minutes.
		if name != "printsgf" && name != "quit" && name != "kaeshi-param" && !strings.HasSuffix(name, "level") {
			names = append(names, name)
		}
	}
	return names
}

// randomLine is a command with random words behind it, at times damaged.
func randomLine(r *rand.Rand, commands []string) string {
	line := commands[r.IntN(len(commands))]
	for range r.IntN(5) {
		line += " " + words[r.IntN(len(words))]
	}
	for r.IntN(4) == 0 {
		bytes := []byte(line)
		bytes[r.IntN(len(bytes))] = byte(r.IntN(256))
		line = string(bytes)
	}
	return line
}

// Each command gets one answer, in order, whatever it is.
func TestRandomCommandsGetOneAnswerEach(t *testing.T) {
	const n = 10000
	r := rand.New(rand.NewPCG(7, 7))
	commands := listCommands(t)
	var input strings.Builder
	input.WriteString("set_level 1\n")
	for i := range n {
		line := randomLine(r, commands)
		// A broken line or a comment would change the count.
		line = strings.NewReplacer("\n", "", "#", "").Replace(line)
		fmt.Fprintf(&input, "%d %s\n", i, line)
	}
	answers := converse(t, input.String(), "--seed", "1")[1:]
	if len(answers) != n {
		t.Fatalf("%d answers to %d commands", len(answers), n)
	}
	shape := regexp.MustCompile(`^[=?]([0-9]+)( .*|(\ninfo .*)*)?`)
	failed := 0
	for i, answer := range answers {
		found := shape.FindStringSubmatch(answer)
		if found == nil || found[1] != fmt.Sprint(i) {
			t.Fatalf("answer %d is %q", i, answer)
		}
		if answer[0] == '?' {
			failed++
		}
	}
	if failed == n || failed == 0 {
		t.Errorf("%d of %d commands failed: no fair sample", failed, n)
	}
}
