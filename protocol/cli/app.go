// Package cli is the command line: one file per verb, and the wiring between
// the packages that do the work. Only here is anything logged.
//
// Standard output carries answers and results; everything else goes to
// standard error through a writer that drops rather than waits (see diagnostics),
// since many clients of an engine never read it.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"
)

const (
	program = "kaeshi"
	version = "0.1.0"
)

// verbs is everything that the program does, in the order of the help page.
func verbs() []*cli.Command {
	return []*cli.Command{
		gtpCommand(),
		nboardCommand(),
		analyzeCommand(),
		cassioCommand(),
		ugiCommand(),
		playCommand(),
		solveCommand(),
		convertCommand(),
		reportCommand(),
		perftCommand(),
		matchCommand(),
		regressCommand(),
		benchCommand(),
		bookCommand(),
		trainCommand(),
		selfplayCommand(),
		labelCommand(),
		calibrateCommand(),
		learnCommand(),
		evaltestCommand(),
		completionCommand(),
	}
}

// Main runs the program with the arguments of a process, its name first, and
// returns the exit code.
func Main(args []string, in io.Reader, out, err io.Writer) int {
	keepRunningWithoutReader()
	messages := newDiagnostics(err)
	defer messages.Close()
	ctx, stop := signalContext()
	defer stop()

	app := newApp(in, out, messages)
	args, failure := arrange(app, args)
	if failure == nil {
		failure = app.RunContext(ctx, args)
	}
	closeLog(app)
	return exitCode(ctx, failure, messages)
}

func newApp(in io.Reader, out, err io.Writer) *cli.App {
	app := &cli.App{
		Name:                 program,
		Usage:                "an Othello engine",
		UsageText:            "kaeshi [options] VERB [options] [arguments]\nkaeshi [options]            (the same as kaeshi gtp)",
		Description:          "Example: printf 'set_level 3\\ngenmove black\\nquit\\n' | kaeshi",
		Version:              version,
		Commands:             verbs(),
		EnableBashCompletion: true,
		HideHelpCommand:      true,
		Reader:               in,
		Writer:               out,
		ErrWriter:            err,
		Metadata:             map[string]any{},
		ExitErrHandler:       func(*cli.Context, error) {}, // Main reports errors, once
	}
	for _, verb := range app.Commands {
		complete(verb)
	}
	app.Flags = app.Commands[0].Flags // without a verb it is gtp
	return app
}

// complete gives a verb what all verbs share: the flags of the log, checks of
// the common flags before anything is done, and no surprise arguments.
func complete(verb *cli.Command) {
	verb.HideHelpCommand = true
	for _, sub := range verb.Subcommands {
		complete(sub)
	}
	if len(verb.Subcommands) > 0 {
		return // alone it shows its help
	}
	verb.Flags = append(verb.Flags, logFlags()...)
	for _, flag := range verb.Flags {
		if b, ok := flag.(*cli.BoolFlag); ok {
			b.DisableDefaultText = true // "default: false" says nothing
		}
	}
	before := verb.Before
	verb.Before = func(c *cli.Context) error {
		if verb.ArgsUsage == "" && c.Args().Present() {
			return fmt.Errorf("unexpected argument %q", c.Args().First())
		}
		if err := checkFlags(c); err != nil {
			return err
		}
		if err := openLog(c); err != nil {
			return err
		}
		if before != nil {
			return before(c)
		}
		return nil
	}
	verb.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return optionError(err) }
}

// exitCode reports a failure in one line and says what the process returns.
// An end by signal is quiet, and so is a reader of our output that went away.
func exitCode(ctx context.Context, failure error, messages io.Writer) int {
	var code cli.ExitCoder
	switch {
	case failure == nil:
		return 0
	case ctx.Err() != nil && errors.Is(failure, context.Canceled):
		return 130
	case errors.Is(failure, syscall.EPIPE), errors.Is(failure, io.ErrClosedPipe):
		return 0
	case errors.As(failure, &code):
		if text := failure.Error(); text != "" {
			fmt.Fprintf(messages, "%s: %s\n", program, text)
		}
		return code.ExitCode()
	}
	fmt.Fprintf(messages, "%s: %v\n", program, failure)
	return 1
}

// signalContext returns a context that ends with the first SIGINT or SIGTERM;
// a second one ends the process in the usual way.
func signalContext() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
