//go:build long

package search

import "testing"

func TestSolveEqualsPlainSearchLong(t *testing.T) { testAgainstPlain(t, 100_000, 14, 13) }

func TestSolveSymmetryLong(t *testing.T) { testSymmetry(t, 2000, 14) }

// Positions of 1 to 14 empties, each under eight symmetries, exactly and for win, loss
// or draw, with every search stopped once.
func TestProofsLong(t *testing.T) { testProofs(t, 100_000, 14, 1) }

func TestProofsThreadsLong(t *testing.T) { testProofs(t, 5000, 14, 3) }

func TestSolveWithManyThreadsLong(t *testing.T) { testManyThreads(t, 20, 17) }
