package weights

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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

var sameSet = cmp.Comparer(func(a, b *pattern.Set) bool { return a == b })

func TestSaveAndLoad(t *testing.T) {
	for _, name := range pattern.Names() {
		set, _ := pattern.ByName(name)
		want := New("of "+name, set, 100)
		for i := range want.Values {
			want.Values[i] = int16(i*i - 5*i)
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
		if !slices.Equal(want.Values, got.Values) {
			t.Errorf("%s: loading what was saved gives other weights", name)
		}
		want.Values, got.Values = nil, nil // cmp takes seconds for millions of numbers
		if diff := cmp.Diff(want, got, sameSet, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: loading what was saved differs:\n%s", name, diff)
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

func TestEmbeddedIsReadable(t *testing.T) {
	w, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	nonzero := false
	for _, v := range w.Values {
		nonzero = nonzero || v != 0
	}
	if w.Name == "" || !nonzero {
		t.Errorf("the embedded weights %q say nothing", w.Name)
	}
	if again, _ := Embedded(); again != w {
		t.Error("Embedded decodes more than once")
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
		if diff := cmp.Diff(w, again, sameSet, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); diff != "" {
			t.Error(diff)
		}
	})
}

// FuzzFrame does the same behind the checksum, which random input never passes.
func FuzzFrame(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x00\x00\x00x\x06\x00\x00\x00origin\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, frame []byte) {
		if w, err := decodeFrame(&reader{rest: frame}); err == nil && len(w.Values) == 0 {
			t.Error("weights without values")
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
