package book

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/book/learn"
	"kaeshi/protocol/cli/core"
)

// exportWriter writes a book and returns the number of its positions.
type exportWriter func(c *cli.Context, w io.WriteSeeker, b *book.Book) (int64, error)

// exportFormats are the forms in which a whole book is written; the first whose
// extension fits is taken.
var exportFormats = []struct {
	name, extension, help string
	write                 exportWriter
}{
	{"flat", ".kbook", "a flat book, as it is built in", exportFlat},
	{"edax", ".dat", "a book for Edax; the leaves it lacks are searched", exportEdax},
	{"egaroucid", ".egbk3", "a book for Egaroucid", exportEgaroucid},
	{"transcripts", ".txt", "scored transcripts", fromGraph(func(w io.Writer, g *book.Graph) error {
		_, err := book.WriteTranscripts(w, g)
		return err
	})},
	{"jsonl", ".jsonl", "JSON lines, one for each position", fromGraph(book.WriteJSON)},
	{"moves", "", "lists of moves without values", fromGraph(func(w io.Writer, g *book.Graph) error {
		_, err := book.WriteLines(w, g)
		return err
	})},
}

// fromGraph writes what takes a whole book in memory.
func fromGraph(write func(io.Writer, *book.Graph) error) exportWriter {
	return func(c *cli.Context, w io.WriteSeeker, b *book.Book) (int64, error) {
		graph, err := loadWatched(c, b)
		if err != nil {
			return 0, err
		}
		return int64(graph.Len()), write(w, graph)
	}
}

func exportFlat(c *cli.Context, w io.WriteSeeker, b *book.Book) (int64, error) {
	defer watchReading(c, b)()
	return b.WriteFlat(w)
}

// exportEdax searches the leaves that Edax wants.
func exportEdax(c *cli.Context, w io.WriteSeeker, b *book.Book) (int64, error) {
	if b.Foreign() == book.EdaxBook {
		defer watchReading(c, b)()
		return b.CopyEdax(w)
	}
	d, err := draft(c, b)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	graph := d.Graph()
	if err := searchGaps(c, graph, learn.Leaves); err != nil {
		return 0, err
	}
	return book.WriteEdax(w, graph, time.Now())
}

// exportEgaroucid reads a working book once: to look into it, its file would be mapped into
// memory.
func exportEgaroucid(c *cli.Context, w io.WriteSeeker, b *book.Book) (int64, error) {
	if !b.Working() {
		defer watchReading(c, b)()
		return b.WriteEgaroucid(w)
	}
	d, err := draft(c, b)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	return book.New(d).WriteEgaroucid(w)
}

func exportCommand() *cli.Command {
	description := "Formats, by --format or the extension of --out:\n"
	for _, f := range exportFormats {
		description += fmt.Sprintf("  %-12s %-7s %s\n", f.name, f.extension, f.help)
	}
	return &cli.Command{
		Name:        "export",
		Usage:       "write a whole book in another form",
		ArgsUsage:   "[FILE]",
		Description: description + "Example: kaeshi book export --flat --book my.book --out my.kbook",
		Flags: append([]cli.Flag{
			bookFlag(), outFlag(),
			&cli.BoolFlag{Name: "flat", Category: categoryBook, Usage: "the same as --format flat"},
			&cli.StringFlag{Name: "format", Category: categoryBook, Usage: "write `FORMAT`"},
		}, core.SearchFlags()...),
		Action: exportBook,
	}
}

func exportBook(c *cli.Context) error {
	out := c.String("out")
	if out == "" {
		return errors.New("--out: name the file to write")
	}
	write, err := exportFormat(c, out)
	if err != nil {
		return err
	}
	b, err := namedBook(c)
	if err != nil {
		return err
	}
	defer b.Close()
	var positions, size int64
	summary, err := streamOut(c, func(w io.WriteSeeker) (err error) {
		if positions, err = write(c, w, b); err == nil {
			size, err = w.Seek(0, io.SeekEnd)
		}
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(summary, "%s: %d positions, %d bytes\n", out, positions, size)
	return nil
}

func exportFormat(c *cli.Context, out string) (exportWriter, error) {
	name, extension := c.String("format"), strings.ToLower(filepath.Ext(out))
	if c.Bool("flat") {
		if name != "" && name != "flat" {
			return nil, errors.New("--flat and --format exclude each other")
		}
		name = "flat"
	}
	var names []string
	for _, f := range exportFormats {
		if name == f.name || name == "" && extension != "" && extension == f.extension {
			return f.write, nil
		}
		names = append(names, f.name)
	}
	if name == "" {
		return nil, fmt.Errorf("--format: %s does not say it; choose one of %s", out, strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("--format %s: not one of %s", name, strings.Join(names, ", "))
}
