//go:build !js

package search

// pause is for systems where others cannot run beside a search.
func pause() {}
