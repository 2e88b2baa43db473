// Package book is the verbs of the opening book.
package book

import (
	"github.com/urfave/cli/v2"
)

// Command is the verb book: verbs of its own, one file each, and those of others, of
// which show stands among the first.
func Command(show *cli.Command, others ...*cli.Command) *cli.Command {
	return &cli.Command{
		Name:  "book",
		Usage: "make, read and check opening books",
		Description: "Example: kaeshi book build --from lines.txt --out my.kbook\n" +
			"         kaeshi book show --book my.kbook F5D6C3",
		Subcommands: append([]*cli.Command{
			buildCommand(),
			scoreCommand(),
			show,
			statsCommand(),
			learnCommand(),
			importCommand(),
			exportCommand(),
			mergeCommand(),
			verifyCommand(),
			fixCommand(),
		}, others...),
	}
}
