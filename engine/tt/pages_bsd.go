//go:build unix && !linux

package tt

func adviseHuge([]byte) {}

func stepBack() {}
