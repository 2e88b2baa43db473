package core

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"
)

const (
	metadataLogger  = "logger"
	metadataLogFile = "log file"
)

// logLevels are the words of --log-level.
var logLevels = []string{"error", "warning", "info", "debug", "trace"}

// StartLog gives the app its log: until OpenLog knows better, warnings and errors on
// standard error.
func StartLog(app *cli.App) {
	log := logrus.New()
	log.SetOutput(app.ErrWriter)
	log.SetLevel(logrus.WarnLevel)
	log.SetFormatter(plainFormatter{})
	app.Metadata[metadataLogger] = log
}

// OpenLog sets up the log as the flags say.
func OpenLog(c *cli.Context) error {
	if path := c.String("log"); path != "" {
		if err := openLogFile(c.App, path); err != nil {
			return err
		}
	}
	name := c.String("log-level")
	if name == "" {
		return nil
	}
	level, err := logrus.ParseLevel(name)
	if err != nil || !slices.Contains(logLevels, level.String()) {
		return fmt.Errorf("--log-level %s: not one of %s", name, strings.Join(logLevels, ", "))
	}
	Logger(c).SetLevel(level)
	return nil
}

// openLogFile sends the log to a file. What a user must see, warnings and errors,
// appears on standard error as well.
func openLogFile(app *cli.App, path string) error {
	if path == Stdio {
		return errors.New("--log -: name a file; without it the log is on standard error")
	}
	file, err := newLogFile(path, app.ErrWriter)
	if err != nil {
		return err
	}
	log := appLogger(app)
	log.SetOutput(file)
	log.SetLevel(logrus.InfoLevel)
	log.SetFormatter(textFormatter())
	log.AddHook(screenHook{app.ErrWriter})
	app.Metadata[metadataLogFile] = file
	return nil
}

// ReportFailure logs the error that ended the program. Where words were so wrong that
// no flag was read, the words themselves tell of a log file.
func ReportFailure(app *cli.App, args []string, failure string) {
	if app.Metadata[metadataLogFile] == nil {
		if path := logNamed(args); path != "" {
			_ = openLogFile(app, path) // the failure before this one is what to tell
		}
	}
	appLogger(app).Error(failure)
}

// logNamed finds the value of --log among words.
func logNamed(args []string) string {
	for i, arg := range args {
		name, value, attached := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case arg == "--":
			return ""
		case name != "log" || !strings.HasPrefix(arg, "-"):
		case attached:
			return value
		case i+1 < len(args):
			return args[i+1]
		}
	}
	return ""
}

func textFormatter() *logrus.TextFormatter {
	return &logrus.TextFormatter{FullTimestamp: true, DisableColors: true}
}

// plainFormatter prints what a user must see as the line of a program, and what was
// asked for by --log-level with time and fields.
type plainFormatter struct{}

func (plainFormatter) Format(e *logrus.Entry) ([]byte, error) {
	if e.Level > logrus.WarnLevel {
		return textFormatter().Format(e)
	}
	return fmt.Appendf(nil, "%s: %s\n", Program, e.Message), nil
}

// screenHook repeats what a user must see on standard error.
type screenHook struct{ to io.Writer }

func (screenHook) Levels() []logrus.Level {
	return []logrus.Level{logrus.ErrorLevel, logrus.WarnLevel}
}

func (h screenHook) Fire(e *logrus.Entry) error {
	line, err := plainFormatter{}.Format(e)
	if err == nil {
		_, err = h.to.Write(line)
	}
	return err
}

// Tell says on standard error what goes on, and in the file of --log.
func Tell(c *cli.Context, format string, words ...any) {
	text := fmt.Sprintf(format, words...)
	fmt.Fprintln(c.App.ErrWriter, text)
	if c.App.Metadata[metadataLogFile] != nil {
		Logger(c).Info(text)
	}
}

// Logger returns the log of a verb that runs.
func Logger(c *cli.Context) *logrus.Logger { return appLogger(c.App) }

func appLogger(app *cli.App) *logrus.Logger { return app.Metadata[metadataLogger].(*logrus.Logger) }

// CloseLog closes the file of --log.
func CloseLog(app *cli.App) {
	if file, ok := app.Metadata[metadataLogFile].(*logFile); ok {
		file.close()
	}
}

// Trace logs the lines of a dialogue if debugging is on.
func Trace(c *cli.Context) func(line string) {
	log := Logger(c)
	if !log.IsLevelEnabled(logrus.DebugLevel) {
		return nil
	}
	return func(line string) { log.Debug(line) }
}

// TraceTo logs what is said to and by an engine, if anybody wants to see it.
func TraceTo(c *cli.Context, name string) func(direction, line string) {
	log := Logger(c)
	if !log.IsLevelEnabled(logrus.TraceLevel) {
		return nil
	}
	return func(direction, line string) { log.WithField("engine", name).Trace(direction + " " + line) }
}
