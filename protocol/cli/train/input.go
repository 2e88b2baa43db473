package train

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

// loadWeights reads the named weights, or the embedded ones if there is no name.
func loadWeights(path string) (*weights.Weights, error) {
	if path == "" {
		return weights.Embedded()
	}
	return weights.Load(path)
}

// saveWeights writes the file of --out, and returns where a summary may stand.
func saveWeights(c *cli.Context, w *weights.Weights) (summary io.Writer, err error) {
	data, err := w.Encode()
	if err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	return core.WriteOut(c, "out", data)
}

// readSamples reads the files that the arguments name. Lines that make no sense
// are logged, and are fatal only if nothing else is left.
func readSamples(c *cli.Context) (*train.Data, error) {
	data := new(train.Data)
	return data, readInto(c, data)
}

func readFile(c *cli.Context, data *train.Data, path string) error {
	file, err := core.OpenInput(c, path)
	if err != nil {
		return err
	}
	defer file.Close()
	return data.Read(core.InputName(path), file)
}

func readInto(c *cli.Context, data *train.Data) error {
	bar := core.NewReading(c, c.Args().Slice())
	defer bar.Finish()
	data.Watch = bar.Reader
	for _, path := range c.Args().Slice() {
		if err := readFile(c, data, path); err != nil {
			return err
		}
		if err := c.Context.Err(); err != nil {
			return err
		}
	}
	bar.Finish()
	const shown = 5
	for i, bad := range data.Bad {
		if i == shown {
			core.Logger(c).Warnf("%d more lines left out", len(data.Bad)-shown)
			break
		}
		core.Logger(c).Warnf("left out: %v", bad)
	}
	if len(data.Samples) == 0 {
		if len(data.Bad) > 0 {
			return data.Bad[0]
		}
		return fmt.Errorf("%s: no games and no labelled positions", c.Args().First())
	}
	return nil
}
