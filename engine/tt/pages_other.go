//go:build !unix

package tt

func allocate(_ *Table, n uint64) []bucket { return make([]bucket, n) }

func stepBack() {}
