//go:build !long

package foreign

const damages = 300
