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
// position's final score is AtLeast so much, or, without that, which move seems best at
// Depth. The answer is a Found. Unlike other work it keeps its table: the positions are of
// one tree, and what is proved does not depend on it.
type Step struct {
	Position board.Position `json:"position"`
	AtLeast  *int           `json:"at_least,omitempty"` // discs for the side to move, even
	Depth    int            `json:"depth,omitempty"`
}

// Found is what came out of a Step.
type Found struct {
	Yes   bool         `json:"yes,omitempty"`
	Move  board.Square `json:"move"`
	Value float64      `json:"value"` // discs, by the search of Depth
	Nodes uint64       `json:"nodes"`
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
		limit := search.Limit{Depth: s.Depth, Selectivity: search.Selectivity73, AtLeast: s.AtLeast}
		info := searcher.Search(ctx, s.Position, limit, nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found := Found{Move: info.Move(), Value: info.Score.Discs(), Nodes: info.Nodes}
		if s.AtLeast != nil {
			if info.Stage != search.WLD || info.Score.Selectivity != search.NoSelectivity {
				return nil, errors.New("the search proved nothing")
			}
			found.Yes = info.Score.Bound == search.Lower
		}
		return json.Marshal(found)
	}
}
