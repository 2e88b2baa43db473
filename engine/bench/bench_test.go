package bench

import (
	"testing"

	"kaeshi/engine"
)

// signature is how many nodes kaeshi bench searches. A change of the search
// or of the weights changes it on purpose: then write the new number here and say
// why in the commit. Anything else that changes it is a bug.
const signature = 5340365

func silent(int, engine.Info) error { return nil }

func TestSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		nodes, _, err := Run(t.Context(), e, silent)
		if err != nil || nodes != signature {
			t.Errorf("round %d: %d nodes, the signature is %d (%v)", round, nodes, signature, err)
		}
	}
}

// The compiler's profile, default.pgo, is made with it: see engine/search/README.md.
func BenchmarkBench(b *testing.B) {
	e, err := New()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := Run(b.Context(), e, silent); err != nil {
			b.Fatal(err)
		}
	}
}
