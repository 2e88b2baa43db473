// Package cluster has jobs done by many machines, over NATS JetStream.
//
// A coordinator opens a run, puts jobs into a stream and takes their results from
// another one; workers pull jobs and publish results. Between them stands a hub: the
// server in this package, see Serve, or any NATS server or cluster. Nothing here knows
// what a job is about: questions and answers are bytes, see kaeshi/engine/jobs.
//
// What holds it together:
//   - A question is named by the hash of all that its answer depends on. Delivery is at
//     least once, and the first valid answer to a name counts.
//   - Only answers count. Acknowledgements say nothing: JetStream accepts one for a
//     delivery that has expired.
//   - A worker acknowledges a job after its result is stored at the hub. A coordinator
//     removes results after it has kept them. So the coordinator's files are the truth, and
//     whatever the hub loses is asked again.
package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// The names at the hub.
const (
	jobsStream    = "KAESHI_JOBS"
	resultsStream = "KAESHI_RESULTS"
	runsBucket    = "KAESHI_RUNS"
	workersBucket = "KAESHI_WORKERS"
	filesBucket   = "KAESHI_FILES"

	jobsSubject    = "kaeshi.job."
	resultsSubject = "kaeshi.result."
	cancelSubject  = "kaeshi.cancel."
	newsSubject    = "kaeshi.news" // that there is a new run
)

// Timing is how long things may take; tests shorten it.
type Timing struct {
	Lease time.Duration // a job whose worker is silent for so long is given to another
	Batch time.Duration // how long a job should take; 0 puts each question into a job of its own
	Sign  time.Duration // between two signs of life
}

// Usual is the timing of the program.
var Usual = Timing{Lease: 30 * time.Second, Batch: 10 * time.Second, Sign: 5 * time.Second}

const (
	most         = 5  // failures of a question before it is given up
	mostDeaths   = 25 // deliveries of a job that ended without a word before it is given up
	keepFor      = 30 * 24 * time.Hour
	keepWorkers  = 24 * time.Hour
	requestLimit = 5 * time.Second
	formLimit    = 30 * time.Second // for a cluster to agree on its leaders
	retryPause   = 300 * time.Millisecond
)

// name returns what identifies something by all its parts.
func name(parts ...[]byte) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:", len(part))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Identity is what two programs must have in common to work together: the same search
// gives the same answers.
type Identity struct {
	Version   string `json:"version"`
	Signature uint64 `json:"signature"` // of kaeshi bench
}

func (i Identity) String() string { return fmt.Sprintf("%s, bench %d", i.Version, i.Signature) }

// jobOf returns the run and the job that a subject names.
func jobOf(subject, prefix string) (run, job string, ok bool) {
	rest, found := strings.CutPrefix(subject, prefix)
	run, job, cut := strings.Cut(rest, ".")
	return run, job, found && cut && isName(run) && job != "" && !strings.Contains(job, ".")
}

// isName reports whether a text is one that name makes: nothing else from the wire
// becomes part of a subject.
func isName(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 16
}
