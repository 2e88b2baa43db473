//go:build !linux

package tt

func adviseHuge([]bucket) {}
