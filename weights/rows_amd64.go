//go:build amd64 && !purego

package weights

import "kaeshi/engine/board"

// addRowsAVX2 does what addRows does for the first count rows, which have kernelLanes
// numbers each. The assembly is written by scripts/gen; it checks no index.
//
//go:noescape
func addRowsAVX2(values *int16, codes *byte, rows *uint32, count int)

const kernelLanes = 16

// addRowsKernel expects rows that lie within values, and codes for all of them.
func addRowsKernel(values []int16, codes []byte, rows []uint32, lanes int) {
	if board.CPU.AVX2 && lanes == kernelLanes && len(rows) > 0 {
		addRowsAVX2(&values[0], &codes[0], &rows[0], len(rows))
		return
	}
	addRows(values, codes, rows, lanes)
}
