package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
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
			bookLearnCommand(),
			bookImportCommand(),
			bookExportCommand(),
			bookMergeCommand(),
			bookVerifyCommand(),
			bookFixCommand(),
		},
	}
}

// bookFlag names the book that a verb reads.
func bookFlag() cli.Flag {
	return &cli.StringFlag{Name: "book", Aliases: []string{"b"}, Category: categoryBook,
		Usage: "read the book in `FILE` in place of the built-in one"}
}

// workingBook is the flag that names a book which its verb changes, and makes if
// there is none.
type workingBook struct{ *cli.StringFlag }

func workFlag() cli.Flag {
	return workingBook{&cli.StringFlag{Name: "book", Aliases: []string{"b"}, Category: categoryBook,
		Usage: "the working book in `FILE`, made if there is none"}}
}

// makesBook tells whether the file of --book need not be there yet.
func makesBook(c *cli.Context) bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool {
		_, ok := f.(workingBook)
		return ok
	})
}

// editBook opens the working book of --book for changes.
func editBook(c *cli.Context) (*book.Store, error) {
	path := c.String("book")
	if path == "" {
		return nil, errors.New("--book: name the working book")
	}
	store, err := book.EditStore(path)
	if err != nil {
		return nil, fmt.Errorf("--book: %w", err)
	}
	return store, nil
}

// searchFlags are the engine's flags without those of the book it plays from.
func searchFlags() []cli.Flag {
	return slices.DeleteFunc(engineFlags(), func(f cli.Flag) bool {
		name := f.Names()[0]
		return name == "seed" || slices.Contains(bookFlags, name)
	})
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

// bookChoices are the ways to choose among the book moves that are allowed.
var bookChoices = []string{"uniform", "weighted"}

// bookFlags are the names of the flags that say how the engine plays from a book.
var bookFlags = []string{"book", "no-book", "book-error", "book-game-error", "book-choice"}

func bookChoice(c *cli.Context) engine.BookChoice {
	return engine.BookChoice{
		MoveError: c.Float64("book-error"),
		GameError: c.Float64("book-game-error"),
		Weighted:  c.String("book-choice") == "weighted",
	}
}

func checkBookChoice(c *cli.Context) error {
	for _, name := range []string{"book-error", "book-game-error"} {
		if discs := c.Float64(name); !(discs >= 0 && discs <= 64) {
			return fmt.Errorf("--%s %v: not within 0 to 64 discs", name, discs)
		}
	}
	if choice := c.String("book-choice"); choice != "" && !slices.Contains(bookChoices, choice) {
		return fmt.Errorf("--book-choice %s: not one of %s", choice, strings.Join(bookChoices, ", "))
	}
	return nil
}

// outError tells why the file of --out could not be written, without the name
// of the temporary file that stood for it.
func outError(path string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("--out %s: %w", path, err)
}

// skipFlag is for verbs that change a book: a file with faults leaves it alone.
func skipFlag() cli.Flag {
	return &cli.BoolFlag{Name: "skip", Category: categoryBook, Usage: "skip wrong lines and games; without it the first one stops everything"}
}

// strict tells whether the first fault of an input stops the verb.
func strict(c *cli.Context) bool {
	skips := slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return f.Names()[0] == "skip" })
	return c.Bool("strict") || skips && !c.Bool("skip")
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

// source is a file of lines or games that is read as far as it is right.
type source func(name string, r io.Reader, bad func(error) error) (count int, err error)

// readSources reads files with read. What is wrong in them is reported, skipped
// and counted, unless the verb is strict: then the first fault is the error.
func readSources(c *cli.Context, files []string, read source) (count, skipped int, err error) {
	bad := func(err error) error {
		if strict(c) {
			return err
		}
		fmt.Fprintf(c.App.ErrWriter, "%s: %v; skipped\n", program, err)
		skipped++
		return nil
	}
	for _, path := range files {
		n, err := readSource(c, path, bad, read)
		if err != nil {
			return count, skipped, err
		}
		count += n
	}
	if count == 0 {
		return 0, skipped, fmt.Errorf("%s: nothing usable in it", strings.Join(files, ", "))
	}
	return count, skipped, nil
}

func readSource(c *cli.Context, path string, bad func(error) error, read source) (int, error) {
	if path == "-" {
		return read("standard input", c.App.Reader, bad)
	}
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return read(path, file, bad)
}

// readGames reads finished games or lines of moves in any format. One that does
// not begin at the usual position is as wrong as one that cannot be read.
func readGames(c *cli.Context, files []string) (games []notation.Game, skipped int, err error) {
	_, skipped, err = readSources(c, files, func(name string, r io.Reader, bad func(error) error) (int, error) {
		before := len(games)
		err := notation.ScanGames(name, r, func(g notation.Game) error {
			if g.Start != board.Start() || g.First != board.Black {
				return bad(fmt.Errorf("%s: game %d does not begin at the usual position", name, len(games)-before+1))
			}
			games = append(games, g)
			return nil
		}, bad)
		return len(games) - before, err
	})
	return games, skipped, err
}

func gamePlies(g *notation.Game) []notation.Ply {
	plies := make([]notation.Ply, len(g.Moves))
	for i, m := range g.Moves {
		plies[i] = notation.Ply{Color: m.Color, Square: m.Square}
	}
	return plies
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
