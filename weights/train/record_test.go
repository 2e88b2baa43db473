package train

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/pattern"
	"kaeshi/engine/search"
	"kaeshi/weights"
)

func someRecords() []Record {
	p := board.Start()
	return []Record{
		{Position: p, Score: -150, Result: -2, Move: 19, Depth: 6, Group: 65535},
		{Position: p.Play(19), Score: 6400, Result: NoResult, Move: board.Pass, Depth: 10, Exact: true},
		{Position: p.Play(26), Score: 150, Result: NoResult, Move: 18, Depth: 6, Child: true},
	}
}

// readBack returns the records of a file by job.
func readBack(t testing.TB, path string) map[int][]Record {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	jobs := map[int][]Record{}
	err = ScanRecords(bytes.NewReader(file), func(job int, records []Record) error {
		if jobs[job] != nil {
			t.Errorf("job %d is there twice", job)
		}
		jobs[job] = records
		return nil
	}, func(err error) error { return err })
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

func TestRecordsKeepEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "some.kd")
	f, err := OpenRecords(path, "a recipe")
	if err != nil {
		t.Fatal(err)
	}
	want := map[int][]Record{3: someRecords(), 1: someRecords()[:1], 7: {}}
	for _, job := range []int{3, 1, 7} {
		if err := f.Add(job, want[job]); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, readBack(t, path)); diff != "" {
		t.Error(diff)
	}
}

// However a killed process leaves the file, opening it again keeps all whole
// blocks and goes on behind them.
func TestCutRecordsGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "some.kd")
	f, err := OpenRecords(path, "a recipe")
	if err != nil {
		t.Fatal(err)
	}
	for job := range 3 {
		if err := f.Add(job, someRecords()); err != nil {
			t.Fatal(err)
		}
	}
	f.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	block := (len(whole) - recordsHeader) / 3
	for length := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:length], 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := OpenRecords(path, "a recipe")
		if err != nil {
			t.Fatalf("%d bytes: %v", length, err)
		}
		if want := max(0, length-recordsHeader) / block; f.Jobs() != want {
			t.Fatalf("%d bytes: %d jobs, want %d", length, f.Jobs(), want)
		}
		for job := range 3 {
			if f.Done(job) {
				continue
			}
			if err := f.Add(job, someRecords()); err != nil {
				t.Fatal(err)
			}
		}
		f.Close()
		if again, _ := os.ReadFile(path); !bytes.Equal(again, whole) {
			t.Fatalf("%d bytes: the file that went on differs from the one made in one go", length)
		}
	}
}

func TestForeignFilesStayAsTheyAre(t *testing.T) {
	path := filepath.Join(t.TempDir(), "some.kd")
	f, err := OpenRecords(path, "one recipe")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := OpenRecords(path, "another recipe"); err == nil || !strings.Contains(err.Error(), "other options") {
		t.Errorf("error %v, want one about other options", err)
	}
	const text = "f5d6c3 +4\n"
	os.WriteFile(path, []byte(text), 0o644)
	if _, err := OpenRecords(path, "one recipe"); err == nil || !strings.Contains(err.Error(), "no file of records") {
		t.Errorf("error %v, want one about no records", err)
	}
	if after, _ := os.ReadFile(path); string(after) != text {
		t.Errorf("the file holds %q now", after)
	}
}

