package foreign

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// damage changes a copy of a file somewhere.
func damage(rnd *rand.Rand, data []byte) []byte {
	damaged := bytes.Clone(data)
	at := rnd.IntN(len(data))
	if rnd.IntN(3) == 0 { // where all depends on it
		at = rnd.IntN(60)
	}
	switch rnd.IntN(6) {
	case 0, 1:
		damaged[at] ^= 1 << rnd.IntN(8)
	case 2:
		damaged[at] = byte(rnd.Uint32())
	case 3:
		clear(damaged[at:min(at+40, len(data))])
	case 4:
		return append(damaged, damaged[:at]...)
	case 5:
		return damaged[:at]
	}
	return damaged
}

// egaroucid2 writes a book of version 2, which the program does not.
func egaroucid2(records []Record) []byte {
	data := append([]byte(egaroucidMagic), 2)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(records)))
	for _, r := range records {
		data = append(appendPosition(data, r.Position), byte(r.Value), byte(r.Level), byte(len(r.Links)))
		for _, l := range r.Links {
			data = append(data, byte(l.Score), byte(l.Square))
		}
	}
	return data
}

// egaroucid1 writes a book of version 1.
func egaroucid1(records []Record) []byte {
	data := binary.LittleEndian.AppendUint32(nil, uint32(len(records)))
	for _, r := range records {
		data = append(appendPosition(data, r.Position), byte(64-r.Value))
	}
	return data
}

// A damaged book is refused in one line, or read to its end; what it takes of memory does
// not depend on what it says. So is one whose index is made in the background.
func TestDamagedBooks(t *testing.T) {
	for name, limit := range map[string]int64{"memory": 1 << 30, "file": 0} {
		for _, kind := range []Kind{Edax, Egaroucid1, Egaroucid2, Egaroucid3} {
			t.Run(fmt.Sprint(kind, ", index in ", name), func(t *testing.T) {
				indexed(t, limit)
				damagedBooks(t, kind)
			})
		}
	}
}

func damagedBooks(t *testing.T, kind Kind) {
	rnd := rand.New(rand.NewPCG(5, 5))
	var records []Record
	for range 100 {
		content := kind
		if kind == Egaroucid2 {
			content = Edax // which has links
		}
		records = append(records, randomRecord(rnd, content))
	}
	var data []byte
	switch kind {
	case Egaroucid1:
		data = egaroucid1(records)
	case Egaroucid2:
		data = egaroucid2(records)
	default:
		data = write(t, Header{Kind: kind, Level: 21}, records)
	}
	path := filepath.Join(t.TempDir(), "damaged.book")
	refused, again := 0, 0
	var before, after runtime.MemStats
	for range damages {
		damaged := damage(rnd, data)
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		os.Remove(path + indexSuffix)
		runtime.ReadMemStats(&before)
		f, err := Open(path)
		prefix := path
		if err == nil {
			if err = f.Wait(); err != nil {
				prefix = ""
			}
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 3<<20 {
			t.Fatalf("%d bytes taken for a book of %d", used, len(data))
		}
		if err != nil {
			refused++
			if text := err.Error(); strings.Contains(text, "\n") || !strings.HasPrefix(text, prefix) {
				t.Fatalf("the message is %q", text)
			}
		} else if bytes.Equal(damaged, data) {
			again++
		}
		if f == nil {
			continue
		}
		var r Record
		for i := range records {
			want := canonical(&records[i])
			switch _, found, findErr := f.Find(want, &r); {
			case err == nil && findErr != nil:
				t.Fatal(findErr)
			case found && canonical(&r) != want:
				t.Fatal("finds another position")
			}
		}
		f.Close()
	}
	if refused < damages/8 || refused+again == damages {
		t.Errorf("%d of %d were refused, %d were not damaged", refused, damages, again)
	}
}

// A damaged index never leads to another position than the one that is wanted, nor
// beyond the book.
func TestDamagedIndex(t *testing.T) {
	indexed(t, 0)
	rnd := rand.New(rand.NewPCG(6, 6))
	path, records := saveRandom(t, rnd, 100)
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Wait(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	data, err := os.ReadFile(path + indexSuffix)
	if err != nil {
		t.Fatal(err)
	}
	for range damages {
		damaged := bytes.Clone(data)
		damaged[rnd.IntN(len(data)-indexTail)] ^= 1 << rnd.IntN(8)
		if err := os.WriteFile(path+indexSuffix, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var r Record
		for i := range records {
			want := canonical(&records[i])
			if _, found, err := f.Find(want, &r); found && canonical(&r) != want || found && err != nil {
				t.Fatal("finds another position", err)
			}
		}
		f.Close()
	}
}

// What is said of a file that is cut short or says too much, and what it is not.
func TestFaultsAreNamed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	records := []Record{randomRecord(rnd, Edax), randomRecord(rnd, Edax)}
	edax := write(t, Header{Kind: Edax}, records)
	egaroucid := write(t, Header{Kind: Egaroucid3}, records)
	changed := func(data []byte, at int, to byte) []byte {
		data = bytes.Clone(data)
		data[at] = to
		return data
	}
	for want, data := range map[string][]byte{
		"not even a header":             edax[:30],
		"ends within the position":      edax[:len(edax)-1],
		"version 3; version 4":          changed(edax, 8, 3),
		"damaged at byte 42: a square":  append(edax[:42:42], bytes.Repeat([]byte{0xFF}, 500)...),
		"a square of the centre":        append(edax[:42:42], make([]byte, 500)...),
		"truncated: 1 positions of 2":   egaroucid[:len(egaroucid)-1],
		"damaged: 1 bytes beyond":       append(bytes.Clone(egaroucid), 0),
		"cannot have -1 positions":      append(bytes.Clone(egaroucid[:10]), 0xFF, 0xFF, 0xFF, 0xFF),
		"not a book of Edax":            []byte("XADEKOO"),
		"not a book of Edax or Egarouc": changed(egaroucid, 9, 4),
		"99 is no square":               changed(egaroucid, 14+23, 99),
	} {
		_, err := Open(save(t, "some.book", data))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A file of version 1 has no mark: its length and its first position have to fit.
func TestEgaroucid1IsNotGuessed(t *testing.T) {
	var r Record
	for _, size := range []int64{21, 4 + 17*2, 20, 0} {
		data := binary.LittleEndian.AppendUint32(nil, 1)
		data = append(data, make([]byte, 17)...)
		if kind := KindOf(data, size); kind != None {
			t.Errorf("an empty board is %v", kind)
		}
		copy(data[4:], appendPosition(nil, randomPosition(rand.New(rand.NewPCG(8, 8)))))
		if kind := KindOf(data, size); (kind == Egaroucid1) != (size == 21) {
			t.Errorf("size %d is %v", size, kind)
		}
		if _, err := parseEgaroucid1(data[4:], &r); err != nil || r.Value != 64 {
			t.Errorf("value %d: %v", r.Value, err)
		}
	}
}
