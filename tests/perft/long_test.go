//go:build long

package perft

const long = true
