//go:build !amd64 || purego

package weights

func addRowsKernel(values []int16, codes []byte, rows []uint32, lanes int) {
	addRows(values, codes, rows, lanes)
}
