package notation_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Every file of the tournament database that is here: as many games as its header
// says, all of them legal, and the stated score that of the moves, but for some games
// that were stopped and awarded.
func TestReadWTHORDatabase(t *testing.T) {
	folder := sharedOrSample(t, "wthor")
	paths, _ := filepath.Glob(filepath.Join(folder, "*.wtb"))
	if len(paths) < 18 && !strings.HasSuffix(filepath.Dir(folder), filepath.Join("tests", "data")) || len(paths) == 0 {
		t.Fatalf("only %d files", len(paths))
	}
	total, stopped := 0, 0
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		promised := int(binary.LittleEndian.Uint32(content[4:]))
		year := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "WTH_"), ".wtb")
		games, err := notation.ReadGames(path, bytes.NewReader(content))
		if err != nil {
			t.Error(err)
		}
		if len(games) != promised {
			t.Errorf("%s: %d games, the header promises %d", year, len(games), promised)
		}
		odd := 0
		for i, g := range games {
			if g.Date != year || g.Players[0].Text == "" || g.Players[1].Text == "" || g.Event.Text == "" {
				t.Fatalf("%s game %d: the head is %q %+v %+v", year, i+1, g.Date, g.Players, g.Event)
			}
			if text := g.Odd(); text != "" {
				odd++
				if !strings.HasPrefix(text, "stops at") {
					t.Errorf("%s game %d: %s", year, i+1, text)
				}
			}
		}
		total += len(games)
		stopped += odd
	}
	if stopped > total/50 {
		t.Errorf("%d of %d games are odd", stopped, total)
	}
	t.Logf("%d games in %d files, %d stopped before the end", total, len(paths), stopped)
}

func TestReadBrokenWTHOR(t *testing.T) {
	faults := map[string]string{
		"board_size_10":         "the board is of size 10; only 8 can be read",
		"count_huge":            "the header promises 2147483647 games, the file holds 8",
		"count_too_large":       "the header promises 9 games, the file holds 8",
		"empty":                 "the file is empty",
		"git_lfs_pointer":       "this is a Git LFS pointer, not the data: run git lfs pull",
		"illegal_first_move_a1": "game 1: move 1: A1 is not legal here",
		"move_out_of_board_99":  "game 1: move 1: 99 is not a square",
		"moves_after_zero":      "game 1: move 21 is missing, but moves follow",
		"score_200":             "game 1: a score of 200 discs",
		"trailing_garbage":      "3 bytes follow the last of 8 games",
		"truncated_header":      "the header is cut short",
		"truncated_record":      "game 4 is cut short",
	}
	folder := sharedOrSample(t, "wthor", "bad")
	for name, fault := range faults {
		path := filepath.Join(folder, name+".wtb")
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = notation.ReadGames("bad/"+name+".wtb", bytes.NewReader(content))
		if want := "bad/" + name + ".wtb: " + fault; errorText(err) != want {
			t.Errorf("error %q, want %q", errorText(err), want)
		}
	}
}

// Games that were read are printed as the very same bytes, and the lists of names
// with the same names at the same numbers.
func TestWriteWTHOR(t *testing.T) {
	path := databaseOr(t, "WTH_1988.wtb")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	games, err := notation.ReadGames(path, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	var wtb, jou, trn bytes.Buffer
	day := time.Date(int(content[0])*100+int(content[1]), time.Month(content[2]), int(content[3]), 0, 0, 0, 0, time.UTC)
	if err := writeWTHOR(games, &wtb, &jou, &trn, day); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(wtb.Bytes(), content) {
		t.Error("the games are not printed as they were")
	}
	folder := t.TempDir()
	for name, list := range map[string]*bytes.Buffer{"a.jou": &jou, "a.trn": &trn} {
		if err := os.WriteFile(filepath.Join(folder, name), list.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again, err := notation.ReadGames(filepath.Join(folder, "a.wtb"), &wtb)
	if err != nil || !reflect.DeepEqual(again, games) {
		t.Errorf("the games do not read back (%v)", err)
	}
}

func TestWriteWTHORNumbersNames(t *testing.T) {
	games, err := notation.ReadGames("a.pgn", strings.NewReader(
		"[Black \"Ann\"]\n[White \"Bob\"]\n[Event \"Open\"]\n\n1. f5 33-31\n\n[Black \"Bob\"]\n[White \"Zoë\"]\n\n1. d3 c3 33-31\n"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var wtb, jou, trn bytes.Buffer
	if err := writeWTHOR(games, &wtb, &jou, &trn, time.Now()); err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string]*bytes.Buffer{"WTH.JOU": &jou, "WTH.TRN": &trn} {
		if err := os.WriteFile(filepath.Join(folder, name), list.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again, err := notation.ReadGames(filepath.Join(folder, "b.wtb"), &wtb)
	if err != nil {
		t.Fatal(err)
	}
	got := [...]string{again[0].Players[0].Text, again[0].Players[1].Text, again[0].Event.Text,
		again[1].Players[0].Text, again[1].Players[1].Text, again[1].Event.Text}
	if want := [...]string{"Ann", "Bob", "Open", "Bob", "Zoë", "???"}; got != want {
		t.Errorf("names %q, want %q", got, want)
	}
}

// The theoretical scores against an independent list of the same positions: a line
// "POSITION; value for the mover; % FILE#INDEX" for each.
func TestTheoreticalScores(t *testing.T) {
	list := sharedOrSample(t, "train", "wthor_theo24.txt.gz")
	file, err := os.Open(list)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]notation.Game{}
	compared := 0
	for scanner := bufio.NewScanner(text); scanner.Scan(); {
		fields := strings.Split(scanner.Text(), ";")
		name, index, _ := strings.Cut(strings.Trim(fields[2], " %"), "#")
		games, isRead := files[name]
		if !isRead {
			if wtb, err := os.Open(sharedOrSample(t, "wthor", name)); err == nil {
				if games, err = notation.ReadGames(wtb.Name(), wtb); err != nil {
					t.Error(err)
				}
				wtb.Close()
			}
			files[name] = games
		}
		n, err := strconv.Atoi(index)
		if err != nil {
			t.Fatal(err)
		}
		if games == nil {
			continue
		}
		g := games[n]
		first := 60 - g.Theory.Empties // and later by as many passes as there were
		for ply := min(first, len(g.Moves)); ply < len(g.Moves); ply++ {
			p, side := g.PositionAt(ply)
			if p.EmptyCount() < g.Theory.Empties {
				break
			}
			if p.EmptyCount() == g.Theory.Empties && notation.FormatPosition(p, side) == fields[0] {
				score := g.Theory.Score
				if side == board.White {
					score = -score
				}
				if _, value, _ := strings.Cut(fields[1], ":"); value != fmt.Sprintf("%+d", score) {
					t.Errorf("%s game %d: %+d for the mover, the list says %s", name, n+1, score, value)
				}
				compared++
			}
		}
	}
	if few := strings.Contains(list, filepath.Join("tests", "data")); few && compared != 4 || !few && compared < 25000 {
		t.Errorf("only %d scores compared", compared)
	}
}

func writeWTHOR(games []notation.Game, wtb, jou, trn io.Writer, day time.Time) error {
	var database notation.WTHOR
	for i := range games {
		if err := database.Add(&games[i]); err != nil {
			return err
		}
	}
	return database.Write(wtb, jou, trn, day)
}
