package book

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

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
		core.Logger(c).Warnf("%v; skipped", err)
		skipped++
		return nil
	}
	bar := core.NewReading(c, files)
	defer bar.Finish()
	watched := func(name string, r io.Reader, bad func(error) error) (int, error) {
		return read(name, bar.Reader(r), bad)
	}
	for _, path := range files {
		n, err := readSource(c, path, bad, watched)
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
	file, err := core.OpenInput(c, path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return read(core.InputName(path), file, bad)
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
