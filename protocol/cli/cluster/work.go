package cluster

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/jobs"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster"
	"kaeshi/protocol/cluster/tasks"
)

// Work is the verb work.
func Work() *cli.Command {
	return &cli.Command{
		Name:  "work",
		Usage: "do the jobs of a hub",
		Description: "Takes jobs from the hub until it is stopped, and waits for it when it is not there. At\n" +
			"SIGTERM or Ctrl-C it hands back what it has not finished. It opens no port, and runs\n" +
			"no engine but itself and those that --engine names: the jobs of a match ask for them\n" +
			"by these names.\n\n" +
			"Example: kaeshi work --hub nats://TOKEN@192.168.1.5:4222 --slots 8\n" +
			"Example: kaeshi work --hub nats://hub:4222 --token-file token --engine edax='edax -gtp -l 10'",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "hub", Required: true, Usage: "the hub's address, `URL`"},
			&cli.IntFlag{Name: "slots", Value: runtime.NumCPU(), DefaultText: "the number of processors", Usage: "do `N` jobs at a time"},
			&cli.StringSliceFlag{Name: "engine", Usage: "let matches use an engine: `NAME='COMMAND'`; may be repeated"},
			&cli.StringFlag{Name: "name", DefaultText: "the machine's", Usage: "call this worker `NAME`"},
			&cli.StringFlag{Name: "cache", DefaultText: "the user's cache", Usage: "keep weights and books that come from the hub in `DIR`"},
		}, core.HubAccessFlags()...),
		Action: work,
	}
}

const maxSlots = 1024

func work(c *cli.Context) error {
	if err := core.CheckRange(c, "slots", 1, maxSlots); err != nil {
		return err
	}
	engines := map[string]string{}
	for _, word := range c.StringSlice("engine") {
		name, command, ok := strings.Cut(word, "=")
		if !ok || strings.TrimSpace(name) == "" || strings.TrimSpace(command) == "" {
			return fmt.Errorf("--engine %s: not NAME='COMMAND'", word)
		}
		if engines[name] != "" {
			return fmt.Errorf("--engine %s: this name is given twice", name)
		}
		engines[name] = command
	}
	cache, err := cacheFolder(c)
	if err != nil {
		return err
	}
	identity, err := core.Identity()
	if err != nil {
		return err
	}
	hub, err := core.DialHub(c, c.String("hub"), true)
	if err != nil {
		return err
	}
	defer hub.Close()
	name := c.String("name")
	if name == "" {
		host, _ := os.Hostname()
		name = fmt.Sprintf("%s/%d", host, os.Getpid())
	}
	slots := c.Int("slots")
	core.SpareProcessors(slots)
	core.Tell(c, "%s: worker %s, kaeshi %v, %d jobs at a time", core.Program, name, identity, slots)
	bar := core.NewProgress(c, "did", 0, 0, "jobs")
	defer bar.Finish()
	tools := &tasks.Tools{Engines: engines,
		File: func(sum string) (string, error) { return hub.File(c.Context, sum, cache) }}
	worker := cluster.Worker{
		Hub: hub, Name: name, Slots: slots, Identity: identity, Timing: cluster.Usual,
		Engines: slices.Sorted(maps.Keys(engines)),
		Open: func(ctx context.Context, run *cluster.Spec) (jobs.Work, error) {
			return tasks.Open(ctx, run.Kind, run.Setup, tools)
		},
		Say: func(text string) { core.Tell(c, "%s: %s", core.Program, text) },
		Watch: func(s cluster.Sign) {
			bar.Note(fmt.Sprintf("%d in hand", s.Busy))
			bar.Set(s.Jobs)
		},
	}
	err = worker.Run(c.Context)
	bar.Finish()
	if err == nil {
		err = c.Context.Err()
	}
	return err
}

func cacheFolder(c *cli.Context) (string, error) {
	if dir := c.String("cache"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for a cache (%w); name one with --cache", err)
	}
	return filepath.Join(dir, core.Program), nil
}
