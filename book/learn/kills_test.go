//go:build !long

package learn

const kills = 10
