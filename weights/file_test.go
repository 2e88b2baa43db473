package weights

import (
	"bytes"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/klauspost/compress/zstd"

	"kaeshi/engine/pattern"
)

func sample(t testing.TB) *Weights {
	t.Helper()
	set, err := pattern.ByName("origin")
	if err != nil {
		t.Fatal(err)
	}
	w := New("a sample", set, 256)
	for i := range w.Values {
		w.Values[i] = int16(i * 7919)
	}
	w.Tables = map[string][]float32{"probcut": {1.5, -2, 0.25}, "empty": {}}
	return w
}

func encode(t testing.TB, w *Weights) []byte {
	t.Helper()
	file, err := w.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// compare holds weights, packed or not, to what they should be.
func compare(t *testing.T, name string, want, got *Weights) {
	t.Helper()
	if want.Set != got.Set || want.Name != got.Name || want.Scale != got.Scale {
		t.Fatalf("%s: %q for %q, %d units a disc; want %q for %q, %d", name, got.Name, got.Set.Name, got.Scale, want.Name, want.Set.Name, want.Scale)
	}
	for n := range want.Set.Phases {
		if !slices.Equal(want.Phase(n), got.Phase(n)) {
			t.Errorf("%s: phase %d has other weights", name, n)
		}
	}
	if diff := cmp.Diff(want.Tables, got.Tables, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("%s: the tables differ:\n%s", name, diff)
	}
}

func TestSaveAndLoad(t *testing.T) {
	for _, name := range pattern.Names() {
		set, _ := pattern.ByName(name)
		want := New("of "+name, set, 100)
		for i := range want.Values {
			if i/16%3 > 0 { // a third of a network's rows are zero
				want.Values[i] = int16(i*i - 5*i)
			}
		}
		want.Tables = sample(t).Tables
		path := filepath.Join(t.TempDir(), "some.kw")
		if err := want.Save(path); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, want, got)
		var parts []int16
		got.Parts(set.Phases-1, func(part []int16) { parts = append(parts, part...) })
		if !slices.Equal(parts, want.Phase(set.Phases-1)) {
			t.Errorf("%s: the last phase read in parts differs", name)
		}
	}
}

func TestBadFiles(t *testing.T) {
	good := encode(t, sample(t))
	damaged := func(at int, value byte) []byte {
		file := append([]byte(nil), good...)
		file[at] = value
		return file
	}
	foreign := sample(t)
	other := *foreign.Set
	other.Name = "somebody-else's"
	foreign.Set = &other
	changed := sample(t)
	moved := *changed.Set
	moved.Patterns = append([]pattern.Pattern(nil), moved.Patterns...)
	moved.Patterns[0].Name = "line-5"
	changed.Set = &moved

	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "is not a weights file"},
		{"text", []byte("version https://git-lfs.github.com/spec/v1\n"), "is not a weights file"},
		{"only magic", good[:8], "is truncated: 8 bytes"},
		{"cut", good[:1000], "is truncated: 1000 bytes of"},
		{"longer", append(append([]byte(nil), good...), 0), "is corrupt"},
		{"one byte changed", damaged(len(good)/2, good[len(good)/2]+1), "checksum"},
		{"other version", damaged(8, 99), "version 99"},
		{"other set", encode(t, foreign), `no pattern set is called "somebody-else's"`},
		{"other patterns", encode(t, changed), `pattern set "origin" has other patterns`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bad.kw")
			if err := os.WriteFile(path, test.file, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Load(path)
			if err == nil || !strings.HasPrefix(err.Error(), "weights: bad.kw ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has more than one line: %q", err)
			}
		})
	}
}

func TestMissingFile(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "none.kw")); !os.IsNotExist(unwrap(err)) {
		t.Errorf("error %v, want that the file does not exist", err)
	}
}

func unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return err
}

// The program takes the embedded file for whole without looking, so this looks.
func TestEmbeddedIsReadable(t *testing.T) {
	want, err := Decode(embedded)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "embedded", want, w)
	for n := range w.Set.Phases {
		if !slices.ContainsFunc(w.Phase(n), func(v int16) bool { return v != 0 }) {
			t.Errorf("phase %d of the embedded weights %q says nothing", n, w.Name)
		}
	}
	if again, _ := Embedded(); again != w {
		t.Error("Embedded decodes more than once")
	}
	if len(embedded) > 16<<20 {
		t.Errorf("the embedded weights take %d bytes, more than 16 MB", len(embedded))
	}
}

// A file as programs before phases had frames of their own wrote it: all weights
// as differences from the phase before, the low bytes of all first.
func TestFirstVersionIsRead(t *testing.T) {
	for _, name := range []string{"origin", "broad"} {
		set, _ := pattern.ByName(name)
		want := New("of old", set, 256)
		for i := range want.Values {
			want.Values[i] = int16(i * 7919)
		}
		want.Tables = sample(t).Tables
		raw := want.describe()
		tables := bytes.LastIndex(raw, byteOrder.AppendUint32(nil, uint32(len(want.Tables))))
		tables = bytes.Index(raw, append(byteOrder.AppendUint32(nil, 256), raw[tables:tables+4]...)) + 4
		frame := bytes.Clone(raw[:tables])
		var low, high []byte
		for i, v := range want.Values {
			if i >= set.Values() {
				v -= want.Values[i-set.Values()]
			}
			low, high = append(low, byte(v)), append(high, byte(uint16(v)>>8))
		}
		frame = slices.Concat(frame, low, high, raw[tables:])
		path := filepath.Join(t.TempDir(), "old.kw")
		if err := os.WriteFile(path, fileOf(firstVersion, pack(t, frame)), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, want, got)
	}
}

