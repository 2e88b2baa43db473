package train

import (
	"fmt"

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

// readSamples reads the files that the arguments name. Lines that make no sense
// are logged, and are fatal only if nothing else is left.
func readSamples(c *cli.Context) (*train.Data, error) {
	data := new(train.Data)
	return data, readInto(c, data)
}

func readInto(c *cli.Context, data *train.Data) error {
	bar := core.NewReading(c, c.Args().Slice())
	defer bar.Finish()
	data.Watch = bar.Reader
	for _, path := range c.Args().Slice() {
		if err := data.ReadFile(path); err != nil {
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
