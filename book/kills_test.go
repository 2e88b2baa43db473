//go:build !long

package book

const (
	kills   = 10
	damages = 300
)
