// Package web is the verb that shows a board in the browser.
package web

import (
	"errors"
	"fmt"
	"net"
	"runtime"
	"syscall"

	"github.com/urfave/cli/v2"

	"kaeshi/engine"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/jsonl"
	"kaeshi/protocol/web"
)

// shortestToken is the length from which on nobody guesses a token.
const shortestToken = 12

// Command is the verb web.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "web",
		Usage: "show a board in the browser, to play, to analyze and to look at games",
		Description: "Serves one page until it is interrupted. Nothing is loaded from elsewhere and nothing is\n" +
			"written to disk. A page that is alone has all --threads; more pages share them by turns.\n\n" +
			"By default only programs of this machine reach the page. With --listen on an address that\n" +
			"others reach too, who opens it needs the token in the address that is printed.\n\n" +
			"In a new game one chooses whom one plays; --elo is what is chosen at first.\n\n" +
			"Example: kaeshi web --open\n" +
			"Example: kaeshi web --listen 0.0.0.0:8064 --threads 4",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:8064", Usage: "serve at `ADDRESS`, host and port; port 0 is any that is free"},
			&cli.BoolFlag{Name: "open", Usage: "open the page in the browser of the system"},
			&cli.StringFlag{Name: "token", Usage: "let others in by this `TEXT` in place of one that is drawn"},
		}, flags()...),
		Action: serve,
	}
}

// flags are the engine's, with all processors but the one that the browser needs.
func flags() []cli.Flag {
	all := core.EngineFlags()
	for _, flag := range all {
		if threads, ok := flag.(*cli.IntFlag); ok && threads.Name == "threads" {
			threads.Value, threads.DefaultText = max(1, min(runtime.NumCPU()-1, core.MaxThreads)), "all processors but one"
		}
	}
	return all
}

func serve(c *cli.Context) error {
	if token := c.String("token"); c.IsSet("token") && len(token) < shortestToken {
		return fmt.Errorf("--token: shorter than %d characters", shortestToken)
	}
	listener, err := listen(c.String("listen"))
	if err != nil {
		return err
	}
	defer listener.Close()
	options, err := core.EngineOptions(c)
	if err != nil {
		return err
	}
	elo := options.Elo
	options.Elo = 0 // of games; what is analyzed is analyzed as well as it can be
	engines, err := searchers(c, options)
	if err != nil {
		return err
	}
	pool := jsonl.NewPool(engines, jsonl.Options{Threads: options.Threads, Version: core.Version, Level: c.Int("level"), Elo: elo, Book: options.Book})
	server := web.New(pool, listener, c.String("token"))
	for _, url := range server.URLs() {
		fmt.Fprintln(c.App.Writer, url)
	}
	if c.Bool("open") {
		if err := openBrowser(server.URLs()[0]); err != nil {
			core.Logger(c).Warnf("--open: %v; open the address by hand", err)
		}
	}
	err = server.Serve(c.Context)
	pool.Close()
	return errors.Join(err, c.Context.Err())
}

// mostSearches is how many positions are searched at a time: one for the page in front
// and one beside it, which on a small machine has the other processor for that moment.
const mostSearches = 2

// searchers makes an engine for each search, with a share of the hash.
func searchers(c *cli.Context, options engine.Options) ([]jsonl.Engine, error) {
	searches := mostSearches
	if c.IsSet("threads") {
		searches = min(searches, options.Threads)
	}
	engines := make([]jsonl.Engine, searches)
	core.SpareProcessors(max(searches, options.Threads))
	options.HashMB = max(1, c.Int("hash")/searches)
	ready := make(chan struct{})
	close(ready)
	for i := range engines {
		e, err := core.NewEngineOf(c, options)
		if err != nil {
			return nil, err
		}
		early := newEager(e, ready)
		engines[i], ready = early, early.ready
	}
	return engines, nil
}

// eager is an engine that gets ready while the browser opens the page, one after the
// other, for the browser needs the processors too.
type eager struct {
	*engine.Engine
	ready chan struct{}
}

func newEager(e *engine.Engine, before <-chan struct{}) eager {
	early := eager{e, make(chan struct{})}
	go func() {
		defer close(early.ready)
		<-before
		_ = e.Prepare(engine.Limit{}) // a search that cannot be done says so itself
	}()
	return early
}

// SetGame is where each search begins.
func (e eager) SetGame(g *engine.Game) {
	<-e.ready
	e.Engine.SetGame(g)
}

// SetThreads comes before it.
func (e eager) SetThreads(n int) {
	<-e.ready
	e.Engine.SetThreads(n)
}

// listen says what is wrong with an address in words of its flag.
func listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("--listen %s: another program serves there; kaeshi web may run already, or choose another port", address)
	case err != nil:
		var at *net.OpError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, fmt.Errorf("--listen %s: %w; name host and port, such as 127.0.0.1:8064", address, err)
	}
	return listener, nil
}
