package cluster

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/cluster"
)

// splitURL splits an address into its scheme and the rest.
func splitURL(url string) (scheme, address string, ok bool) { return strings.Cut(url, "://") }

// status tells of the runs and the workers at a hub.
func status(c *cli.Context, url string) error {
	hub, err := core.DialHub(c, url, false)
	if err != nil {
		return err
	}
	defer hub.Close()
	s, err := hub.Status(c.Context)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(s)
	}
	return printStatus(c.App.Writer, s)
}

func printStatus(w io.Writer, s *cluster.Status) error {
	const gap = 2
	table := tabwriter.NewWriter(w, 0, 0, gap, ' ', 0)
	if len(s.Runs) == 0 {
		fmt.Fprintln(table, "no runs")
	} else {
		fmt.Fprintln(table, "RUN\tDONE\tTOTAL\tFAILED\tWAITING\tRUNNING\tWORKERS\tTIME LEFT\tCOORDINATOR")
	}
	for _, r := range s.Runs {
		left := "-"
		if r.Left > 0 {
			left = (time.Duration(r.Left) * time.Second).String()
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", r.Title, r.Done, r.Total, r.Failed, r.Waiting, r.Running, r.Workers, left, ago(r.Seen))
	}
	fmt.Fprintln(table)
	if len(s.Workers) == 0 {
		fmt.Fprintln(table, "no workers")
	} else {
		fmt.Fprintln(table, "WORKER\tBUSY\tSLOTS\tJOBS\tANSWERS/S\tLAST SIGN\tVERSION\tNOTE")
	}
	for _, n := range s.Workers {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%.2f\t%s\t%v\t%s\n", n.Worker, n.Busy, n.Slots, n.Jobs, n.Speed, ago(n.Seen), n.Identity, n.Note)
	}
	return table.Flush()
}

// ago says how long something is past.
func ago(seconds float64) string {
	return time.Duration(seconds*float64(time.Second)).Round(time.Second).String() + " ago"
}