// A file of the second version: each phase as differences from the first, in parts and in
// blocks of 65,536 values, of each block the low bytes first.
func TestSecondVersionIsRead(t *testing.T) {
	for _, name := range []string{"origin", "quarters"} {
		set, _ := pattern.ByName(name)
		want := New("of old", set, 256)
		for i := 0; i < len(want.Values); i += 101 { // few, so that packing them is quick
			want.Values[i] = int16(i * 7919)
		}
		want.Tables = sample(t).Tables
		frames := [][]byte{pack(t, want.describe())}
		for n := range set.Phases {
			values := slices.Clone(want.Phase(n))
			if n > 0 {
				for i, v := range want.Phase(0) {
					values[i] -= v
				}
			}
			var raw []byte
			for _, size := range partSizes(set) {
				for block := range slices.Chunk(values[:size], 65536) {
					var low, high []byte
					for _, v := range block {
						low, high = append(low, byte(v)), append(high, byte(uint16(v)>>8))
					}
					raw = slices.Concat(raw, low, high)
				}
				values = values[size:]
			}
			frames = append(frames, pack(t, raw))
		}
		got, err := Decode(fileOf(secondVersion, framesOf(frames...)))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, want, got)
		for _, phase := range [][]byte{nil, make([]byte, 2*set.Values()-1), make([]byte, 2*set.Values()+1)} {
			frames[1] = pack(t, phase)
			if _, err := Decode(fileOf(secondVersion, framesOf(frames...))); err == nil || !strings.Contains(err.Error(), "is corrupt") {
				t.Errorf("%s: error %v for a phase of %d bytes", name, err, len(phase))
			}
		}
	}
}

func pack(t testing.TB, raw []byte) []byte {
	t.Helper()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return encoder.EncodeAll(raw, nil)
}

// fileOf gives contents a header that is right.
func fileOf(version uint32, contents []byte) []byte {
	file := byteOrder.AppendUint32([]byte(magic), version)
	file = byteOrder.AppendUint32(file, crc32.Checksum(contents, castagnoli))
	file = byteOrder.AppendUint64(file, uint64(headerSize+len(contents)))
	return append(file, contents...)
}

// framesOf gives frames their list.
func framesOf(frames ...[]byte) []byte {
	contents := byteOrder.AppendUint32(nil, uint32(len(frames)))
	for _, frame := range frames {
		contents = byteOrder.AppendUint32(contents, uint32(len(frame)))
	}
	return append(contents, slices.Concat(frames...)...)
}

// What passes the checksum and yet is not what a phase should be is found when the
// file is read: later nobody could be told.
func TestBadPhases(t *testing.T) {
	w := sample(t)
	blocks := 0 // bytes that mark the rows, none of them here
	for _, size := range partSizes(w.Set) {
		blocks += (size + 7) / 8
	}
	first := partSizes(w.Set)[0] // within one block
	marked := func(codes ...byte) []byte {
		raw := make([]byte, blocks)
		raw[0] = 1
		return slices.Insert(raw, (first+7)/8, codes...)
	}
	beyond := make([]byte, blocks)
	beyond[first/8] = 1 << (first % 8)
	good := pack(t, make([]byte, blocks))
	head := pack(t, w.describe())
	for _, phase := range [][]byte{good, pack(t, marked(7)), pack(t, marked(255, 0, 1))} {
		if _, err := Decode(fileOf(version, framesOf(head, phase))); err != nil {
			t.Fatal(err)
		}
	}
	for name, frames := range map[string][][]byte{
		"no frames":       {},
		"no phase":        {head},
		"too many phases": {head, good, good},
		"short phase":     {head, pack(t, make([]byte, blocks-1))},
		"long phase":      {head, pack(t, make([]byte, blocks+1))},
		"row missing":     {head, pack(t, marked())},
		"rest missing":    {head, pack(t, marked(255, 0))},
		"row too many":    {head, pack(t, beyond)},
		"no zstd":         {head, []byte("something else")},
		"cut":             {head, good[:len(good)-3]},
		"head is a phase": {good, good},
	} {
		if _, err := Decode(fileOf(version, framesOf(frames...))); err == nil || !strings.Contains(err.Error(), "is corrupt") {
			t.Errorf("%s: error %v, want one that the file is corrupt", name, err)
		}
	}
}

// FuzzDecode looks for inputs that panic, or that are taken and then written
// back as something else.
func FuzzDecode(f *testing.F) {
	good := encode(f, sample(f))
	f.Add(good)
	f.Add(good[:headerSize])
	f.Add(good[:len(good)-1])
	f.Add([]byte(magic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		w, err := Decode(file)
		if err != nil {
			return
		}
		again, err := Decode(encode(t, w))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, "again", w, again)
	})
}

// FuzzFrame does the same behind the checksum, which random input never passes.
func FuzzFrame(f *testing.F) {
	f.Add([]byte{}, []byte{})
	f.Add([]byte("\x01\x00\x00\x00x\x06\x00\x00\x00origin\xff\xff\xff\xff"), []byte("\x00\x00"))
	f.Fuzz(func(t *testing.T, frame, phase []byte) {
		if w, err := decodeFirstFrame(&reader{rest: frame}); err == nil && len(w.Values) == 0 {
			t.Error("weights without values")
		}
		for _, contents := range [][]byte{frame, framesOf(frame, phase), framesOf(pack(t, frame), pack(t, phase)), framesOf(pack(t, sample(t).describe()), phase)} {
			if w, err := Decode(fileOf(version, contents)); err == nil && len(w.Phase(0)) != w.Set.Values() {
				t.Error("a phase without all of its values")
			}
		}
	})
}

func BenchmarkDecodeEmbedded(b *testing.B) {
	for b.Loop() {
		if _, err := Decode(embedded); err != nil {
			b.Fatal(err)
		}
	}
}
