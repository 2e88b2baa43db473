package gtp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// In these dialogues "> " marks what the client writes. Everything else is the
// server's, byte by byte.
var dialogues = []struct{ name, text string }{
	{"lines", `
> protocol_version
= 2

> 12 name
=12 Kaeshi

> 007	version	# the number comes back as it was sent
=007 1.2.3

> # a comment, then lines without a command
>
>   	
> list_games
= Othello

> 13
?13 unknown command

> Name
? unknown command

> 2147483648 name
? unknown command

> 2147483647 name
=2147483647 Kaeshi

> -1 name
? unknown command

> na` + "\x01\x7f\r" + `me
= Kaeshi

> name too much
? syntax error

> 99 frobnicate the board
?99 unknown command
`},
	{"known_command never fails", `
> known_command play
= true

> known_command frobnicate
= false

> known_command
= false

> known_command play it again
= true
`},
	{"games", `
> set_game Othello
=

> set_game othello
=

> set_game Go
? unsupported game

> set_game Hex Go
? unsupported game

> set_game
? syntax error
`},
	{"board size", `
> play b f5
=

> boardsize 8
=

> gogui-rules_legal_moves
= D3 C4 F5 E6

> play b f5
=

> boardsize 19
? unacceptable size

> boardsize 99999999999999999999
? unacceptable size

> boardsize -8
? unacceptable size

> boardsize eight
? syntax error

> boardsize 8.0
? syntax error

> boardsize
? syntax error

> gogui-rules_legal_moves
= F4 D6 F6
`},
	{"settings", `
> komi 6.5
=

> komi -3
=

> komi NaN
? syntax error

> komi much
? syntax error

> set_level 3
=

> level 2
=

> set_level 999
? unacceptable level

> set_level -1
? unacceptable level

> set_level 3.5
? syntax error

> set_level
? syntax error

> book
= off

> book on
=

> book
= on

> book off
=

> book maybe
? syntax error
`},
	{"moves", `
> play B F5
=

> play white f6
=

> play WHITE e6
? illegal move

> play b f6
? illegal move

> play b e9
? syntax error

> play b i1
? syntax error

> play b
? syntax error

> play
? syntax error

> play red e6
? syntax error

> play b e6 e6
? syntax error

> play b pass
? illegal move

> gogui-rules_side_to_move
= black

> undo
=

> undo
=

> undo
? cannot undo

> gogui-rules_side_to_move
= black
`},
	{"several moves", `
> gogui-play_sequence B F5 W D6 B C3
=

> gogui-play_sequence W D3 B A1
? illegal move

> gogui-play_sequence W D3 B
? syntax error

> gogui-play_sequence
=

> gogui-rules_side_to_move
= white

> gg-undo 4
? cannot undo

> gg-undo -1
? syntax error

> gg-undo
=

> gg-undo 2
=

> gg-undo
? cannot undo

> gg-undo 0
=
`},
	{"a move chosen", `
> reg_genmove b
= D3

> gogui-rules_side_to_move
= black

> genmove black
= D3

> gogui-rules_side_to_move
= white

> genmove b
? illegal move

> reg_genmove b
? illegal move

> genmove
? syntax error

> genmove green
? syntax error
`},
	{"a pass is implied, said or asked for", `
> kaeshi-setup -------------------X-------XX--O---XXXOO-----X-O-----X---------- X
=

> gogui-rules_legal_moves
= pass

> genmove b
= PASS

> genmove b
= PASS

> gogui-rules_side_to_move
= white

> undo
=

> play b pass
=

> undo
=

> play w pass
? illegal move

> reg_genmove w
= C5

> gogui-rules_side_to_move
= black

> genmove w
= C5

> undo
=

> gogui-rules_side_to_move
= black

> play white c5
=

> gg-undo 1
=

> gg-undo 1
? cannot undo
`},
	// The shortest game: Black wins 13-0 after nine plies.
	{"the end", `
> final_score
? cannot score

> gogui-rules_final_result
= The game is not over.

> gogui-play_sequence b e6 w f4 b e3 w f6 b g5 w d6 b e7 w f5 b c5
=

> final_score
= B+64

> gogui-rules_legal_moves
=

> gogui-rules_final_result
= Black wins 13-0, by 64 with the empty squares.

> genmove w
= PASS

> genmove w
= PASS

> genmove b
= PASS

> play b pass
=

> play W PASS
=

> play b a1
? illegal move

> final_score
= B+64
`},
	{"display", `
> play b f5
=

> showboard
=` + " " + `
   A B C D E F G H
 1 . . . . . . . . 1
 2 . . . . . . . . 2
 3 . . . . . . . . 3
 4 . . . O X . . . 4
 5 . . . X X X . . 5
 6 . . . . . . . . 6
 7 . . . . . . . . 7
 8 . . . . . . . . 8
   A B C D E F G H
Black (X) 4, White (O) 1, empty 59
White to move

> gogui-rules_board
=` + " " + `
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . X X X . .
. . . O X . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .

> gogui-rules_board_size
= 8

> gogui-rules_game_id
= Othello
`},
	{"time", `
> time_settings 0 1 0
=

> time_settings 600 0 0
=

> time_settings 1.5 0.5 1
=

> time_settings 600 0
? syntax error

> time_settings 600 0 -1
? syntax error

> time_settings -600 0 1
? syntax error

> time_left b 12 0
=

> time_left w -1 0
=

> time_left b
? syntax error

> time_left b soon 0
? syntax error
`},
	{"kaeshi's own", `
> kaeshi-setup --------
? a board has 64 squares, not 8

> kaeshi-setup
? syntax error

> kaeshi-eval
= -2.35

> genmove b
= D3

> kaeshi-stats
= stage midgame
depth 3
selectivity 73%
score +0.00
pv D3
nodes 42
seconds 0.000
nps 0
hashfull 7

> kaeshi-version
= Kaeshi 1.2.3
`},
	{"analysis for GoGui", `
> kaeshi-book-values
= F5 +0.5
D3 -1.0

> kaeshi-moves
= D3 C4 F5 E6

> kaeshi-stable
=

> kaeshi-setup OOO-----O-------O----------XO------OX---------------------XXXXXX X
=

> kaeshi-stable
= A1 B1 C1 A2 A3 C8 D8 E8 F8 G8 H8

> kaeshi-param book on
=

> kaeshi-param level 2
=

> kaeshi-param ponder 1
=

> kaeshi-param
= [list/1/2/3/4/5/6/7/8/9/10] level 2
[bool] book 1
[bool] ponder 1
[bool] live_gfx 0

> kaeshi-ponder
= on

> kaeshi-ponder off
=

> kaeshi-ponder perhaps
? syntax error

> kaeshi-param level 1000
? unacceptable level

> kaeshi-param level high
? syntax error

> kaeshi-param book 2
? syntax error

> kaeshi-param colour blue
? syntax error

> kaeshi-param level
? syntax error
`},
	{"analysis of a finished game", `
> kaeshi-setup --------------------X------XXX----XXXXX----XXX------X----------- O
=

> kaeshi-analyze
=

> 4 lz-analyze b 10
=4

> kaeshi-lines
=

> kaeshi-values
=

> kaeshi-moves
=
`},
	{"analysis, ill asked", `
> kaeshi-analyze green
? syntax error

> kaeshi-analyze b often
? syntax error

> lz-analyze b 10 interval
? syntax error

> lz-analyze b 10 avoid b d3
? syntax error

> lz-analyze b 10 avoid b z9 1
? syntax error

> kata-analyze ownership perhaps
? syntax error

> kaeshi-analyze b 10 avoid b d3,c4,f5,e6 1
? no move is allowed

> kaeshi-analyze b 10 allow b a1 1
? no move is allowed

> kaeshi-solve
? too many empty squares: 60, at most 36
`},
	{"files", `
> loadsgf
? syntax error

> loadsgf no such file.sgf
? cannot load file

> kaeshi-load no such file.sgf 12
? open no such file.sgf: no such file or directory

> printsgf no such folder/game.sgf
? cannot save file
`},
	{"quit", `
> 1 quit
=1

> name
`},
}

func TestDialogues(t *testing.T) {
	for _, d := range dialogues {
		t.Run(d.name, func(t *testing.T) {
			input, want := splitDialogue(d.text)
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
		gogui-rules_legal_moves gogui-rules_board gogui-rules_final_result gogui-interrupt cputime`) {
		if !strings.Contains("\n"+strings.Join(list, "\n")+"\n", "\n"+name+"\n") {
			t.Errorf("%s is missing", name)
		}
	}
}
