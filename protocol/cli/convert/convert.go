// Package convert is the verb that turns games from one file format into another.
package convert

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// Command is the verb convert.
func Command() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "turn games from one file format into another, or check them",
		ArgsUsage: "IN... OUT",
		Description: "The formats follow from the extensions (" + extensionHelp() + "); a text says by how it\n" +
			"begins what it is. Several files IN go into one file OUT; - is standard input or\n" +
			"output. A game that cannot be read, or that OUT cannot hold, is left out and named\n" +
			"with its file and place. The others are written, and the exit code is 1.\n\n" +
			"If a game has a property or tag twice, the first that can be read counts.\n\n" +
			"The names of players in a .wtb file stand in .jou and .trn files beside it, which\n" +
			"have the same name or are named WTH or WTHOR, in capitals or not. With a .wtb file\n" +
			"such files are written too. It holds games of one year, from the usual start, with\n" +
			"a result; a message says what else it does not keep.\n\n" +
			"A .txt file has a game on each line, in any of these forms: F5D6C3, f5 d6 c3,\n" +
			"f5-d6-c3, f5,d6,c3 or 1. f5 d6 2. c3, which may go on in the next lines. A pass is\n" +
			"written pass, pa, ps or --, or left out. The result, 33-31 or +2, may follow the\n" +
			"moves or stand on the next line. A text is in UTF-8, in Latin-1, or in UTF-16 if it\n" +
			"begins with a byte order mark; an SGF game in the charset that its CA names.\n\n" +
			"Formats for --from and --to:\n" + formatHelp() + "\n" +
			"Example: kaeshi convert WTH_2024.wtb games.pgn\n" +
			"Example: kaeshi convert --to sgf-gogui games.ggf games.sgf\n" +
			"Example: kaeshi convert --check WTH_*.wtb",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "from", Usage: "read `FORMAT`, whatever the extension"},
			&cli.StringFlag{Name: "to", Usage: "write `FORMAT`, whatever the extension"},
			&cli.BoolFlag{Name: "strict", Usage: "stop at the first game that cannot be read or held and write nothing"},
			&cli.BoolFlag{Name: "check", Usage: "write no file: count the games and list those that are odd or bad"},
		},
		Action: convert,
	}
}

func extensionHelp() string {
	var known []string
	names, _ := notation.Formats()
	for _, name := range names {
		if of, ok := notation.FormatOf("x." + name); ok && of == name {
			known = append(known, "."+name)
		}
	}
	return strings.Join(append(known, ".txt"), ", ")
}

func formatHelp() string {
	var text strings.Builder
	names, help := notation.Formats()
	for i, name := range names {
		fmt.Fprintf(&text, "  %-12s %s\n", name, help[i])
	}
	return text.String()
}

func convert(c *cli.Context) error {
	for _, name := range []string{"from", "to"} {
		if err := checkFormat(c, name); err != nil {
			return err
		}
	}
	in := c.Args().Slice()
	if c.Bool("check") {
		return checkGames(c, in)
	}
	if len(in) < 2 {
		return errors.New("convert needs a file to read and a file to write, such as kaeshi convert games.ggf games.sgf")
	}
	out := in[len(in)-1]
	in = in[:len(in)-1]
	to, err := outputFormat(c, out)
	if err != nil {
		return err
	}
	sink, err := newGameSink(c, out, to)
	if err != nil {
		return err
	}
	defer sink.discard()
	bar := core.NewReading(c, in)
	defer bar.Finish()
	unheld := 0
	bad, err := scanFiles(c, bar, in, func(file string, number int, g notation.Game) error {
		err := placed(file, number, sink.write(&g))
		var fault *notation.Error
		if !errors.As(err, &fault) || c.Bool("strict") {
			return err
		}
		unheld++
		core.TellFault(c, unheld, fmt.Errorf("%w; left out", err))
		return c.Context.Err()
	})
	switch {
	case err != nil:
		return err
	case sink.count == 0 && bad+unheld > 0:
		return fmt.Errorf("%s is not written: %s", out, failures(bad, unheld))
	}
	if err := sink.finish(); err != nil {
		return err
	}
	if bad+unheld > 0 {
		return fmt.Errorf("%s has %d games; %s", out, sink.count, failures(bad, unheld))
	}
	return nil
}

