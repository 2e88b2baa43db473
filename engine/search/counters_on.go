//go:build counters

package search

import (
	"fmt"
	"strings"
	"time"
)

// counters are the events by selectivity and empties, and how long the worker had
// nothing to do but wait for others.
type counters struct {
	nodes  [NoSelectivity + 1][64][events]uint64
	waited time.Duration
}

func (w *worker) note(n int, e event) { w.counters.nodes[w.sel][n][e]++ }

func (w *worker) beginWait() time.Time { return time.Now() }

func (w *worker) endWait(began time.Time) { w.counters.waited += time.Since(began) }

// noteMoves counts what the moves of a node took: so many were tried since the count
// was begin, the last one since it was last.
func (w *worker) noteMoves(n, tried int, begin, last uint64, cut bool) {
	c := &w.counters.nodes[w.sel][n]
	c[nodesBelow] += w.count - begin
	if !cut {
		c[cutByNone]++
		return
	}
	c[cutByMove]++
	c[triedAtCut] += uint64(tried)
	c[nodesWasted] += last - begin
	if tried == 1 {
		c[cutByFirst]++
	}
}

// String lists the events of each number of empties at each selectivity; shares are
// in percent.
func (c *counters) String() string {
	var b strings.Builder
	for sel := range c.nodes {
		for n, e := range c.nodes[sel] {
			if e[visited] == 0 {
				continue
			}
			share := func(part, whole event) float64 { return 100 * float64(e[part]) / float64(max(e[whole], 1)) }
			fmt.Fprintf(&b, "%3d%% %2d empties %10d visited, cut by stability %4.1f table %4.1f ProbCut %4.1f ETC %4.1f, moves %9d, by the first %5.1f, tried %.3f, none %9d, %11d nodes below, wasted %5.2f\n",
				Selectivity(sel).Percent(), n, e[visited], share(cutByStability, visited), share(cutByTable, visited), share(cutByProbCut, visited),
				share(cutByETC, visited), e[cutByMove], share(cutByFirst, cutByMove), share(triedAtCut, cutByMove)/100, e[cutByNone], e[nodesBelow], share(nodesWasted, nodesBelow))
		}
	}
	return b.String()
}
