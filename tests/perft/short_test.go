//go:build !long

package perft

const long = false
