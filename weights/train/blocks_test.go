package train

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recordsOf returns the bytes of a file with that many blocks; old ones have no check
// of their heads.
func recordsOf(t *testing.T, blocks int, old bool) (content []byte, block int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "some.kd")
	f, err := OpenRecords(path, "a recipe")
	if err != nil {
		t.Fatal(err)
	}
	for job := range blocks {
		if err := f.Add(job, someRecords()); err != nil {
			t.Fatal(err)
		}
	}
	f.Close()
	if content, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	block = (len(content) - recordsHeader) / blocks
	for at := recordsHeader; old && at < len(content); at += block {
		copy(content[at+6:], []byte{0, 0})
	}
	return content, block
}

// TestFlippedBitLosesOneBlock holds that one damaged bit, wherever it is, costs no
// more than its own block: the others are read, or the file is refused and kept.
func TestFlippedBitLosesOneBlock(t *testing.T) {
	const blocks = 3
	for _, old := range []bool{false, true} {
		whole, size := recordsOf(t, blocks, old)
		path := filepath.Join(t.TempDir(), "damaged.kd")
		refused := 0
		for bit := 8 * recordsHeader; bit < 8*len(whole); bit++ {
			damaged := bytes.Clone(whole)
			damaged[bit/8] ^= 1 << (bit % 8)
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := OpenRecords(path, "a recipe")
			after, _ := os.ReadFile(path)
			if !bytes.Equal(after, damaged) {
				t.Fatalf("old %v, bit %d: the file was changed (%v)", old, bit, err)
			}
			if err != nil {
				refused++
				if text := err.Error(); !strings.Contains(text, "damaged at byte") || strings.Contains(text, "\n") {
					t.Fatalf("old %v, bit %d: %v", old, bit, err)
				}
				continue
			}
			own := (bit/8 - recordsHeader) / size
			inJob := old && (bit/8-recordsHeader)%size < 4 // the number of an old job is not checked
			if !inJob && (f.Jobs() != blocks-1 || f.Done(own) || len(f.Damaged()) != 1) {
				t.Fatalf("old %v, bit %d: %d jobs, damaged: %v", old, bit, f.Jobs(), f.Damaged())
			}
			f.Close()
		}
		if most := blocks * 16 * 3; refused > most { // bits of the heads that say how long a block is
			t.Errorf("old %v: %d bits make the file be refused", old, refused)
		}
	}
}

// TestReadingSkipsDamagedBlocks holds the same for training.
func TestReadingSkipsDamagedBlocks(t *testing.T) {
	whole, size := recordsOf(t, 4, false)
	whole[recordsHeader+size+blockHeader+3] ^= 8
	d := new(Data)
	if err := d.Read("some.kd", bytes.NewReader(whole)); err != nil {
		t.Fatal(err)
	}
	if len(d.Samples) != 3*len(someRecords()) || len(d.Bad) != 1 || !strings.HasPrefix(d.Bad[0].Error(), "some.kd: the block at byte ") {
		t.Errorf("%d samples, %v", len(d.Samples), d.Bad)
	}
}

// TestHoleInRecords holds that a hole of zeros is no row of empty jobs.
func TestHoleInRecords(t *testing.T) {
	whole, _ := recordsOf(t, 1, false)
	err := ScanRecords(bytes.NewReader(append(whole, make([]byte, 1<<20)...)),
		func(int, []Record) error { return nil }, func(err error) error { return err })
	if err == nil || errors.Is(err, errCut) || !strings.Contains(err.Error(), "damaged at byte") {
		t.Error(err)
	}
}

// TestRecordsAreLocked holds that two processes never write one file.
func TestRecordsAreLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "some.kd")
	f, err := OpenRecords(path, "a recipe")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenRecords(path, "a recipe"); err == nil || !strings.Contains(err.Error(), "is being written by another process") {
		t.Errorf("opened twice: %v", err)
	}
	f.Close()
	again, err := OpenRecords(path, "a recipe")
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
