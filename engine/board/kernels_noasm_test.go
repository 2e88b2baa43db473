//go:build !amd64 || purego

package board

func kernelSets() []kernelSet { return []kernelSet{generic, inUse} }
