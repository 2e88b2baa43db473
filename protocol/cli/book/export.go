package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
)

// exportFormats are the forms in which a whole book is written; the first whose
// extension fits is taken.
var exportFormats = []struct {
	name, extension, help string
	write                 func(w io.Writer, g *book.Graph) error
}{
	{"flat", ".kbook", "a flat book, as it is built in", func(w io.Writer, g *book.Graph) error {
		_, err := w.Write(book.Flat(g))
		return err
	}},
	{"transcripts", ".txt", "scored transcripts", func(w io.Writer, g *book.Graph) error {
		_, err := book.WriteTranscripts(w, g)
		return err
	}},
	{"jsonl", ".jsonl", "JSON lines, one for each position", func(w io.Writer, g *book.Graph) error {
		return book.WriteJSON(w, g)
	}},
	{"moves", "", "lists of moves without values", func(w io.Writer, g *book.Graph) error {
		_, err := book.WriteLines(w, g)
		return err
	}},
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
		Flags: []cli.Flag{
			bookFlag(), outFlag(),
			&cli.BoolFlag{Name: "flat", Category: categoryBook, Usage: "the same as --format flat"},
			&cli.StringFlag{Name: "format", Category: categoryBook, Usage: "write `FORMAT`"},
		},
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
	graph, err := b.Load()
	if err != nil {
		return err
	}
	var data bytes.Buffer
	if err := write(&data, graph); err != nil {
		return err
	}
	summary, err := writeOut(c, data.Bytes())
	if err != nil {
		return err
	}
	fmt.Fprintf(summary, "%s: %d positions, %d bytes\n", out, graph.Len(), data.Len())
	return nil
}

func exportFormat(c *cli.Context, out string) (func(io.Writer, *book.Graph) error, error) {
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
