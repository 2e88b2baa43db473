package gtp

import (
	"sync"

	"kaeshi/engine"
)

// ranking collects what a search of several best moves reports, so that one may
// look at any time: while an iteration goes on, the last one's moves follow
// those that are known already.
type ranking struct {
	mu            sync.Mutex
	size          int
	current, last []engine.Info
}

// take is the report function of a search.
func (r *ranking) take(i engine.Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i.Rank <= 1 {
		r.last, r.current = r.merged(), nil
	}
	r.current = append(r.current, i)
}

// snapshot returns the best moves, best first.
func (r *ranking) snapshot() []engine.Info {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.merged()
}

func (r *ranking) merged() []engine.Info {
	var list []engine.Info
	var seen [66]bool // by Square
	for _, source := range [][]engine.Info{r.current, r.last} {
		for _, i := range source {
			if sq := i.Move(); !seen[sq] && len(list) < r.size {
				seen[sq] = true
				list = append(list, i)
			}
		}
	}
	return list
}
