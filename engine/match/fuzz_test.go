package match

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Whatever ReadOpenings accepts is legal, has its passes, and is not over.
func FuzzReadOpenings(f *testing.F) {
	f.Add("f5d6c3d3c4f4f6f3\n")
	f.Add("# a comment\n\nF5 F6 E6 F4\r\n")
	f.Add("f5f6d3g5h5h4f7h6\nf5d\n")
	f.Fuzz(func(t *testing.T, text string) {
		openings, err := ReadOpenings(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, opening := range openings {
			position := board.Start()
			for i, sq := range opening {
				if !position.Legal(sq) {
					t.Fatalf("%s: ply %d is not legal", notation.FormatMoves(opening), i+1)
				}
				position = position.Play(sq)
			}
			if position.Over() {
				t.Fatalf("%s ends the game", notation.FormatMoves(opening))
			}
		}
	})
}

// A journal that somebody edited gives an error or games that can be counted
// and printed.
func FuzzJournal(f *testing.F) {
	discs := 12
	head, _ := json.Marshal(Header{Version: journalVersion, Players: []string{"a", "b"}})
	game, _ := json.Marshal(&Game{
		Round: 1, Black: "a", White: "b", Opening: "F5D6", Moves: "F5D6C3", Result: 1,
		Discs: &discs, Reason: Score, Plays: []Ply{{Seconds: 0.1}},
	})
	f.Add(string(head) + "\n" + string(game) + "\n")
	f.Add(string(head) + "\n" + `{"round":-1,"black":"","moves":"Z9","opening":"F5F5","reason":"?"}` + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		header, games, _, err := parseJournal("journal", strings.NewReader(text))
		if err != nil {
			return
		}
		tally := NewTally(header.Players)
		for i := range games {
			tally.Add(&games[i])
			if bytes.ContainsRune([]byte(games[i].GGF()), '\n') {
				t.Fatalf("the GGF record has two lines: %q", games[i].GGF())
			}
		}
		tally.Standings()
	})
}
