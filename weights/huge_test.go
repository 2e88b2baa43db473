package weights

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is judged by its head: one of a hundred gigabytes, most of it a hole, is
// refused without being read, whatever its header says.
func TestLoadJudgesTheHead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.kw")
	const huge = 100 << 30
	honest := encode(t, sample(t))[:headerSize]
	header := append([]byte(nil), honest...)
	byteOrder.PutUint64(header[16:], huge)
	for want, head := range map[string][]byte{
		"is not a weights file of Kaeshi":      make([]byte, headerSize),
		"bytes instead of":                     honest,
		"bytes are more than weights can have": header,
	} {
		if err := os.WriteFile(path, head, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, huge); err != nil {
			t.Skipf("no files with holes here: %v", err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
