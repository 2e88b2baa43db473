package match

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/child"
	"kaeshi/protocol/cli/core"
	gtp "kaeshi/protocol/gtp/client"
	"kaeshi/protocol/gtp/regress"
)

// Regress is the verb regress.
func Regress() *cli.Command {
	const category = "Regression"
	return &cli.Command{
		Name:      "regress",
		Usage:     "hold a GTP engine against regression suites",
		ArgsUsage: "FILE.tst...",
		Description: `A suite is GTP lines in GNU Go's and GoGui's format. A command is a test if a line
#? [PATTERN] follows it, which must match the whole answer; #? [!PATTERN] must not,
and * behind the bracket marks a test that is known to fail. The exit code is 0 if
only tests so marked failed. Without --engine the engine is this program, which
runs in the folder of the suite so that it finds the files named there.

Example: kaeshi regress tests/gtp/*.tst
Example: kaeshi regress --engine 'gnugo --mode gtp' --junit report.xml suite.tst`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "engine", Aliases: []string{"e"}, Category: category,
				Usage: "command line of the `ENGINE` (default: this program)"},
			&cli.StringFlag{Name: "junit", Category: category, Usage: "write the results to `FILE` as JUnit XML"},
			&cli.DurationFlag{Name: "patience", Value: time.Minute, Category: category,
				Usage: "give the engine up if an answer takes longer than `TIME`"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: category,
				Usage: "print only what did not pass, and the sums"},
		},
		Action: runRegress,
	}
}

func runRegress(c *cli.Context) error {
	if !c.Args().Present() {
		return errors.New("regress needs a suite; kaeshi regress --help shows what one looks like")
	}
	if c.Duration("patience") <= 0 {
		return fmt.Errorf("--patience %v: some time is needed", c.Duration("patience"))
	}
	if err := core.NeedFile(c, "junit"); err != nil { // the outcomes stand on standard output
		return err
	}
	// All are read before the first is run: a slip in the last file shows at once.
	suites := make([][]regress.Command, c.NArg())
	for i, path := range c.Args().Slice() {
		var err error
		if suites[i], err = readSuite(c, path); err != nil {
			return err
		}
	}
	var reports []regress.Report
	for i, path := range c.Args().Slice() {
		report, err := runSuite(c, path, suites[i])
		reports = append(reports, report)
		if c.Context.Err() != nil { // what is known is not lost
			sumUp(c, reports)
			return err
		}
		if err != nil {
			return err
		}
	}
	if c.String("junit") != "" {
		var text bytes.Buffer
		if err := regress.WriteJUnit(&text, reports); err != nil {
			return err
		}
		if _, err := core.WriteOut(c, "junit", text.Bytes()); err != nil {
			return err
		}
	}
	return sumUp(c, reports)
}

// startSubject starts the engine to be tested: ourselves if none is named.
func startSubject(c *cli.Context, suite string) (*gtp.Client, error) {
	line := c.String("engine")
	options := child.Options{Trace: core.TraceTo(c, line)}
	if line == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("--engine is needed: %w", err)
		}
		options.Dir = filepath.Dir(suite)
		return gtp.StartWords([]string{self, "gtp"}, options)
	}
	engine, err := gtp.Start(line, options)
	if err != nil {
		return nil, fmt.Errorf("--engine: %w", err)
	}
	return engine, nil
}

func readSuite(c *cli.Context, path string) ([]regress.Command, error) {
	file, err := core.OpenInput(c, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	suite, err := regress.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !slices.ContainsFunc(suite, func(command regress.Command) bool { return command.Pattern != nil }) {
		return nil, fmt.Errorf("%s: no test in it: a command is one if a line #? [PATTERN] follows", path)
	}
	return suite, nil
}

// runSuite runs one suite with an engine of its own.
func runSuite(c *cli.Context, path string, suite []regress.Command) (regress.Report, error) {
	report := regress.Report{Name: path}
	engine, err := startSubject(c, path)
	if err != nil {
		return report, err
	}
	defer engine.Close()
	begun := time.Now()
	regress.Run(c.Context, engine, suite, c.Duration("patience"), func(o regress.Outcome) {
		report.Outcomes = append(report.Outcomes, o)
		printOutcome(c, path, &o)
	})
	report.Elapsed = time.Since(begun)
	return report, c.Context.Err()
}

func printOutcome(c *cli.Context, path string, o *regress.Outcome) {
	if o.Verdict == regress.Passed && c.Bool("quiet") {
		return
	}
	words := []string{fmt.Sprintf("%s:%d:", path, o.Line)}
	if o.ID != "" {
		words = append(words, o.ID)
	}
	words = append(words, o.Verdict.String(), fmt.Sprintf("%.3f s", o.Elapsed.Seconds()))
	if detail := o.Detail(); detail != "" {
		words[len(words)-1] += ":"
		words = append(words, detail)
	}
	fmt.Fprintln(c.App.Writer, strings.Join(words, " "))
}

// sumUp prints the totals; what failed makes it an exit code.
func sumUp(c *cli.Context, reports []regress.Report) error {
	counts := map[regress.Verdict]int{}
	var elapsed time.Duration
	for i := range reports {
		for _, o := range reports[i].Outcomes {
			counts[o.Verdict]++
		}
		elapsed += reports[i].Elapsed
	}
	text := fmt.Sprintf("%d passed, %d failed", counts[regress.Passed], counts[regress.Failed])
	for _, v := range []struct {
		verdict regress.Verdict
		words   string
	}{
		{regress.KnownFailure, "known failures"},
		{regress.UnexpectedPass, "unexpected passes"},
		{regress.Refused, "refused"},
		{regress.Ended, "errors"},
	} {
		if n := counts[v.verdict]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, v.words)
		}
	}
	fmt.Fprintf(c.App.Writer, "%s, %.2f s\n", text, elapsed.Seconds())
	if counts[regress.Failed]+counts[regress.Ended] > 0 {
		return cli.Exit("", 1)
	}
	return nil
}
