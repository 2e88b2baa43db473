package pattern

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

type definition struct {
	name     string
	phases   int
	lanes    int
	patterns []shape
	terms    []string
}

type shape struct{ name, squares string }

// definitions are the sets that this program has weights for. A set's name and
// contents never change once weights were shipped for it; a better set is a new
// one.
var definitions = []definition{
	{
		// The eleven tables, one phase, of the engine that Kaeshi descends from.
		name:   "origin",
		phases: 1,
		patterns: []shape{
			{"line-4", "a4 b4 c4 d4 e4 f4 g4 h4"},
			{"line-3", "a3 b3 c3 d3 e3 f3 g3 h3"},
			{"line-2", "a2 b2 c2 d2 e2 f2 g2 h2"},
			{"diagonal-8", "a1 b2 c3 d4 e5 f6 g7 h8"},
			{"diagonal-7", "a2 b3 c4 d5 e6 f7 g8"},
			{"diagonal-6", "a3 b4 c5 d6 e7 f8"},
			{"diagonal-5", "a4 b5 c6 d7 e8"},
			{"diagonal-4", "a5 b6 c7 d8"},
			{"edge-x", "a1 b1 c1 d1 e1 f1 g1 b2"},
			{"corner-8", "a1 b1 c1 a2 b2 c2 a3 b3"},
		},
		terms: []string{Parity},
	},
	{
		// The shapes that Logistello made classic (Buro 1997), and 10-square
		// shapes of the corner and the edge; mobility says what they cannot see.
		name:     "broad",
		phases:   30,
		patterns: broadShapes,
		terms:    []string{Parity, Mobility, OpponentMobility},
	},
	{
		// The same with weights of sixteen numbers, which make a network.
		name:     "quarters",
		phases:   6,
		lanes:    16,
		patterns: broadShapes,
		terms:    []string{Empties, Mobility, OpponentMobility},
	},
}

var broadShapes = []shape{
	{"edge-2x", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"},
	{"edge-block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"},
	{"corner-2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"},
	{"corner-3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
	{"triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"},
	{"band", "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4"},
	{"line-2", "a2 b2 c2 d2 e2 f2 g2 h2"},
	{"line-3", "a3 b3 c3 d3 e3 f3 g3 h3"},
	{"line-4", "a4 b4 c4 d4 e4 f4 g4 h4"},
	{"diagonal-8", "a1 b2 c3 d4 e5 f6 g7 h8"},
	{"diagonal-7", "a2 b3 c4 d5 e6 f7 g8"},
	{"diagonal-6", "a3 b4 c5 d6 e7 f8"},
	{"diagonal-5", "a4 b5 c6 d7 e8"},
	{"diagonal-4", "a5 b6 c7 d8"},
}

// Default is the name of the set that new weights are fitted for.
const Default = "quarters"

// sets holds each set from its first use on.
var sets = func() map[string]func() *Set {
	m := map[string]func() *Set{}
	for _, d := range definitions {
		m[d.name] = sync.OnceValue(func() *Set { return build(d) })
	}
	return m
}()

// ByName returns the set with that name.
func ByName(name string) (*Set, error) {
	if set, ok := sets[name]; ok {
		return set(), nil
	}
	return nil, fmt.Errorf("no pattern set is called %q (there are: %s)", name, strings.Join(Names(), ", "))
}

// Names returns the names of all sets in alphabetical order.
func Names() []string {
	var names []string
	for name := range sets {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
