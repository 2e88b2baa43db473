package cluster

import (
	"cmp"
	"context"
	"slices"
)

// Status is what a hub has to tell.
type Status struct {
	Runs    []RunStatus    `json:"runs"`
	Workers []WorkerStatus `json:"workers"`
}

// RunStatus is how far a run is. Done, Failed and Total count questions; Waiting and
// Running count jobs, which hold several.
type RunStatus struct {
	Run
	Waiting int     `json:"waiting"`
	Running int     `json:"running"`
	Left    float64 `json:"seconds_left,omitempty"` // by the pace so far
	Seen    float64 `json:"seen"`                   // seconds since the coordinator's last sign of life
}

// WorkerStatus is how a worker stands.
type WorkerStatus struct {
	Sign
	Speed float64 `json:"speed"` // answers a second of work of all its slots
	Seen  float64 `json:"seen"`  // seconds since its last sign of life
}

// Status asks the hub how things stand.
func (h *Hub) Status(ctx context.Context) (*Status, error) {
	runs, now, err := h.runs(ctx)
	if err != nil {
		return nil, serverError(err)
	}
	s := &Status{Runs: []RunStatus{}, Workers: []WorkerStatus{}}
	for id, r := range runs {
		row := RunStatus{Run: *r, Seen: now.Sub(r.Seen).Seconds()}
		if consumer, err := h.js.Consumer(ctx, jobsStream, id); err == nil {
			info := consumer.CachedInfo()
			row.Waiting, row.Running = int(info.NumPending), info.NumAckPending
		}
		if took := r.Seen.Sub(r.Begun).Seconds(); r.Done > 0 && r.Total > r.Done {
			row.Left = took / float64(r.Done) * float64(r.Total-r.Done)
		}
		s.Runs = append(s.Runs, row)
	}
	slices.SortFunc(s.Runs, func(a, b RunStatus) int { return cmp.Or(a.Begun.Compare(b.Begun), cmp.Compare(a.ID, b.ID)) })
	signs, now, err := h.workers(ctx)
	if err != nil {
		return nil, serverError(err)
	}
	for _, sign := range signs {
		row := WorkerStatus{Sign: sign, Seen: now.Sub(sign.Seen).Seconds()}
		if sign.Seconds > 0 {
			row.Speed = float64(sign.Answers) / sign.Seconds * float64(sign.Slots)
		}
		s.Workers = append(s.Workers, row)
	}
	return s, nil
}
