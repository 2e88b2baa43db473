//go:build !linux

package core

// memoryMB returns 0: here the machine is not asked.
func memoryMB() int { return 0 }
