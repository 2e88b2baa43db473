package train

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
)

// randomSamples are positions of random games, labelled by score.
func randomSamples(games int, score func(board.Position) float32) *Data {
	r := rand.New(rand.NewPCG(5, 6))
	d := new(Data)
	for range games {
		first := len(d.Samples)
		for p := board.Start(); !p.Over(); {
			moves := p.Moves()
			if moves == 0 {
				p = p.Pass()
				continue
			}
			d.Samples = append(d.Samples, Sample{Position: p, Score: score(p), Label: BySearch})
			for range r.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			p = p.Play(board.Square(bits.TrailingZeros64(moves)))
		}
		group := groupOfGame(d.Samples[first:])
		for i := range d.Samples[first:] {
			d.Samples[first+i].Group = group
		}
	}
	return d
}

func discDifference(p board.Position) float32 {
	return float32(bits.OnesCount64(p.Player) - bits.OnesCount64(p.Opponent))
}

func smallFit(t testing.TB) Options {
	t.Helper()
	set, err := pattern.ByName("origin")
	if err != nil {
		t.Fatal(err)
	}
	return Options{Set: set, Epochs: 30, Patience: 30, Batch: 2048, Rate: 0.5, Ridge: 1, Results: 1, HeldOut: 5, Threads: 2, Seed: 1}
}

func run(t testing.TB, o Options, d *Data, s *State) {
	t.Helper()
	err := Fit(context.Background(), o, d, s, func(*State) error { return nil }, func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
}

// heldOutAfterFit returns the error on the games that a fit to d did not see.
func heldOutAfterFit(t *testing.T, o Options, d *Data) Error {
	t.Helper()
	s := NewState(o.Set, "test")
	run(t, o, d, s)
	e := eval.New(s.Round(o.Set, "fitted"))
	return Measure(e, d.Samples, func(s *Sample) bool { return s.Group%o.HeldOut == 0 }).Total().Values
}

// The disc difference is a sum over squares, which the patterns can express, so
// the fit must find it and carry it over to games that it never saw.
func TestFitFindsTheDiscDifference(t *testing.T) {
	o := smallFit(t)
	total := heldOutAfterFit(t, o, randomSamples(400, discDifference))
	if total.Count == 0 || total.MeanAbsolute() > 1.5 || total.Correlation() < 0.99 {
		t.Errorf("%d held-out positions: mean absolute error %.2f, correlation %.3f; want less than 1.5 and more than 0.99",
			total.Count, total.MeanAbsolute(), total.Correlation())
	}
}

func TestThreadsAgree(t *testing.T) {
	o := smallFit(t)
	o.Epochs = 3
	d := randomSamples(60, discDifference)
	var fitted [][]float32
	for _, threads := range []int{1, 3} {
		o.Threads = threads
		s := NewState(o.Set, "test")
		run(t, o, d, s)
		fitted = append(fitted, s.Fitted)
	}
	for i := range fitted[0] {
		if math.Abs(float64(fitted[0][i]-fitted[1][i])) > 1e-3 {
			t.Fatalf("weight %d: %v with one thread, %v with three", i, fitted[0][i], fitted[1][i])
		}
	}
}

func TestStoppedFitGoesOn(t *testing.T) {
	o := smallFit(t)
	o.Epochs = 6
	d := randomSamples(60, discDifference)
	path := filepath.Join(t.TempDir(), "fit.state")

	ctx, stop := context.WithCancel(context.Background())
	state := NewState(o.Set, "a recipe")
	err := Fit(ctx, o, d, state,
		func(s *State) error { return s.Save(path) },
		func(p Progress) {
			if p.Epoch == 2 {
				stop()
			}
		})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want a cancelled context", err)
	}
	resumed, err := LoadState(path, o.Set, "a recipe")
	if err != nil || resumed == nil {
		t.Fatalf("no checkpoint: %v", err)
	}
	if resumed.Epoch != 2 {
		t.Errorf("the checkpoint is at pass %d, want 2", resumed.Epoch)
	}
	var epochs []int
	err = Fit(context.Background(), o, d, resumed, func(*State) error { return nil },
		func(p Progress) { epochs = append(epochs, p.Epoch) })
	if err != nil || len(epochs) != 4 || epochs[0] != 3 || resumed.Phase != -1 {
		t.Errorf("went on with passes %v to phase %d, error %v; want 3..6 and the end", epochs, resumed.Phase, err)
	}
}

func TestCheckpointOfAnotherFit(t *testing.T) {
	o := smallFit(t)
	path := filepath.Join(t.TempDir(), "fit.state")
	if s, err := LoadState(path, o.Set, "x"); s != nil || err != nil {
		t.Errorf("no file: state %v, error %v, want neither", s, err)
	}
	if err := NewState(o.Set, "one recipe").Save(path); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadState(path, o.Set, "another recipe"); err == nil {
		t.Error("the checkpoint of another fit was taken")
	}
}

// Against textbook values: for y = 1, 3, 2 and x = 1, 2, 3 the errors are 0, 1, 1
// and Pearson's coefficient is 0.5.
func TestError(t *testing.T) {
	var e Error
	for i, y := range []float64{1, 3, 2} {
		e.Add(float64(i+1), y)
	}
	if e.Count != 3 || math.Abs(e.MeanAbsolute()-2./3) > 1e-12 || math.Abs(e.RootMeanSquare()-math.Sqrt(2./3)) > 1e-12 ||
		math.Abs(e.Correlation()-0.5) > 1e-12 {
		t.Errorf("count %d, mean %v, root %v, correlation %v", e.Count, e.MeanAbsolute(), e.RootMeanSquare(), e.Correlation())
	}
}

func TestRoundKeepsWithinTheRange(t *testing.T) {
	set, _ := pattern.ByName("origin")
	s := NewState(set, "")
	s.Fitted[0], s.Fitted[1], s.Fitted[2] = 1000, -1000, 0.5
	w := s.Round(set, "rounded")
	if w.Values[0] != math.MaxInt16 || w.Values[1] != math.MinInt16 || int(w.Values[2]) != w.Scale/2 {
		t.Errorf("rounded to %v", w.Values[:3])
	}
}

// A checkpoint that is cut short says so in words of ours.
func TestCutCheckpoint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut.state")
	if err := os.WriteFile(path, []byte("\x20\x7f\x03"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadState(path, nil, ""); err == nil || !strings.HasSuffix(err.Error(), "remove it to begin anew") {
		t.Error(err)
	}
}

// A compressed file that is cut short says so, too.
func TestCutCompressedFile(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for i := range 1000 {
		fmt.Fprintln(w, "#", i*i)
	}
	w.Close()
	path := filepath.Join(t.TempDir(), "cut.txt.gz")
	if err := os.WriteFile(path, packed.Bytes()[:packed.Len()/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := new(Data).ReadFile(path); err == nil || !strings.HasSuffix(err.Error(), "the compressed file is cut short") {
		t.Error(err)
	}
}

// A checkpoint that is a hole, or that some other program wrote, is refused by its
// head.
func TestLoadStateJudgesTheHead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.state")
	for _, head := range []string{"", "\x00", "KAESHIKW"} {
		if err := os.WriteFile(path, []byte(head), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 100<<30); err != nil {
			t.Skipf("no files with holes here: %v", err)
		}
		if _, err := LoadState(path, nil, ""); err == nil || !strings.Contains(err.Error(), path+" is not a checkpoint") {
			t.Errorf("%q: %v", head, err)
		}
	}
}
