package solve

import (
	"io"
	"testing"

	"kaeshi/engine"
)

// benchSignature is how many nodes kaeshi bench searches. A change of the search
// or of the weights changes it on purpose: then write the new number here and say
// why in the commit. Anything else that changes it is a bug.
const benchSignature = 5340365

func TestBenchSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	e, err := engine.New(benchOptions)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		nodes, _, err := runBench(t.Context(), e, io.Discard)
		if err != nil || nodes != benchSignature {
			t.Errorf("round %d: %d nodes, the signature is %d (%v)", round, nodes, benchSignature, err)
		}
	}
}

// The compiler's profile, default.pgo, is made with it: see engine/search/README.md.
func BenchmarkBench(b *testing.B) {
	e, err := engine.New(benchOptions)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := runBench(b.Context(), e, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
