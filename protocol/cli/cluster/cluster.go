// Package cluster is the verbs of many machines: hub, which hands out jobs, and work,
// which does them.
package cluster

import (
	"errors"
	"fmt"
	"net"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster"
)

const defaultListen = "127.0.0.1:4222"

// Hub is the verb hub.
func Hub() *cli.Command {
	return &cli.Command{
		Name:      "hub",
		Usage:     "hand out the work of long verbs to many machines",
		ArgsUsage: "DIR | status URL",
		Description: "Keeps jobs and results in the folder DIR until they are fetched, and prints the line\n" +
			"that starts a worker. Then a verb with --hub has its work done by all workers: label,\n" +
			"selfplay, solve, match, evaltest, calibrate, book learn. Its files are those of a local\n" +
			"run; it, the hub and workers may be killed and started again, and nothing is lost.\n" +
			"Any NATS server or cluster with JetStream, of version 2.10 or newer, is a hub as well.\n" +
			"A hub on a network should have --tls-cert and --tls-key: the token goes over the wire.\n\n" +
			"hub status URL tells of the runs and the workers at a hub.\n\n" +
			"Example: kaeshi hub --listen 0.0.0.0:4222 hub\n" +
			"Example: kaeshi hub status --token-file hub/token nats://127.0.0.1:4222",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Value: defaultListen, Usage: "wait for connections at `HOST:PORT`"},
			&cli.StringFlag{Name: "tls-cert", TakesFile: true, Usage: "encrypt with the certificate in `FILE`"},
			&cli.StringFlag{Name: "tls-key", TakesFile: true, Usage: "the certificate's key is in `FILE`"},
			&cli.BoolFlag{Name: "json", Usage: "status: print JSON"},
		}, tokenFlags()...),
		Action: hub,
	}
}

// tokenFlags are those of a hub and of who asks for its status.
func tokenFlags() []cli.Flag {
	flags := core.HubAccessFlags()
	flags[0].(*cli.StringFlag).Usage = "the token is in `FILE`; a hub makes it if it is not there (default: DIR/token)"
	return flags
}

func hub(c *cli.Context) error {
	switch args := c.Args().Slice(); {
	case len(args) == 2 && args[0] == "status":
		return status(c, args[1])
	case len(args) == 1 && args[0] == "status":
		return errors.New("hub status needs the address of a hub, such as nats://127.0.0.1:4222")
	case len(args) == 0:
		return errors.New("hub needs a folder for its data, such as kaeshi hub DIR")
	case len(args) > 1:
		return fmt.Errorf("unexpected argument %q; flags come before the folder", args[1])
	case c.Bool("json") || c.IsSet("tls-ca"):
		return errors.New("--json and --tls-ca are for hub status")
	}
	err := cluster.Serve(c.Context, cluster.HubOptions{
		Dir: c.Args().First(), Listen: c.String("listen"), TokenFile: c.String("token-file"),
		CertFile: c.String("tls-cert"), KeyFile: c.String("tls-key"),
		Say: func(text string) { core.Tell(c, "%s: %s", core.Program, text) },
		Ready: func(url, token, file string) {
			scheme, address, _ := splitURL(url)
			fmt.Fprintf(c.App.Writer, "%s work --hub %s://%s@%s\n", core.Program, scheme, token, reachable(address))
			core.Tell(c, "the hub listens at %s; the line above starts a worker, and its --hub serves the verbs too; the token is in %s", url, file)
		},
	})
	if errors.Is(err, cluster.ErrStuck) {
		return startAgain(c, err)
	}
	return err
}

// reachable is the address at which others find a hub that listens everywhere.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsUnspecified() {
		return address
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return address
	}
	for _, a := range addresses {
		if own, ok := a.(*net.IPNet); ok && !own.IP.IsLoopback() && own.IP.To4() != nil {
			return net.JoinHostPort(own.IP.String(), port)
		}
	}
	return address
}
