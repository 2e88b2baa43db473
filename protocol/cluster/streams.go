package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// owner marks what is ours at a server that others use too.
var owner = map[string]string{"owner": "kaeshi", "kaeshi.layout": "1"}

// replicas is how many copies a cluster keeps, if it has so many servers.
const replicas = 3

// jobsConfig is the stream of jobs: each subject holds one message at most, and an
// acknowledged one is gone. The window in which a server drops what it takes for
// duplicates is as short as can be: a job that is given back is published again.
func jobsConfig(copies int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: jobsStream, Description: "kaeshi: jobs that wait or are being done", Subjects: []string{jobsSubject + ">"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: copies, AllowDirect: true, Metadata: owner,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgs: -1, MaxBytes: -1, MaxAge: keepFor, MaxMsgSize: -1, MaxConsumers: -1, Duplicates: shortest,
	}
}

func resultsConfig(copies int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: resultsStream, Description: "kaeshi: results that no coordinator has kept yet", Subjects: []string{resultsSubject + ">"},
		Retention: jetstream.LimitsPolicy, Storage: jetstream.FileStorage, Replicas: copies, AllowDirect: true, Metadata: owner,
		MaxMsgs: -1, MaxBytes: -1, MaxAge: keepFor, MaxMsgSize: -1, MaxConsumers: -1, Duplicates: shortest,
	}
}

// shortest is the least window for duplicates that a server takes.
const shortest = 100 * time.Millisecond

// prepare makes what is not there yet of streams and buckets, and sees that what is
// there is ours.
func (h *Hub) prepare(ctx context.Context) error {
	copies := replicas
	if len(h.conn.Servers()) < replicas {
		copies = 1
	}
	for _, config := range []func(copies int) jetstream.StreamConfig{jobsConfig, resultsConfig} {
		var err error
		if copies, err = h.ownStream(ctx, config(copies)); err != nil {
			return err
		}
	}
	for bucket, keep := range map[string]time.Duration{runsBucket: keepFor, workersBucket: keepWorkers} {
		if _, err := h.js.KeyValue(ctx, bucket); err == nil {
			continue
		}
		_, err := h.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, History: 1, TTL: keep, Replicas: copies,
			Storage: jetstream.FileStorage})
		if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
			return serverError(err)
		}
	}
	if _, err := h.js.ObjectStore(ctx, filesBucket); err != nil {
		_, err := h.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: filesBucket, TTL: keepFor, Replicas: copies,
			Storage: jetstream.FileStorage})
		if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
			return serverError(err)
		}
	}
	return nil
}

// ownStream makes a stream unless it is there and ours, and returns how many copies of it
// there are.
func (h *Hub) ownStream(ctx context.Context, config jetstream.StreamConfig) (copies int, err error) {
	for {
		stream, err := h.js.Stream(ctx, config.Name)
		if err == nil {
			there := stream.CachedInfo().Config
			if there.Metadata["owner"] != owner["owner"] || !slices.Equal(there.Subjects, config.Subjects) {
				return 0, fmt.Errorf("the stream %s there belongs to another program (its subjects are %s); use an account or a server of our own",
					config.Name, strings.Join(there.Subjects, " "))
			}
			if there.Metadata["kaeshi.layout"] != owner["kaeshi.layout"] {
				return 0, fmt.Errorf("the stream %s there was made by another version of kaeshi; end its runs, delete it, or use another hub", config.Name)
			}
			return there.Replicas, nil
		}
		if !errors.Is(err, jetstream.ErrStreamNotFound) {
			return 0, serverError(err)
		}
		_, err = h.js.CreateStream(ctx, config)
		switch {
		case err == nil, errors.Is(err, jetstream.ErrStreamNameAlreadyInUse): // made by somebody else just now: look again
			continue
		case strings.Contains(err.Error(), "overlap"):
			return 0, fmt.Errorf("another program's stream there has subjects that begin with kaeshi.; use an account or a server of our own (%w)", err)
		case config.Replicas > 1 && isAPIError(err) && !isPassing(err):
			config.Replicas = 1 // the cluster has no room for more
			continue
		}
		return 0, serverError(err)
	}
}

func isAPIError(err error) bool {
	var api jetstream.JetStreamError
	return errors.As(err, &api) && api.APIError() != nil
}

// serverError says what to do where a server cannot do what is asked.
func serverError(err error) error {
	switch {
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("JetStream is off there, or its disk is full: start nats-server with -js, or free space and start the hub again (%w)", err)
	case strings.Contains(err.Error(), "insufficient"), strings.Contains(err.Error(), "no space"):
		return fmt.Errorf("the hub has no room left: free space on its disk (%w)", err)
	}
	return err
}
