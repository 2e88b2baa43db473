package engine

// Threads returns how many threads search.
func (e *Engine) Threads() int { return max(e.options.Threads, 1) }

// SetThreads lets n threads search from now on. What is known stays known.
func (e *Engine) SetThreads(n int) {
	e.options.Threads = n
	if e.searcher != nil {
		e.newSearcher()
	}
}

// HashMB returns the size of the transposition table that was asked for, 0 if the
// engine is to choose.
func (e *Engine) HashMB() int { return e.options.HashMB }

// SetHash sets that size. The next search begins with an empty table of it.
func (e *Engine) SetHash(megabytes int) {
	e.options.HashMB = megabytes
	e.dropTable()
}

// dropTable forgets what searches have found, with the room for it.
func (e *Engine) dropTable() {
	if e.table != nil {
		e.table.Halt()
	}
	e.searcher, e.table, e.tableMB = nil, nil, 0
}
