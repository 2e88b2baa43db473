//go:build long

package search

import "testing"

func TestSolveEqualsPlainSearchLong(t *testing.T) { testAgainstPlain(t, 100_000, 14, 13) }

func TestSolveSymmetryLong(t *testing.T) { testSymmetry(t, 2000, 14) }
