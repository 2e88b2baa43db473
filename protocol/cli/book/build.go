package book

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

func buildCommand() *cli.Command {
	return &cli.Command{
		Name:      "build",
		Usage:     "make a book of scored transcripts",
		ArgsUsage: "[FILE...]",
		Description: "A scored transcript is two lines, the moves and then the value in discs from Black's view.\n" +
			"Example: kaeshi book build --from lines.txt --out my.kbook",
		Flags:  []cli.Flag{fromFlag("read scored transcripts"), outFlag(), strictFlag()},
		Action: buildBook,
	}
}

func buildBook(c *cli.Context) error {
	out := c.String("out")
	if out == "" {
		return errors.New("--out: name the file to write")
	}
	files, err := sources(c)
	if err != nil {
		return err
	}
	builder := book.NewBuilder()
	lines, skipped, err := readSources(c, files, func(name string, r io.Reader, bad func(error) error) (int, error) {
		transcripts, err := notation.ReadTranscripts(name, r, bad)
		for _, t := range transcripts {
			builder.Add(t)
		}
		return len(transcripts), err
	})
	if err != nil {
		return err
	}
	graph := builder.Graph()
	summary, err := core.WriteOut(c, "out", book.Flat(graph))
	if err != nil {
		return err
	}
	fmt.Fprintf(summary, "%s: %d positions from %d lines, %d skipped\n", out, graph.Len(), lines, skipped)
	return nil
}
