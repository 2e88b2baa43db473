//go:build long

package foreign

const damages = 10_000
