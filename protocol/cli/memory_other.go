//go:build !linux

package cli

// memoryMB returns 0: here the machine is not asked.
func memoryMB() int { return 0 }
