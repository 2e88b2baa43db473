package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

const categoryBook = "BOOK"

// bookCommand is the opening book's verbs, one file each.
func bookCommand() *cli.Command {
	return &cli.Command{
		Name:  "book",
		Usage: "make, read and check opening books",
		Description: "Example: kaeshi book build --from lines.txt --out my.kbook\n" +
			"         kaeshi book show --book my.kbook F5D6C3",
		Subcommands: []*cli.Command{
			bookBuildCommand(),
			bookScoreCommand(),
			bookShowCommand(),
			bookStatsCommand(),
		},
	}
}

// bookFlag names the book that a verb reads.
func bookFlag() cli.Flag {
	return &cli.StringFlag{Name: "book", Aliases: []string{"b"}, Category: categoryBook,
		Usage: "read the book in `FILE` in place of the built-in one"}
}

func fromFlag(what string) cli.Flag {
	return &cli.StringSliceFlag{Name: "from", Category: categoryBook, Usage: what + " from `FILE`, - for standard input; may be repeated"}
}

func outFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Aliases: []string{"o"}, Category: categoryBook, Usage: "write `FILE`, whole or not at all"}
}

func strictFlag() cli.Flag {
	return &cli.BoolFlag{Name: "strict", Category: categoryBook, Usage: "stop at the first wrong line and write nothing"}
}

// engineBook is the book that the common flags give to the engine; nil with --no-book.
func engineBook(c *cli.Context) (engine.Book, error) {
	if c.Bool("no-book") {
		return nil, nil
	}
	b, err := openBook(c)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// outError tells why the file of --out could not be written, without the name
// of the temporary file that stood for it.
func outError(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("--out %s: %w", path, err)
}

// openBook opens the book that --book names, or the built-in one.
func openBook(c *cli.Context) (*book.Book, error) {
	path := c.String("book")
	if path == "" {
		return book.Embedded(), nil
	}
	b, err := book.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--book: %w", err)
	}
	return b, nil
}

// sources returns the files of --from and those that follow it without a flag
// of their own: --from one.txt two.txt.
func sources(c *cli.Context) ([]string, error) {
	files := append(c.StringSlice("from"), c.Args().Slice()...)
	if len(files) == 0 {
		return nil, errors.New("--from: name a file to read")
	}
	return files, nil
}

// lineReader is the shape of the readers of package book.
type lineReader func(r io.Reader, name string, bad func(error) error) ([]book.Transcript, error)

// readLineFiles reads files with read. Wrong lines are reported and skipped, and
// counted, or with --strict the first one is the error.
func readLineFiles(c *cli.Context, files []string, read lineReader) (lines []book.Transcript, skipped int, err error) {
	bad := func(err error) error {
		if c.Bool("strict") {
			return err
		}
		fmt.Fprintf(c.App.ErrWriter, "%s: %v; skipped\n", program, err)
		skipped++
		return nil
	}
	for _, path := range files {
		some, err := readLineFile(c, path, bad, read)
		if err != nil {
			return nil, skipped, err
		}
		lines = append(lines, some...)
	}
	if len(lines) == 0 {
		return nil, skipped, fmt.Errorf("%s: nothing usable in it", strings.Join(files, ", "))
	}
	return lines, skipped, nil
}

func readLineFile(c *cli.Context, path string, bad func(error) error, read lineReader) ([]book.Transcript, error) {
	if path == "-" {
		return read(c.App.Reader, "standard input", bad)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return read(file, path, bad)
}

// lineArgument reads the moves that a verb is given in one or several words.
func lineArgument(c *cli.Context) ([]notation.Ply, error) {
	text := strings.Join(c.Args().Slice(), " ")
	moves, err := notation.ParseMoves(text)
	if err != nil {
		return nil, err
	}
	return notation.Replay(board.Start(), board.Black, moves)
}
