package tasks

import (
	"context"
	"encoding/json"
	"errors"

	"kaeshi/engine/board"
	"kaeshi/engine/eval"
	"kaeshi/engine/jobs"
	"kaeshi/engine/search"
	"kaeshi/engine/tt"
)

// Step is the question of runs of the kind Proof, which split one hard position: whether a
// position's final score is AtLeast so much. With Look, or without AtLeast, a selective
// search says what is likely. The answer is a Found. Unlike other work it keeps its table:
// the positions are of one tree, and what is proved does not depend on it.
type Step struct {
	Position board.Position `json:"position"`
	AtLeast  *int           `json:"at_least,omitempty"` // discs for the side to move, even
	Look     bool           `json:"look,omitempty"`
}

// Found is what came out of a Step.
type Found struct {
	Yes   bool           `json:"yes,omitempty"`
	Move  board.Square   `json:"move"`
	Value float64        `json:"value"` // discs
	PV    []board.Square `json:"pv,omitempty"`
	Nodes uint64         `json:"nodes"`
}

// ProofSetup is that of runs of the kind Proof.
type ProofSetup struct {
	Weights string `json:"weights,omitempty"` // SHA-256
	HashMB  int    `json:"hash"`
}

func openProof(_ context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s ProofSetup
	if err := json.Unmarshal(setup, &s); err != nil {
		return nil, err
	}
	e, err := t.evaluatorOf(s.Weights)
	if err != nil {
		return nil, err
	}
	return NewProofWork(e, s.HashMB), nil
}

// NewProofWork returns one thread's work at Steps.
func NewProofWork(e *eval.Evaluator, hashMB int) jobs.Work {
	searcher := search.New(e, tt.New(hashMB), 1)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var s Step
		if err := json.Unmarshal(question, &s); err != nil {
			return nil, err
		}
		if !s.Position.Valid() || s.Position.Over() {
			return nil, errors.New("a position without a move")
		}
		limit := search.Limit{Depth: s.Position.EmptyCount(), Selectivity: search.Selectivity95, AtLeast: s.AtLeast}
		if s.AtLeast != nil && !s.Look {
			limit.Selectivity = search.NoSelectivity
		}
		info := searcher.Search(ctx, s.Position, limit, nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found := Found{Move: info.Move(), Value: info.Score.Discs(), Nodes: info.Nodes}
		switch {
		case s.AtLeast == nil:
			found.PV = info.PV
		case info.Stage != search.WLD || info.Score.Selectivity != limit.Selectivity:
			return nil, errors.New("the search proved nothing")
		default:
			found.Yes = info.Score.Bound == search.Lower
		}
		return json.Marshal(found)
	}
}
