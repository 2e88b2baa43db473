package book

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/board"
	"kaeshi/engine/disk"
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

// readGames reads finished games or lines of moves in any format.
func readGames(c *cli.Context, files []string) (games []notation.Game, skipped int, err error) {
	_, skipped, err = readSources(c, files, func(name string, r io.Reader, bad func(error) error) (int, error) {
		return scanGames(name, r, func(g *notation.Game) { games = append(games, *g) }, bad)
	})
	return games, skipped, err
}

// scanGames calls take with each game of a file, and returns how many there are. One
// that does not begin at the usual position is as wrong as one that cannot be read.
func scanGames(name string, r io.Reader, take func(*notation.Game), bad func(error) error) (count int, err error) {
	err = notation.ScanGames(name, r, func(g notation.Game) error {
		if g.Start != board.Start() || g.First != board.Black {
			return bad(fmt.Errorf("%s: game %d does not begin at the usual position", name, count+1))
		}
		take(&g)
		count++
		return nil
	}, bad)
	return count, err
}

// statter knows the size of a file that is read.
type statter interface{ Stat() (fs.FileInfo, error) }

// withStat returns what is read through a buffer, with what the file behind it knows.
func withStat(buffered, file io.Reader) io.Reader {
	known, ok := file.(statter)
	if !ok {
		return buffered
	}
	return struct {
		io.Reader
		statter
	}{buffered, known}
}

// openBook opens a book of any kind that r begins with. A flat one may come through
// a pipe; others are read where they are.
func openBook(path string, r io.Reader) (*book.Book, error) {
	if path != core.Stdio && disk.Check(path) == nil {
		return book.Open(path)
	}
	b, err := book.Read(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", core.InputName(path), err)
	}
	return b, nil
}
