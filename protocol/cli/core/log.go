package core

import (
	"fmt"
	"os"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"
)

const (
	metadataLogger  = "logger"
	metadataLogFile = "log file"
)

// OpenLog sets up the log as the flags say: quiet on standard error by default.
func OpenLog(c *cli.Context) error {
	log := logrus.New()
	log.SetOutput(c.App.ErrWriter)
	log.SetLevel(logrus.WarnLevel)
	log.SetFormatter(&logrus.TextFormatter{FullTimestamp: true, DisableColors: true})
	if path := c.String("log"); path != "" {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return fmt.Errorf("--log: %w", err)
		}
		c.App.Metadata[metadataLogFile] = file
		log.SetOutput(file)
		log.SetLevel(logrus.InfoLevel)
	}
	if name := c.String("log-level"); name != "" {
		level, err := logrus.ParseLevel(name)
		if err != nil {
			return fmt.Errorf("--log-level %s: not one of error, warning, info, debug, trace", name)
		}
		log.SetLevel(level)
	}
	c.App.Metadata[metadataLogger] = log
	return nil
}

// Logger returns the log of a verb that runs.
func Logger(c *cli.Context) *logrus.Logger { return c.App.Metadata[metadataLogger].(*logrus.Logger) }

// CloseLog closes the file of --log.
func CloseLog(app *cli.App) {
	if file, ok := app.Metadata[metadataLogFile].(*os.File); ok {
		file.Close()
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
