//go:build !amd64 || purego

package search

func solveLastKernel(player, opponent uint64, alpha, beta int, nodes *uint64) int {
	return solveLastGeneric(player, opponent, alpha, beta, nodes)
}
