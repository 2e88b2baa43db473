package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Spec is what all questions of a run have in common.
type Spec struct {
	Kind     string          `json:"kind"`            // which work answers them
	Setup    json.RawMessage `json:"setup"`           // for that work
	Needs    []string        `json:"needs,omitempty"` // names of engines that a worker must have
	Title    string          `json:"title"`           // for people
	Identity Identity        `json:"identity"`
}

// id names the run: the same command goes on with what an earlier one left at the hub, and
// another one at the same time does not get in its way.
func (s *Spec) id() string {
	return name([]byte(s.Kind), s.Setup, []byte(s.Identity.String()), []byte(strings.Join(s.Needs, "\n")), []byte(s.Title))
}

// Run is a run as the hub knows it: what its coordinator said last.
type Run struct {
	Spec
	ID      string    `json:"id"`
	Total   int       `json:"total"` // questions; 0 if nobody knows
	Done    int       `json:"done"`
	Failed  int       `json:"failed"` // given up
	Begun   time.Time `json:"begun"`
	Lease   string    `json:"lease"`
	Workers int       `json:"workers"`

	Seen time.Time `json:"-"` // by the hub's clock
}

func (r *Run) lease() time.Duration {
	d, err := time.ParseDuration(r.Lease)
	if err != nil || d <= 0 {
		return Usual.Lease
	}
	return d
}

// Sign is what a worker says of itself now and then.
type Sign struct {
	Worker   string   `json:"worker"`
	Identity Identity `json:"identity"`
	Engines  []string `json:"engines,omitempty"`
	Slots    int      `json:"slots"`
	Busy     int      `json:"busy"`
	Jobs     int      `json:"jobs"`    // finished since it started
	Answers  int      `json:"answers"` // in them
	Seconds  float64  `json:"seconds"` // that its slots spent on them
	Note     string   `json:"note,omitempty"`

	Seen time.Time `json:"-"` // by the hub's clock
}

// Fits reports whether the worker may do the jobs of a run.
func (s *Sign) Fits(spec *Spec) bool {
	for _, engine := range spec.Needs {
		if !slices.Contains(s.Engines, engine) {
			return false
		}
	}
	return s.Identity == spec.Identity
}

// bucket returns the values of all keys, and the time by the hub's clock.
func (h *Hub) bucket(ctx context.Context, name string) (values map[string]jetstream.KeyValueEntry, now time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	prefix := "$KV." + name + "."
	stream, err := h.js.Stream(ctx, "KV_"+name)
	if err != nil {
		return nil, now, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, now, err
	}
	kv, err := h.js.KeyValue(ctx, name)
	if err != nil {
		return nil, now, err
	}
	values = map[string]jetstream.KeyValueEntry{}
	for _, subject := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		key := strings.TrimPrefix(subject, prefix)
		entry, err := kv.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) { // deleted
			continue
		}
		if err != nil {
			return nil, now, err
		}
		values[key] = entry
	}
	return values, info.TimeStamp, nil
}

// runs returns the runs that are open, by name. What somebody else put there is no run.
func (h *Hub) runs(ctx context.Context) (map[string]*Run, time.Time, error) {
	values, now, err := h.bucket(ctx, runsBucket)
	if err != nil {
		return nil, now, err
	}
	runs := map[string]*Run{}
	for key, entry := range values {
		r := new(Run)
		if json.Unmarshal(entry.Value(), r) == nil && isName(key) && r.ID == key && r.id() == key {
			r.Seen = entry.Created()
			runs[key] = r
		}
	}
	return runs, now, nil
}

// workers returns the last signs of life of all workers.
func (h *Hub) workers(ctx context.Context) ([]Sign, time.Time, error) {
	values, now, err := h.bucket(ctx, workersBucket)
	if err != nil {
		return nil, now, err
	}
	var signs []Sign
	for _, key := range slices.Sorted(maps.Keys(values)) {
		var s Sign
		if json.Unmarshal(values[key].Value(), &s) == nil && isName(key) {
			s.Seen = values[key].Created()
			signs = append(signs, s)
		}
	}
	return signs, now, nil
}

// consumer makes the way by which the workers pull the jobs of a run, or finds it.
func (h *Hub) consumer(ctx context.Context, run string, lease time.Duration) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	config := jetstream.ConsumerConfig{
		Durable: run, FilterSubject: jobsSubject + run + ".*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 14, DeliverPolicy: jetstream.DeliverAllPolicy,
	}
	consumer, err := h.js.CreateOrUpdateConsumer(ctx, jobsStream, config)
	if isBroken(err) && h.js.DeleteConsumer(ctx, jobsStream, run) == nil {
		return h.js.CreateOrUpdateConsumer(ctx, jobsStream, config)
	}
	return consumer, err
}

// isBroken reports whether a consumer cannot be written any more. So it is after it was
// deleted for one coordinator and made for another of the same run at the same time: it
// is there, but its folder is gone (nats-server 2.15.2).
func isBroken(err error) bool {
	const consumerNotMade jetstream.ErrorCode = 10012
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == consumerNotMade
}

func (h *Hub) putRun(ctx context.Context, r *Run) error {
	return h.put(ctx, runsBucket, r.ID, r)
}

func (h *Hub) put(ctx context.Context, bucket, key string, v any) error {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	kv, err := h.js.KeyValue(ctx, bucket)
	if err != nil {
		return err
	}
	_, err = kv.Put(ctx, key, text)
	return err
}
