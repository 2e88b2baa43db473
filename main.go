// Command kaeshi is an Othello engine that speaks a line protocol on its
// standard input and output. Everything it does is in protocol/cli.
package main

import (
	"os"

	"kaeshi/protocol/cli"
)

func main() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
