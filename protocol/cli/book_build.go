package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
)

func bookBuildCommand() *cli.Command {
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
	lines, skipped, err := readLineFiles(c, files, book.ReadTranscripts)
	if err != nil {
		return err
	}
	builder := book.NewBuilder()
	for _, line := range lines {
		builder.Add(line)
	}
	graph := builder.Graph()
	if err := book.Save(out, graph); err != nil {
		return outError(out, err)
	}
	fmt.Fprintf(c.App.Writer, "%s: %d positions from %d lines, %d skipped\n", out, graph.Len(), len(lines), skipped)
	return nil
}
