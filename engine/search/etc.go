package search

import "kaeshi/engine/tt"

// etcDepth is from how many plies on the midgame search looks for an enhanced
// transposition cut-off.
const etcDepth = 3

// etc looks for a successor that the table already knows to be bad enough for the
// opponent (enhanced transposition cut-off, Schaeffer and Plaat 1996). depth is that
// of the node, alpha in 1/Disc discs.
func (w *worker) etc(f *frame, count, depth, alpha int) (int, bool) {
	w.table.Prefetch(f.successors[:count])
	for i := range count {
		s := &f.successors[i]
		entry, known := w.table.Probe(s.Position, tt.Hash(s.Position))
		if known && int(entry.Depth) >= depth-1 && Selectivity(entry.Selectivity) >= w.sel {
			if value := -int(entry.Upper); value > alpha {
				return value, true
			}
		}
	}
	return 0, false
}
