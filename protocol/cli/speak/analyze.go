package speak

import (
	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/jsonl"
)

// Analyze is the verb analyze.
func Analyze() *cli.Command {
	return &cli.Command{
		Name:  "analyze",
		Usage: "answer queries in JSON, one a line, on standard input and output",
		Description: "Each of --threads searches one position at a time, the highest priority first. At the end of the\n" +
			"input all queries are still answered. --schema prints the form of queries and answers.\n\n" +
			"Example: echo '{\"id\":\"1\",\"moves\":\"F5D6\",\"multipv\":3}' | kaeshi analyze --level 12\n" +
			"Example: kaeshi analyze --threads 2 < queries > answers",
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of queries and answers, and do nothing else"},
		}, core.EngineFlags()...),
		Action: analyze,
	}
}

func analyze(c *cli.Context) error {
	if c.Bool("schema") {
		_, err := c.App.Writer.Write(jsonl.Schema)
		return err
	}
	options, err := core.EngineOptions(c)
	if err != nil {
		return err
	}
	engines := make([]jsonl.Engine, options.Threads)
	options.HashMB = max(1, c.Int("hash")/len(engines))
	options.Games = true
	options.Threads = 1 // searches side by side make better use of them than one search shared by all
	for i := range engines {
		if engines[i], err = core.NewEngineOf(c, options); err != nil {
			return err
		}
	}
	core.SpareProcessors(len(engines))
	about := jsonl.Options{Version: core.Version, Level: c.Int("level"), Book: options.Book}
	if err := jsonl.Serve(c.Context, engines, about, c.App.Reader, c.App.Writer); err != nil {
		return err
	}
	return c.Context.Err()
}
