package humanfit

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/human"
	"kaeshi/engine/notation"
	"kaeshi/weights"
)

func evaluator(t *testing.T) *eval.Evaluator {
	t.Helper()
	w, err := weights.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return eval.New(w)
}

// games returns games in which both sides always play the legal move that comes first on
// the board, but for one random move in six.
func games(n int) []Game {
	random := rand.New(rand.NewPCG(1, 1))
	var out []Game
	for range n {
		record := notation.Game{Start: board.Start(), First: board.Black}
		p, side := board.Start(), board.Black
		for !p.Over() {
			sq := board.Pass
			if moves := squares(p.Moves()); len(moves) > 0 {
				sq = moves[0]
				if random.IntN(6) == 0 {
					sq = moves[random.IntN(len(moves))]
				}
			}
			record.Moves = append(record.Moves, notation.Move{Color: side, Square: sq})
			p, side = p.Play(sq), side.Opponent()
		}
		g, _ := Convert(&record)
		out = append(out, g)
	}
	return out
}

// The four images of a game are one game.
func TestMirroredGamesAreOne(t *testing.T) {
	line := "F5D6C3D3C4F4F6F3E6E7D7G6"
	want := uint64(0)
	for s := range board.Symmetries {
		if board.Start().Transform(s) != board.Start() {
			continue
		}
		var turned strings.Builder
		moves, _ := notation.ParseMoves(line)
		for _, sq := range moves {
			turned.WriteString(sq.Transform(s).String())
		}
		var got []Game
		err := Scan("moves", strings.NewReader(turned.String()), func(g Game) { got = append(got, g) }, func(err error) error { return err })
		if err != nil || len(got) != 1 {
			t.Fatalf("%s: %v, %v", turned.String(), got, err)
		}
		if want == 0 {
			want = got[0].Key
		}
		if got[0].Key != want || got[0].Moves[0] != firstMove {
			t.Errorf("%s: another game than %s", turned.String(), line)
		}
	}
}

// The same games and options give the same model, byte for byte, whether the values were
// found in one run or in two; and what the players like is learnt.
func TestFitRepeatsAndLearns(t *testing.T) {
	all := games(40)
	fit := func(path string, from *human.Model, value int) *human.Model {
		c, err := OpenCache(path)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		m, err := Fit(t.Context(), evaluator(t), &Data{Games: all}, c, Options{
			Name: "test", RowEpochs: 2, RowRate: 0.2, HalfLife: 100, Value: value, Seed: 1, From: from,
			Net: NetOptions{Epochs: 2, Batch: 32, Rate: 0.005, Seed: 1},
		}, func(Progress) {})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	once, twice := filepath.Join(t.TempDir(), "once"), filepath.Join(t.TempDir(), "twice")
	want := fit(once, nil, 3)
	fit(twice, nil, 1)
	// A run that was killed while it wrote leaves half a record.
	file, err := os.OpenFile(twice, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	file.Write([]byte{1, 2, 3, 4, 5, 6, 7, 8, 200, 0, 0, 0, 9, 9})
	file.Close()
	got := fit(twice, nil, 2)
	a, _ := want.Encode()
	b, _ := got.Encode()
	if !bytes.Equal(a, b) {
		t.Error("another model the second time")
	}
	record := Record{}
	x := Examiner{Model: want, Judge: human.NewJudge(evaluator(t)), Typical: 4,
		Class: func(float64) int { return 0 }, Elo: func(float64) float64 { return 1000 }, Skill: func(s float64) float64 { return s }}
	for i := range all[:4] {
		if err := x.Add(t.Context(), &all[i], &record); err != nil {
			t.Fatal(err)
		}
	}
	c := &record.Choices
	if c.Blended.Top1 <= c.Engine.Top1 || c.Alone.Top1 <= c.Engine.Top1 {
		t.Errorf("of %d moves the engine foretells %d, the model %d alone and %d blended", c.Engine.Moves, c.Engine.Top1, c.Alone.Top1, c.Blended.Top1)
	}
	if record.All.Engine.Moves < c.Engine.Moves || record.All.Blended.Top3 < record.All.Blended.Top1 {
		t.Errorf("%+v", record.All)
	}
}

// No cache is written over that is none.
func TestForeignFilesAreNoCache(t *testing.T) {
	path := filepath.Join(t.TempDir(), "letter")
	text := []byte("Dear reader, this is not a cache at all.")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenCache(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("opened it: %v", err)
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, text) {
		t.Error("it was changed")
	}
}

// What is held out is out, mirrored or not.
func TestHeldOutGamesAreRemoved(t *testing.T) {
	all := games(10)
	d := &Data{Games: append([]Game(nil), all...), Others: [][]Game{append([]Game(nil), all[:5]...)}}
	if n := d.Remove(all[:3]); n != 6 || len(d.Games) != 7 || len(d.Others[0]) != 2 {
		t.Errorf("%d removed; %d and %d left", n, len(d.Games), len(d.Others[0]))
	}
}

// A player's strength at a move is judged by the other moves only.
func TestSkillsLeaveTheMoveOut(t *testing.T) {
	g := games(1)[0]
	choices := choicesOf(&g)
	judge := human.NewJudge(evaluator(t))
	var js []human.Judgement
	for i := range choices {
		js = append(js, judge.Judge(t.Context(), choices[i].Position))
	}
	got, shown := Skills(choices, js, 1), Shown(choices, js)
	for i := range choices {
		sum, n := 0.0, 0.0
		for k := range choices {
			if k != i && choices[k].Side == choices[i].Side {
				sum += lossOf(&choices[k], &js[k])
				n++
			}
		}
		if want := human.SkillOf((sum + priorMoves) / (n + priorMoves)); math.Abs(got[i]-want) > 1e-9 {
			t.Fatalf("choice %d: %v, not %v", i, got[i], want)
		}
		if want := human.SkillOf(sum / n); math.Abs(shown[i]-want) > 1e-9 {
			t.Fatalf("choice %d shows %v, not %v", i, shown[i], want)
		}
	}
}

// An opening that was seen once counts if that was not long ago, and no other.
func TestLateOpeningsCount(t *testing.T) {
	all := games(20)
	const halfLife = 6
	o := CountOpenings(all, halfLife, 30, 0.7)
	for i := range all {
		p := board.Start()
		for _, sq := range all[i].Moves[:20] {
			if p.MustPass() {
				p = p.Pass()
			}
			want := 0.0
			for k := range all {
				if passesThrough(&all[k], p) {
					want += math.Exp2(-float64(len(all)-1-k) / halfLife)
				}
			}
			if _, got := o.Probe(p, squares(p.Moves())); want < 0.69 && got != 0 || want > 0.71 && math.Abs(got-want) > 1e-4 {
				t.Fatalf("game %d: %v counts %v, not %v", i, p, got, want)
			}
			p = p.Play(sq)
		}
	}
}

// passesThrough reports whether an image of p is among the first 30 positions of a game.
func passesThrough(g *Game, p board.Position) bool {
	want, _ := p.Canonical()
	for c := range g.plies() {
		if got, _ := c.Position.Canonical(); got == want {
			return c.Ply < 30
		}
	}
	return false
}
