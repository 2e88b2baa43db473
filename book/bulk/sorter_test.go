package bulk

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Records come out in the order of their bytes, whether they fit into memory or not, and
// no file stays behind.
func TestSorter(t *testing.T) {
	for name, limit := range map[string]int{"memory": held, "files": 500} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			t.Setenv("TMPDIR", folder)
			t.Setenv("TMP", folder)
			rnd := rand.New(rand.NewPCG(1, 1))
			s := NewSorter(12)
			s.limit = limit
			var want [][]byte
			for range 1000 {
				record := binary.BigEndian.AppendUint64(nil, rnd.Uint64()>>(rnd.IntN(2)*7))
				record = binary.BigEndian.AppendUint32(record, rnd.Uint32N(3))
				want = append(want, record)
				if err := s.Add(record); err != nil {
					t.Fatal(err)
				}
			}
			slices.SortFunc(want, bytes.Compare)
			i := 0
			for record, err := range s.All() {
				if err != nil || !bytes.Equal(record, want[i]) {
					t.Fatalf("record %d is %x, want %x: %v", i, record, want[i], err)
				}
				i++
			}
			if i != len(want) || s.Len() != i {
				t.Errorf("%d records, want %d", i, len(want))
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if left, _ := os.ReadDir(folder); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}
