package gtp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// In a dialogue "> " marks what the client writes. Everything else is the
// server's, byte by byte.
const dialogueFiles = "testdata/dialogues/*.txt"

// readDialogues returns the dialogues by their names.
func readDialogues(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob(dialogueFiles)
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s: %v", dialogueFiles, err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".txt")] = string(text)
	}
	return texts
}

func TestDialogues(t *testing.T) {
	for name, text := range readDialogues(t) {
		t.Run(name, func(t *testing.T) {
			input, want := splitDialogue(text)
			got := dialogue(t, newDouble(), input)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

// splitDialogue parts the client's lines from the server's.
func splitDialogue(text string) (input, want string) {
	var in, out strings.Builder
	for line := range strings.Lines(strings.TrimPrefix(text, "\n")) {
		if said, ok := strings.CutPrefix(line, ">"); ok {
			in.WriteString(strings.TrimPrefix(said, " "))
		} else {
			out.WriteString(line)
		}
	}
	return in.String(), strings.TrimRight(out.String(), "\n") + "\n\n"
}

func TestListCommandsListsKnownCommands(t *testing.T) {
	list := strings.Fields(dialogue(t, newDouble(), "list_commands\n"))[1:]
	var ask strings.Builder
	for _, name := range list {
		ask.WriteString("known_command " + name + "\n")
	}
	answers := strings.Fields(dialogue(t, newDouble(), ask.String()))
	for i, name := range list {
		if answers[2*i+1] != "true" {
			t.Errorf("%s is listed and not known", name)
		}
	}
	// What clients look for before they use an engine for Othello.
	for _, name := range strings.Fields(`protocol_version name version known_command list_commands quit
		boardsize clear_board komi set_game list_games play genmove undo reg_genmove gg-undo
		gogui-play_sequence time_settings time_left final_score loadsgf printsgf kaeshi-load gogui-analyze_commands showboard set_level
		level book gogui-rules_game_id gogui-rules_board_size gogui-rules_side_to_move
		gogui-setup gogui-setup_player gogui-rules_setup clear_cache stop lz-genmove_analyze kata-genmove_analyze all_legal move_history
		gogui-rules_legal_moves gogui-rules_board gogui-rules_final_result gogui-interrupt cputime`) {
		if !strings.Contains("\n"+strings.Join(list, "\n")+"\n", "\n"+name+"\n") {
			t.Errorf("%s is missing", name)
		}
	}
}
