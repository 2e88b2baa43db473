//go:build !js

// Command wasm is the engine for the page without a server. It runs in a browser:
// scripts/site.sh builds it with GOOS=js.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "this is for browsers: build it with scripts/site.sh")
	os.Exit(2)
}