func TestLineIsReadBack(t *testing.T) {
	for _, r := range someRecords() {
		d := read(t, r.Line())
		if len(d.Bad) > 0 || len(d.Samples) != 1 {
			t.Fatalf("%s: bad %v", r.Line(), d.Bad)
		}
		if s := d.Samples[0]; s.Position != r.Position || s.Score != float32(r.Score)/scoreUnit || s.Label != BySearch || s.Child != r.Child {
			t.Errorf("%s: read as %v", r.Line(), s)
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"": {1, 1}, "1/1": {1, 1}, "2/8": {2, 8}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0/4", "5/4", "1", "1/", "/2", "a/b", "1/2x", "1/2/3", "-1/2"} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}

// quickJudge searches a ply with weights of nothing, and solves near the end.
func quickJudge(t testing.TB) Judge {
	t.Helper()
	set, err := pattern.ByName("origin")
	if err != nil {
		t.Fatal(err)
	}
	return Judge{Evaluator: eval.New(weights.New("zero", set, 1)), Depth: 1,
		Selectivity: search.NoSelectivity, ExactFrom: 8, HashMB: 1}
}

func quickGames(t testing.TB) SelfplayOptions {
	return SelfplayOptions{Judge: quickJudge(t), Games: 12, Random: 8, Noise: 0.1, Threads: 1, Shard: Shard{1, 1}, Seed: 7}
}

func playInto(t testing.TB, ctx context.Context, path string, o SelfplayOptions, finished func(int)) error {
	t.Helper()
	out, err := OpenRecords(path, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	return Selfplay(ctx, o, out, finished)
}

// Every record must lead to the next one by its move, and the result must be
// that of the last position played out.
func TestSelfplayGamesAreGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.kd")
	if err := playInto(t, context.Background(), path, quickGames(t), func(int) {}); err != nil {
		t.Fatal(err)
	}
	games := readBack(t, path)
	if len(games) != 12 {
		t.Fatalf("%d games, want 12", len(games))
	}
	for number, records := range games {
		p, sign := records[0].Position, int8(1)
		for i, r := range records {
			if p.Moves() == 0 {
				p, sign = p.Pass(), -sign
			}
			if r.Position != p || !p.Legal(r.Move) || r.Result != sign*records[0].Result {
				t.Fatalf("game %d, record %d does not follow from those before: %s", number, i, r.Line())
			}
			if exact := p.EmptyCount() <= 8; r.Exact != exact || exact && int(r.Score) != int(r.Result)*scoreUnit {
				t.Errorf("game %d, %d empties: %s", number, p.EmptyCount(), r.Line())
			}
			p, sign = p.Play(r.Move), -sign
		}
		if !p.Over() || int8(p.Score())*sign != records[0].Result {
			t.Errorf("game %d ends %+d, over %v; its records say %+d", number, p.Score(), p.Over(), records[0].Result)
		}
	}
}

func TestThreadsAndShardsPlayTheSameGames(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	o := quickGames(t)
	if err := playInto(t, context.Background(), path("one"), o, func(int) {}); err != nil {
		t.Fatal(err)
	}
	want := readBack(t, path("one"))

	o.Threads = 3
	if err := playInto(t, context.Background(), path("three"), o, func(int) {}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, readBack(t, path("three"))); diff != "" {
		t.Errorf("three threads play other games:\n%s", diff)
	}
	sameBytes(t, path("one"), path("three"))
	sharded := map[int][]Record{}
	for i := range 5 {
		o.Shard = Shard{i + 1, 5}
		if err := playInto(t, context.Background(), path(o.shardName()), o, func(int) {}); err != nil {
			t.Fatal(err)
		}
		for number, records := range readBack(t, path(o.shardName())) {
			sharded[number] = records
		}
	}
	if diff := cmp.Diff(want, sharded); diff != "" {
		t.Errorf("shards play other games:\n%s", diff)
	}
}

func sameBytes(t *testing.T, a, b string) {
	t.Helper()
	first, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	if second, _ := os.ReadFile(b); !bytes.Equal(first, second) {
		t.Errorf("%s and %s differ", a, b)
	}
}

// Neither what a thread labelled before nor who labels what may change a file.
func TestThreadsLabelTheSame(t *testing.T) {
	folder := t.TempDir()
	d := new(Data)
	p := board.Start()
	for n := 0; len(d.Samples) < 5*labelBatch; n++ {
		if p.Moves() == 0 {
			p = p.Pass()
		}
		if p.Over() {
			p = board.Start()
		}
		moves := p.Moves()
		for range n * 7 % bits.OnesCount64(moves) {
			moves &= moves - 1
		}
		d.Samples = append(d.Samples, Sample{Position: p, Label: ByResult, Score: 2})
		p = p.Play(board.Square(bits.TrailingZeros64(moves)))
	}
	o := LabelOptions{Judge: quickJudge(t), MinEmpties: 1, MaxEmpties: 60, OneIn: 1, Stray: 2, Siblings: 3, Shard: Shard{1, 1}, Seed: 5}
	o.Depth = 3
	o.Choose(d)
	for name, threads := range map[string]int{"one": 1, "three": 3} {
		out, err := OpenRecords(filepath.Join(folder, name), "test")
		if err != nil {
			t.Fatal(err)
		}
		o.Threads = threads
		if err := Label(t.Context(), o, d, out, func(int) {}); err != nil {
			t.Fatal(err)
		}
		out.Close()
	}
	sameBytes(t, filepath.Join(folder, "one"), filepath.Join(folder, "three"))
}

func (o *SelfplayOptions) shardName() string { return string(rune('a' + o.Shard.Index)) }

func TestStoppedSelfplayGoesOn(t *testing.T) {
	folder := t.TempDir()
	o := quickGames(t)
	whole, parts := filepath.Join(folder, "whole"), filepath.Join(folder, "parts")
	if err := playInto(t, context.Background(), whole, o, func(int) {}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	games := 0
	err := playInto(t, ctx, parts, o, func(int) {
		if games++; games == 4 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancelled context", err)
	}
	if kept := len(readBack(t, parts)); kept != 4 {
		t.Errorf("%d games in the file, want 4", kept)
	}
	if err := playInto(t, context.Background(), parts, o, func(int) { games++ }); err != nil {
		t.Fatal(err)
	}
	if games != 12 {
		t.Errorf("%d games played in all, want 12: none twice", games)
	}
	if diff := cmp.Diff(readBack(t, whole), readBack(t, parts)); diff != "" {
		t.Errorf("the stopped run ends with other games:\n%s", diff)
	}
}

// The labels of solved positions are known from outside: exact values that the
// data's README vouches for.
func TestLabelSolves(t *testing.T) {
	d := new(Data)
	if err := d.ReadFile(filepath.Join(sharedData(t), "train", "wthor_exact10.txt.gz")); err != nil {
		t.Fatal(err)
	}
	d.Samples = d.Samples[:300]
	o := LabelOptions{Judge: quickJudge(t), MinEmpties: 1, MaxEmpties: 60, OneIn: 1, Threads: 2, Shard: Shard{1, 1}}
	o.ExactFrom = 10
	o.Choose(d)
	path := filepath.Join(t.TempDir(), "labels.kd")
	out, err := OpenRecords(path, "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := Label(context.Background(), o, d, out, func(int) {}); err != nil {
		t.Fatal(err)
	}
	out.Close()
	labelled := 0
	for job, records := range readBack(t, path) {
		for i, r := range records {
			labelled++
			if s := d.Samples[job*labelBatch+i]; r.Position != s.Position || !r.Exact || float32(r.Score) != s.Score*scoreUnit {
				t.Errorf("%s: the value is %+v", r.Line(), s.Score)
			}
		}
	}
	if labelled != len(d.Samples) {
		t.Errorf("%d positions labelled of %d", labelled, len(d.Samples))
	}
}

func TestChooseTakesEachPositionOnce(t *testing.T) {
	d := new(Data)
	for s := range board.Symmetries {
		d.Samples = append(d.Samples, Sample{Position: board.Start().Play(19).Transform(s)}, Sample{Position: board.Start()})
	}
	o := LabelOptions{MinEmpties: 1, MaxEmpties: 60}
	o.Choose(d)
	if len(d.Samples) != 2 {
		t.Errorf("%d positions, want 2", len(d.Samples))
	}
	o.MaxEmpties = 59
	if o.Choose(d); len(d.Samples) != 1 {
		t.Errorf("%d positions with 59 empties, want 1", len(d.Samples))
	}
}

// FuzzScanRecords looks for files that panic or yield impossible records.
func FuzzScanRecords(f *testing.F) {
	path := filepath.Join(f.TempDir(), "seed.kd")
	out, err := OpenRecords(path, "seed")
	if err != nil {
		f.Fatal(err)
	}
	out.Add(1, someRecords())
	out.Close()
	seed, _ := os.ReadFile(path)
	f.Add(seed)
	f.Add(seed[:len(seed)-1])
	f.Add(seed[:recordsHeader])
	f.Fuzz(func(t *testing.T, file []byte) {
		ScanRecords(bytes.NewReader(file), func(_ int, records []Record) error {
			for i := range records {
				if !records[i].valid() {
					t.Errorf("%+v", records[i])
				}
			}
			return nil
		}, func(err error) error { return err })
	})
}
