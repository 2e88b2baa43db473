//go:build !counters

package search

// counters and what notes events in them compile away.
type counters struct{}

func (w *worker) note(n int, e event) {}

func (w *worker) beginWait() struct{} { return struct{}{} }

func (w *worker) endWait(began struct{}) {}

func (w *worker) noteMoves(n, tried int, begin, last uint64, cut bool) {}
