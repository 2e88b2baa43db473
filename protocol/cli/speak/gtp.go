// Package speak is the verbs that answer other programs: gtp, nboard, cassio, ugi and analyze.
package speak

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/gtp"
)

// GTP is the verb gtp.
func GTP() *cli.Command {
	return &cli.Command{
		Name:        "gtp",
		Usage:       "speak GTP on standard input and output (the verb when none is given)",
		Description: "Example: printf 'set_level 3\\ngenmove black\\nquit\\n' | kaeshi gtp",
		Flags: append(core.EngineFlags(), core.MoveOverheadFlag(), &cli.BoolFlag{Name: "ponder", Category: core.CategoryEngine,
			Usage: "think in the opponent's time too"}),
		Action: speakGTP,
	}
}

func speakGTP(c *cli.Context) error {
	settings, err := core.EngineOptions(c)
	if err != nil {
		return err
	}
	live := newLiveBook(c, settings.Book)
	if live != nil {
		defer live.Close()
		settings.Book = live
	}
	e, err := core.NewEngineOf(c, settings)
	if err != nil {
		return err
	}
	options := gtp.Options{
		Version:     core.Version,
		Others:      slices.Sorted(maps.Keys(otherProtocols)),
		Ponder:      c.Bool("ponder"),
		Overhead:    c.Duration("move-overhead"),
		Diagnostics: c.App.ErrWriter,
		Describe:    func() string { return core.Describe(c) },
	}
	if live != nil {
		options.Book = live
	}
	if log := core.Logger(c); log.IsLevelEnabled(logrus.DebugLevel) {
		options.Trace = func(line string) { log.Debug(line) }
	}
	err = gtp.NewServer(e, options).Serve(c.Context, c.App.Reader, c.App.Writer)
	var other *gtp.OtherProtocol
	if errors.As(err, &other) {
		return speakOther(c, other)
	}
	return err
}

// otherProtocols are the verbs for clients that were given plain kaeshi, by their
// first word; nil where there is none.
var otherProtocols = map[string]func() *cli.Command{
	"nboard":          NBoard,
	"ENGINE-PROTOCOL": Cassio,
	"ugi":             UGI,
	"xboard":          nil,
}

// speakOther goes on in the protocol that the client turns out to speak.
func speakOther(c *cli.Context, other *gtp.OtherProtocol) error {
	verb := otherProtocols[other.Word]
	if verb == nil {
		return fmt.Errorf("%s is not spoken here: set the client to GTP, or use kaeshi nboard, cassio or ugi", other.Word)
	}
	core.Logger(c).WithField("protocol", verb().Name).Info("switched")
	c.App.Reader = other.Input
	return verb().Action(c)
}
