//go:build long

package book

const (
	kills   = 200
	damages = 10000
)
