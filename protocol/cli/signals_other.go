//go:build !unix

package cli

// keepRunningWithoutReader has nothing to do where no signal tells of a closed pipe.
func keepRunningWithoutReader() {}
