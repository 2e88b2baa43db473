package tasks

import (
	"context"
	"encoding/json"
	"errors"

	"kaeshi/book/learn"
	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/search"
	"kaeshi/weights/train"
)

// VerdictSetup is that of runs of the kind Verdict, whose questions are train.Problem and
// whose answers are train.Verdict.
type VerdictSetup struct {
	Weights     string             `json:"weights,omitempty"` // SHA-256
	Depth       int                `json:"depth"`
	Selectivity search.Selectivity `json:"selectivity"`
	HashMB      int                `json:"hash"`
}

func openVerdict(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s VerdictSetup
	if err := json.Unmarshal(setup, &s); err != nil {
		return nil, err
	}
	e, err := t.evaluatorOf(s.Weights)
	if err != nil {
		return nil, err
	}
	return train.NewSeeker(e, search.Limit{Depth: s.Depth, Selectivity: s.Selectivity}, s.HashMB, 1).Work, nil
}

// CalibrateSetup is that of runs of the kind Calibrate.
type CalibrateSetup struct {
	Weights string `json:"weights,omitempty"` // SHA-256
	Options train.CalibrateOptions
}

func openCalibrate(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s CalibrateSetup
	if err := json.Unmarshal(setup, &s); err != nil {
		return nil, err
	}
	w, _, err := t.weightsOf(s.Weights)
	if err != nil {
		return nil, err
	}
	s.Options.Evaluator = eval.New(train.WithoutTruth(w))
	return s.Options.Work(), nil
}

// TruthSetup is that of runs of the kind Truth.
type TruthSetup struct {
	Weights string `json:"weights,omitempty"` // SHA-256
	Options train.TruthOptions
}

func openTruth(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s TruthSetup
	err := json.Unmarshal(setup, &s)
	if err == nil {
		s.Options.Weights, _, err = t.weightsOf(s.Weights)
	}
	if err != nil {
		return nil, err
	}
	return s.Options.Work(), nil
}

// SearchSetup is that of runs of the kind Search: positions of a book.
type SearchSetup struct {
	Weights string `json:"weights,omitempty"` // SHA-256
	Level   int    `json:"level"`
	HashMB  int    `json:"hash"`
}

// Leaf is a position and those of its moves of which the best is wanted, the question of
// such a run. The answer is a learn.Finding.
type Leaf struct {
	Position board.Position `json:"position"`
	Only     uint64         `json:"only"`
}

func openSearch(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s SearchSetup
	if err := json.Unmarshal(setup, &s); err != nil {
		return nil, err
	}
	o := engine.Options{Level: engine.AtLevel(s.Level), Threads: 1, HashMB: s.HashMB, Seed: 1}
	if s.Weights != "" {
		var err error
		if o.Weights, err = t.File(s.Weights); err != nil {
			return nil, err
		}
	}
	e, err := engine.New(o)
	if err != nil {
		return nil, err
	}
	searcher := learn.EngineSearcher(e)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var leaf Leaf
		if err := json.Unmarshal(question, &leaf); err != nil {
			return nil, err
		}
		if !leaf.Position.Valid() || leaf.Only == 0 || leaf.Only&^leaf.Position.Moves() != 0 {
			return nil, errors.New("no position with these moves")
		}
		found, err := searcher.Search(ctx, leaf.Position, leaf.Only)
		if err != nil {
			return nil, err
		}
		return json.Marshal(found)
	}, nil
}

// Asker searches the positions of a book somewhere else. It implements learn.Searcher.
type Asker struct {
	Ask func(ctx context.Context, question []byte) (answer []byte, err error)
}

// Search implements learn.Searcher.
func (a Asker) Search(ctx context.Context, p board.Position, only uint64) (found learn.Finding, err error) {
	question, err := json.Marshal(Leaf{p, only})
	if err != nil {
		return found, err
	}
	answer, err := a.Ask(ctx, question)
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return found, err
	}
	if found.Move > 63 || only&found.Move.Bit() == 0 {
		return found, errors.New("a worker names a move that was not asked")
	}
	return found, nil
}
