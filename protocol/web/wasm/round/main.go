// Command round writes the built-in weights to a file in coarser steps, which packs
// smaller: for the page without a server, whose readers wait for each megabyte.
package main

import (
	"fmt"
	"math"
	"os"

	"kaeshi/weights"
)

// step is a sixteenth of a disc for weights of 64 units a disc. protocol/web/README.md
// has what that changes.
const step = 4

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: round FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "round:", err)
		os.Exit(1)
	}
}

func write(path string) error {
	from, err := weights.Embedded()
	if err != nil {
		return err
	}
	to := weights.New(from.Name+", rounded", from.Set, from.Scale)
	to.Tables = from.Tables
	for n := range from.Set.Phases {
		for i, value := range from.Phase(n) {
			to.Phase(n)[i] = rounded(value)
		}
	}
	return to.Save(path)
}

// rounded is the nearest multiple of step; halves go away from zero, so that no sign has
// an advantage.
func rounded(value int16) int16 {
	half := step / 2
	if value < 0 {
		half = -half
	}
	return int16(min((int(value)+half)/step, math.MaxInt16/step) * step)
}
