package core

import "golang.org/x/sys/unix"

// memoryMB returns how much memory this machine has, in MB, 0 if it does not say.
func memoryMB() int {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return int(uint64(info.Totalram) * uint64(info.Unit) >> 20)
}
