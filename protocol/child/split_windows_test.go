package child

import (
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/sys/windows"
)

// The system itself reads every line as Split does that leaves no quotes open.
func TestSplitAsWindowsDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		line := "e "
		for range random.IntN(12) {
			line += string(`\\\"" 	aé'=`[random.IntN(8)])
		}
		got, err := Split(line)
		if err != nil {
			continue
		}
		want, err := windows.DecomposeCommandLine(line)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is %q, to Windows %q, %v", line, got, want, err)
		}
	}
}