func failures(bad, unheld int) string {
	var said []string
	if bad > 0 {
		said = append(said, fmt.Sprintf("%d cannot be read", bad))
	}
	if unheld > 0 {
		said = append(said, fmt.Sprintf("%d it cannot hold", unheld))
	}
	return strings.Join(said, ", ")
}

// placed gives the fault of a game its file and line, or its number if the file has
// no lines.
func placed(file string, number int, err error) error {
	var fault *notation.Error
	if !errors.As(err, &fault) {
		return err
	}
	if fault.Line == 0 {
		fault = &notation.Error{Err: fmt.Errorf("game %d: %w", number, fault.Err)}
	}
	return notation.WithName(file, fault)
}

func checkFormat(c *cli.Context, flag string) error {
	names, _ := notation.Formats()
	if name := c.String(flag); c.IsSet(flag) && !slices.Contains(names, name) {
		return fmt.Errorf("--%s %s: not one of %s", flag, name, strings.Join(names, ", "))
	}
	return nil
}

func outputFormat(c *cli.Context, out string) (string, error) {
	if c.IsSet("to") {
		return c.String("to"), nil
	}
	name, ok := notation.FormatOf(out)
	if !ok {
		return "", fmt.Errorf("%s: the extension names no format (%s); choose one with --to", out, extensionHelp())
	}
	return name, nil
}

// scanFiles reads the games of all files. Those that cannot be read are reported
// and counted, or end it under --strict.
func scanFiles(c *cli.Context, bar *core.Progress, files []string, game func(file string, number int, g notation.Game) error) (bad int, err error) {
	for _, file := range files {
		number, nameless := 0, 0
		err := scanFile(c, bar, file, func(g notation.Game) error {
			number++
			if g.LacksName() {
				nameless++
			}
			return game(file, number, g)
		}, func(err error) error {
			if c.Bool("strict") {
				return err
			}
			number++
			bad++
			core.TellFault(c, bad, err)
			return c.Context.Err()
		})
		if err != nil {
			return bad, err
		}
		core.TellNameless(c, file, nameless)
	}
	return bad, nil
}

func scanFile(c *cli.Context, bar *core.Progress, path string, game func(notation.Game) error, bad func(error) error) error {
	in, err := core.OpenInput(c, path)
	if err != nil {
		return err
	}
	defer in.Close()
	return notation.ScanGamesAs(c.String("from"), path, bar.Reader(in), game, bad)
}

// checkGames lists what is odd or bad in files. A file that is broken as a whole
// does not keep the others from being looked at.
func checkGames(c *cli.Context, files []string) error {
	if len(files) == 0 {
		return errors.New("convert --check needs files, such as kaeshi convert --check games.ggf")
	}
	bar := core.NewReading(c, files)
	defer bar.Finish()
	good, odd, bad := 0, 0, 0
	for _, file := range files {
		faults, err := scanFiles(c, bar, []string{file}, func(file string, number int, g notation.Game) error {
			good++
			if text := g.Odd(); text != "" {
				odd++
				fmt.Fprintf(c.App.Writer, "%s: game %d %s\n", file, number, text)
			}
			return c.Context.Err()
		})
		bad += faults
		switch {
		case err == nil:
		case c.Context.Err() != nil: // what is known is not lost
			bar.Finish()
			return errors.Join(err, printCounts(c, good, odd, bad))
		case c.Bool("strict"):
			return err
		default:
			bad++
			core.TellFault(c, bad, err)
		}
	}
	bar.Finish()
	if err := printCounts(c, good, odd, bad); err != nil {
		return err
	}
	if bad > 0 {
		return errors.New(core.Count(bad, "fault"))
	}
	return nil
}

func printCounts(c *cli.Context, good, odd, bad int) error {
	_, err := fmt.Fprintf(c.App.Writer, "%d games, %d odd, %d bad\n", good, odd, bad)
	return err
}
