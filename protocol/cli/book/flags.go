package book

import (
	"slices"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
)

const categoryBook = "Book"

// bookFlag names the book that a verb reads.
func bookFlag() cli.Flag {
	return &cli.StringFlag{Name: "book", Aliases: []string{"b"}, Category: categoryBook,
		Usage: "read the book in `FILE` in place of the built-in one"}
}

// workingBookFlag names the book that a verb changes.
func workingBookFlag() cli.Flag {
	return core.WorkingBook{StringFlag: &cli.StringFlag{Name: "book", Aliases: []string{"b"}, Category: categoryBook,
		Usage: "the working book in `FILE`, made if there is none"}}
}

func fromFlag(what string) cli.Flag {
	return &cli.StringSliceFlag{Name: "from", Category: categoryBook, Usage: what + " from `FILE`, - for standard input; may be repeated"}
}

func outFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Aliases: []string{"o"}, Category: categoryBook, Usage: "write `FILE`, whole or not at all; - is standard output"}
}

func strictFlag() cli.Flag {
	return &cli.BoolFlag{Name: "strict", Category: categoryBook, Usage: "stop at the first wrong line and write nothing"}
}

// skipFlag is for verbs that change a book: a file with faults leaves it alone.
func skipFlag() cli.Flag {
	return &cli.BoolFlag{Name: "skip", Category: categoryBook, Usage: "skip wrong lines and games; without it the first one stops everything"}
}

// strict reports whether the first fault of an input stops the verb.
func strict(c *cli.Context) bool {
	skips := slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return f.Names()[0] == "skip" })
	return c.Bool("strict") || skips && !c.Bool("skip")
}
