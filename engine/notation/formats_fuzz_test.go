package notation_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"kaeshi/engine/notation"
)

// checkReader holds a reader against its writer: whatever it accepts reads back the
// same, and whatever it refuses it refuses in one line that names the file.
func checkReader(t *testing.T, name, format string, content []byte) {
	var games []notation.Game
	err := notation.ScanGames(name, bytes.NewReader(content),
		func(g notation.Game) error { games = append(games, g); return nil },
		func(err error) error {
			checkFault(t, name, err)
			return nil
		})
	if err != nil {
		checkFault(t, name, err)
	}
	for _, g := range games {
		if p, _ := g.End(); !p.Valid() {
			t.Fatalf("two discs on one square after %+v", g)
		}
		_ = g.Odd()
	}
	if len(games) == 0 {
		return
	}
	var printed bytes.Buffer
	if err := notation.WriteGames(format, &printed, games); err != nil {
		t.Fatalf("%+v cannot be printed: %v", games, err)
	}
	text := printed.String()
	again, err := notation.ReadGames(name, &printed)
	for _, list := range [][]notation.Game{games, again} {
		for i := range list {
			list[i].Line = 0
			for n := range list[i].Moves {
				if format == "ggf" { // has no place for it
					list[i].Moves[n].Comment = ""
				}
			}
		}
	}
	if err != nil || !reflect.DeepEqual(again, games) {
		t.Fatalf("%q is printed as %q (%v):\n%+v\n%+v", content, text, err, games, again)
	}
}

func checkFault(t *testing.T, name string, err error) {
	if text := err.Error(); !strings.HasPrefix(text, name+":") || strings.ContainsAny(text, "\r\n") {
		t.Errorf("the error is not one line that names the file: %q", text)
	}
}

func FuzzGGF(f *testing.F) {
	const head = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"
	for _, seed := range []string{
		head + "PB[a]PW[b]RE[+12.000:r]TI[15:00//02:00]TY[s8r5]KM[1]CO[x]B[F5//1.5]W[D6/-1.25/3];)",
		head + "B[f5]W[f6]B[d3]W[g5]B[h5]W[h4]B[f7]W[h6]B[PA]W[c5];)",
		"(;GM[Othello]" + head + ";)", "(;GM[Othello]RE[", "(;GM[2]AB[d4]PL[W])", "2 " + head + ";)" + head + ";)",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if bytes.Count(content, []byte("(")) == bytes.Count(content, []byte("(;GM[Othello]")) {
			checkReader(t, "x.ggf", "ggf", content)
			return
		}
		_, _ = notation.ReadGames("x.ggf", bytes.NewReader(content)) // may be SGF
	})
}

func FuzzSGF(f *testing.F) {
	for _, seed := range []string{
		"(;FF[4]GM[2]SZ[8]PB[a]RE[B+12]TM[600]C[a\\]b];B[fe]V[1]ET[2]C[x];W[ff](;B[ef])(;B[dc]))",
		"(;GM[2];B[f5];W[f6];B[d3];W[g5];B[h5];W[h4];B[f7];W[h6];B[pa];W[c5])",
		"(;AP[GoGui];B[fd];W[fc];B[df];W[gd];B[hd];W[he];B[fb];W[hc];B[];W[cd])",
		"(;GM[2]AB[aa:cc][h8]AW[hh]AE[bb]PL[W])", "(;GM[2]AB[dd][ee]AW[de][ed];B[fd])", "(;GM[2]AB[];B[])", "((;", "(;C[\\",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if !bytes.Contains(content, []byte("BO")) && !bytes.Contains(content, []byte("GM[")) {
			checkReader(t, "x.sgf", "sgf", content)
			return
		}
		_, _ = notation.ReadGames("x.sgf", bytes.NewReader(content))
	})
}

func FuzzPGN(f *testing.F) {
	for _, seed := range []string{
		"[Black \"a \\\" b\"]\n[Result \"10-54\"]\n[TimeControl \"900+10\"]\n\n1. f5 {[%eval 1.5] [%emt 2] c} d6 2. c3 10-54\n",
		"1. f5 (1. d3) d6 $1 ; c\n%x\n*", "[FEN \"" + startBoard + " O\"]\n[Theory \"-4 at 24 empties\"]\n1. c4 *",
		"f5f6d3g5h5h4f7h6 -- c5", "[", "{", "(", "[Black \"", "1-0 0-1",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkReader(t, "x.pgn", "pgn", content) })
}

func FuzzWTHOR(f *testing.F) {
	game := make([]byte, 16+68)
	copy(game, []byte{20, 5, 10, 8, 1, 0, 0, 0, 0, 0, 0xBA, 7, 8, 0, 24})
	copy(game[16:], []byte{0, 1, 0, 2, 0, 0, 41, 41, 56, 46, 35})
	f.Add(game)
	f.Add(game[:40])
	f.Add([]byte("version https://git-lfs.github.com/spec/v1"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, content []byte) {
		games, err := notation.ReadGames("x.wtb", bytes.NewReader(content))
		if err != nil {
			checkFault(t, "x.wtb", err)
		}
		if len(games)*68 > len(content) {
			t.Errorf("%d games from %d bytes", len(games), len(content))
		}
		if len(games) == 0 {
			return
		}
		var printed bytes.Buffer
		if err := notation.WriteGames("wtb", &printed, games); err != nil {
			t.Fatal(err)
		}
		again, err := notation.ReadGames("x.wtb", &printed)
		if err != nil || !reflect.DeepEqual(again, games) {
			t.Errorf("%+v reads back as %+v (%v)", games, again, err)
		}
	})
}

func FuzzMoveLists(f *testing.F) {
	for _, seed := range []string{"f5d6c3\nF5F6 -4\n", "f5d6\n1.5\nd3\n", "f5\nx\n#\n%\n--", "\uFEFFf5d6 +4\r\n", "1\n2"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		_, err := notation.ReadGames("x.txt", bytes.NewReader(content))
		if err != nil {
			checkFault(t, "x.txt", err)
		}
		transcripts, err := notation.ReadTranscripts("x.txt", bytes.NewReader(content), func(err error) error {
			checkFault(t, "x.txt", err)
			return nil
		})
		if err != nil {
			checkFault(t, "x.txt", err)
		}
		for _, tr := range transcripts {
			if tr.Value != tr.Value || tr.Value < -64 || tr.Value > 64 || len(tr.Plies) == 0 {
				t.Errorf("%+v was accepted", tr)
			}
		}
	})
}
