// Package tasks is what workers can do: for each kind of run, the work that answers its
// questions. What a coordinator sends is data. A name in it is looked up among what the
// worker has; none is ever a path or a command.
package tasks

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/weights"
	"kaeshi/weights/train"
)

// Tools are what a worker has for all its work.
type Tools struct {
	// File returns the path of the file with this SHA-256.
	File func(sum string) (path string, err error)
	// Engines are command lines by name, as the worker's own command line has them.
	Engines map[string]string

	mu        sync.Mutex
	sum       string // of the weights that were used last
	weights   *weights.Weights
	evaluator *eval.Evaluator
}

// The kinds of runs.
const (
	Label    = "label"
	Selfplay = "selfplay"
	Solve    = "solve"
	Match    = "match"

	Verdict   = "verdict"
	Calibrate = "calibrate"
	Truth     = "truth"
	Search    = "search"
	Proof     = "proof"
)

// kinds make the work of one slot, by kind.
var kinds = map[string]func(ctx context.Context, setup []byte, t *Tools) (jobs.Work, error){
	Label:    openLabel,
	Selfplay: openSelfplay,
	Solve:    openSolve,
	Match:    openMatch,

	Verdict:   openVerdict,
	Calibrate: openCalibrate,
	Truth:     openTruth,
	Search:    openSearch,
	Proof:     openProof,
}

// Open returns one slot's work at a run, which lasts until ctx ends.
func Open(ctx context.Context, kind string, setup []byte, t *Tools) (jobs.Work, error) {
	open := kinds[kind]
	if open == nil {
		return nil, fmt.Errorf("jobs of the kind %q are unknown here", kind)
	}
	work, err := open(ctx, setup, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return work, nil
}

// evaluatorOf returns the evaluator of weights that all slots share; sum "" are the
// built-in ones.
func (t *Tools) evaluatorOf(sum string) (*eval.Evaluator, error) {
	_, e, err := t.weightsOf(sum)
	return e, err
}

func (t *Tools) weightsOf(sum string) (*weights.Weights, *eval.Evaluator, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.evaluator != nil && t.sum == sum {
		return t.weights, t.evaluator, nil
	}
	w, err := weights.Embedded()
	if sum != "" {
		var path string
		if path, err = t.File(sum); err == nil {
			w, err = weights.Load(path)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	t.sum, t.weights, t.evaluator = sum, w, eval.New(w)
	return t.weights, t.evaluator, nil
}

// LabelSetup is that of runs of the kind Label.
type LabelSetup struct {
	Weights string `json:"weights,omitempty"` // SHA-256
	Options train.LabelOptions
}

func openLabel(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s LabelSetup
	err := json.Unmarshal(setup, &s)
	if err == nil {
		s.Options.Evaluator, err = t.evaluatorOf(s.Weights)
	}
	if err != nil {
		return nil, err
	}
	return s.Options.Work(), nil
}

// SelfplaySetup is that of runs of the kind Selfplay.
type SelfplaySetup struct {
	Weights string `json:"weights,omitempty"` // SHA-256
	Options train.SelfplayOptions
}

func openSelfplay(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s SelfplaySetup
	err := json.Unmarshal(setup, &s)
	if err == nil {
		s.Options.Evaluator, err = t.evaluatorOf(s.Weights)
	}
	if err != nil {
		return nil, err
	}
	return s.Options.Work(), nil
}
