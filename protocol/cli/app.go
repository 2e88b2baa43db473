// Package cli is the command line: the app that is made of all verbs. The verbs
// are in the packages below it, one a family, a file for each verb; they import
// core and console, which is what they share, and not each other. Only in these
// packages is anything logged.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/book"
	"kaeshi/protocol/cli/cluster"
	"kaeshi/protocol/cli/completion"
	"kaeshi/protocol/cli/console"
	"kaeshi/protocol/cli/convert"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cli/games"
	"kaeshi/protocol/cli/human"
	"kaeshi/protocol/cli/match"
	"kaeshi/protocol/cli/reports"
	"kaeshi/protocol/cli/solve"
	"kaeshi/protocol/cli/speak"
	"kaeshi/protocol/cli/study"
	"kaeshi/protocol/cli/train"
	"kaeshi/protocol/cli/web"
)

// allVerbs is everything that the program does, in the order of the help page.
func allVerbs() []*cli.Command {
	var all []*cli.Command
	for _, group := range []struct {
		category string
		verbs    []*cli.Command
	}{
		{"Play and study", []*cli.Command{games.PlayVerb(), web.Command(), games.Hint(), reports.Report(), solve.Command(), convert.Command()}},
		{"Speak with other programs", []*cli.Command{speak.GTP(), speak.NBoard(), speak.UGI(), speak.Cassio(), speak.Analyze()}},
		{"Compare engines", []*cli.Command{match.Match(), match.Regress(), human.Rate(), solve.Bench(), solve.Perft()}},
		{"Make books and weights", []*cli.Command{book.Command(study.ShowCommand(), study.Commands()...), train.Learn(), train.Selfplay(), train.Label(), train.Train(),
			train.Calibrate(), human.Train(), train.Evaltest(human.EvaltestFlags(), human.Evaltest)}},
		{"Use many machines", []*cli.Command{cluster.Hub(), cluster.Work()}},
		{"About this program", []*cli.Command{helpCommand(), versionCommand(), completion.Command(), completion.Man()}},
	} {
		for _, verb := range group.verbs {
			verb.Category = group.category
			all = append(all, verb)
		}
	}
	return all
}

// Main runs the program with the arguments of a process, its name first, and
// returns the exit code.
func Main(args []string, in io.Reader, out, err io.Writer) int {
	keepRunningWithoutReader()
	core.CollectLate()
	messages := console.NewScreen(core.Program, err)
	greet(args, in, messages)
	results := console.NewResults(out, messages)
	app := newApp(in, results, messages)
	ctx, stop := core.UntilSignal(app)
	defer stop()
	defer messages.Close()
	arranged, failure := arrange(app, args)
	if failure == nil {
		failure = app.RunContext(ctx, arranged)
	}
	code, text := judge(ctx, withOutput(failure, results.Err()))
	if text != "" {
		core.ReportFailure(app, args, text)
	}
	core.CloseLog(app)
	return code
}

func newApp(in io.Reader, out, err io.Writer) *cli.App {
	app := &cli.App{
		Name:                 core.Program,
		Usage:                "an Othello engine",
		UsageText:            "kaeshi VERB [options] [arguments]\nkaeshi [options]             the same as kaeshi gtp\nkaeshi help VERB             what a verb does, its options, an example",
		Description:          "Example: kaeshi play\nExample: printf 'set_level 3\\ngenmove black\\nquit\\n' | kaeshi",
		Version:              core.Version,
		Commands:             allVerbs(),
		EnableBashCompletion: true,
		HideHelp:             true, // help is a verb of ours
		HideVersion:          true,
		Reader:               in,
		Writer:               out,
		ErrWriter:            err,
		Metadata:             map[string]any{},
		ExitErrHandler:       func(*cli.Context, error) {}, // Main reports errors, once
	}
	core.StartLog(app)
	for _, verb := range app.Commands {
		complete(verb)
	}
	app.Flags = app.Command(defaultVerb).Flags
	return app
}

// complete gives a verb what all verbs share: the flags of the log, checks of
// the common flags before anything is done, and no surprise arguments.
func complete(verb *cli.Command) {
	verb.HideHelp = true
	for _, sub := range verb.Subcommands {
		complete(sub)
	}
	if len(verb.Subcommands) > 0 {
		return // alone it shows its help: see arrange
	}
	verb.Flags = append(append(verb.Flags, core.LogFlags()...), helpFlag())
	before, needed := verb.Before, takeRequired(verb.Flags)
	verb.Before = func(c *cli.Context) error {
		if err := noneEmpty(c, verb.Flags); err != nil {
			return err
		}
		if err := core.OpenLog(c); err != nil {
			return err
		}
		if verb.ArgsUsage == "" && c.Args().Present() {
			return fmt.Errorf("unexpected argument %q", c.Args().First())
		}
		for _, name := range needed {
			if !c.IsSet(name) {
				return fmt.Errorf("%s needs --%s", verb.Name, name)
			}
		}
		if err := core.CheckFlags(c); err != nil {
			return err
		}
		if before != nil {
			return before(c)
		}
		return nil
	}
	verb.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return optionError(verb.Flags, err) }
}

// withOutput adds what went wrong with standard output to a failure that may come of it.
func withOutput(failure, output error) error {
	switch {
	case output == nil, console.IsReaderGone(output):
		return failure
	case failure == nil, failure.Error() == "", errors.Is(failure, output):
		return output
	}
	return fmt.Errorf("%w; %w", failure, output)
}

// takeRequired names the flags that must be given, and keeps the flag package from
// saying so in its own words.
func takeRequired(flags []cli.Flag) (names []string) {
	for _, flag := range flags {
		if word, ok := flag.(*cli.StringFlag); ok && word.Required {
			word.Required = false
			names = append(names, word.Name)
		}
	}
	return names
}

// judge says what the process returns for a failure, and what it says about it: an
// end by signal is quiet, and so is a reader of our output that went away.
func judge(ctx context.Context, failure error) (exitCode int, text string) {
	var code cli.ExitCoder
	switch {
	case failure == nil:
		return 0, ""
	case ctx.Err() != nil && errors.Is(failure, context.Canceled), errors.Is(failure, core.ErrInterrupted):
		return core.CodeInterrupted, ""
	case console.IsReaderGone(failure):
		return 0, ""
	case errors.As(failure, &code):
		return code.ExitCode(), failure.Error()
	}
	return 1, failure.Error()
}
