package core

import (
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/bench"
	"kaeshi/protocol/cluster"
)

const categoryHub = "Many machines"

// HubFlags let a verb have its work done by the workers of a hub.
func HubFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "hub", Category: categoryHub,
			Usage: "have the work done by the workers of the hub at `URL`: see kaeshi help hub"},
	}, HubAccessFlags()...)
}

// HubAccessFlags are what a hub asks of those that connect.
func HubAccessFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "token-file", TakesFile: true, Category: categoryHub,
			Usage: "the hub's token is in `FILE`, not in its address"},
		&cli.StringFlag{Name: "tls-ca", TakesFile: true, Category: categoryHub,
			Usage: "trust the certificates in `FILE`, for a hub that signed its own"},
	}
}

// AtHub reports whether the work is to be done by the workers of a hub. Flags that say
// how this process would do it are then a mistake.
func AtHub(c *cli.Context, local ...string) (bool, error) {
	if !c.IsSet("hub") {
		for _, name := range []string{"token-file", "tls-ca"} {
			if c.IsSet(name) {
				return false, fmt.Errorf("--%s needs --hub", name)
			}
		}
		return false, nil
	}
	for _, name := range local {
		if c.IsSet(name) {
			return false, fmt.Errorf("--%s and --hub exclude each other: how much is done at a time is what the workers have slots for", name)
		}
	}
	return true, nil
}

// DialHub connects to the hub at url.
func DialHub(c *cli.Context, url string, wait bool) (*cluster.Hub, error) {
	return cluster.Dial(c.Context, cluster.Address{
		URL: url, TokenFile: c.String("token-file"), CAFile: c.String("tls-ca"),
		Say: func(text string) { Tell(c, "%s: %s", Program, text) },
	}, wait)
}

// Identity is what this program and a worker must have in common.
func Identity() (cluster.Identity, error) {
	nodes, err := bench.Signature()
	return cluster.Identity{Version: Version, Signature: nodes}, err
}

// HubRun is what a verb wants done at a hub.
type HubRun struct {
	Kind  string
	Setup any      // for package tasks; Setup is made after Files are at the hub
	Needs []string // engines by name
	Title string
	// Files are put to the hub first; what stands there becomes their SHA-256. Those
	// that are "" stay so.
	Files []*string
}

// HubPlace connects to the hub of --hub and returns the place where its workers do a
// run. The connection is to be closed.
func HubPlace(c *cli.Context, r HubRun, progress *Progress) (place *cluster.Place, done func(), err error) {
	identity, err := Identity()
	if err != nil {
		return nil, nil, err
	}
	hub, err := DialHub(c, c.String("hub"), false)
	if err != nil {
		return nil, nil, err
	}
	for _, file := range r.Files {
		if *file == "" {
			continue
		}
		if *file, err = hub.PutFile(c.Context, *file); err != nil {
			hub.Close()
			return nil, nil, err
		}
	}
	setup, err := json.Marshal(r.Setup)
	if err != nil {
		hub.Close()
		return nil, nil, err
	}
	crew := crewTeller{c: c, progress: progress, identity: identity, told: map[string]bool{}}
	return &cluster.Place{Hub: hub, Timing: cluster.Usual, Crew: crew.tell,
		Spec: cluster.Spec{Kind: r.Kind, Setup: setup, Needs: r.Needs, Title: r.Title, Identity: identity}}, hub.Close, nil
}

// crewTeller tells who works.
type crewTeller struct {
	c        *cli.Context
	progress *Progress
	identity cluster.Identity
	told     map[string]bool
}

func (t *crewTeller) tell(crew cluster.Crew) {
	switch {
	case crew.Workers == 1:
		t.progress.Crew(fmt.Sprintf("1 worker, %d at a time", crew.Slots))
	default:
		t.progress.Crew(fmt.Sprintf("%d workers, %d at a time", crew.Workers, crew.Slots))
	}
	if crew.Workers == 0 && !t.told[""] {
		t.told[""] = true
		Tell(t.c, "%s: no worker at the hub yet; start some with kaeshi work", Program)
	}
	for _, other := range crew.Others {
		if t.told[other.Worker] {
			continue
		}
		t.told[other.Worker] = true
		why := fmt.Sprintf("it has the engines %q", other.Engines)
		if other.Identity != t.identity {
			why = fmt.Sprintf("it is kaeshi %v, this is %v", other.Identity, t.identity)
		}
		Tell(t.c, "%s: the worker %s gets no job: %s", Program, other.Worker, why)
	}
}
