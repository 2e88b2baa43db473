package tasks

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/jobs"
	"kaeshi/engine/match"
	"kaeshi/engine/search"
	"kaeshi/protocol/child"
	"kaeshi/protocol/entrant"
)

// MatchSetup is that of runs of the kind Match.
type MatchSetup struct {
	Players      []Player      `json:"players"`
	Control      match.Control `json:"control"`
	Margin       time.Duration `json:"margin"`
	Patience     time.Duration `json:"patience"`
	AdjudicateAt int           `json:"adjudicate,omitempty"`
	Seed         uint64        `json:"seed"`
}

// Player is an engine of a match: one in the worker's process, or the one that the
// worker's own command line calls Spec.Given.
type Player struct {
	Spec    entrant.Spec `json:"spec"`
	Weights string       `json:"weights,omitempty"` // SHA-256
	Book    string       `json:"book,omitempty"`    // SHA-256
}

// Inside reports whether the engine is in the worker's process.
func (p *Player) Inside() bool { return p.Spec.Kind == entrant.Self || p.Spec.Kind == entrant.Random }

// Pairing is the question of such a run: the games of one opening between two engines.
type Pairing struct {
	Slots []match.Slot `json:"slots"`
}

// start returns what starts instances of a player.
func (t *Tools) start(ctx context.Context, o *entrant.Options, p *Player) (entrant.Starter, error) {
	switch p.Spec.Kind {
	case entrant.Random:
		return entrant.New(ctx, o, p.Spec)
	case entrant.Self:
		var paths [2]string
		for i, sum := range []string{p.Weights, p.Book} {
			if sum == "" {
				continue
			}
			var err error
			if paths[i], err = t.File(sum); err != nil {
				return nil, err
			}
		}
		return entrant.WithFiles(o, p.Spec, paths[0], paths[1])
	}
	command := t.Engines[p.Spec.Given]
	if command == "" {
		return nil, fmt.Errorf("no engine is called %q here; see kaeshi work --engine", p.Spec.Given)
	}
	protocol := entrant.Auto
	if kind := p.Spec.Kind; kind == child.GTP || kind == child.NBoard || kind == child.UGI {
		protocol = kind
	}
	own, err := entrant.Parse([]string{command}, protocol)
	if err != nil {
		return nil, err
	}
	if p.Spec.Level.Asked {
		own[0].Level = p.Spec.Level
	}
	return entrant.New(ctx, o, own[0])
}

func openMatch(ctx context.Context, setup []byte, t *Tools) (jobs.Work, error) {
	var s MatchSetup
	if err := json.Unmarshal(setup, &s); err != nil {
		return nil, err
	}
	runner := &match.Runner{Referee: &match.Referee{Control: s.Control, Margin: s.Margin, Patience: s.Patience, AdjudicateAt: s.AdjudicateAt}}
	if s.AdjudicateAt > 0 {
		var err error
		if runner.Referee.Adjudicate, err = Adjudicator(1); err != nil {
			return nil, err
		}
	}
	o := &entrant.Options{Patience: s.Patience, Seed: s.Seed}
	for i := range s.Players {
		start, err := t.start(ctx, o, &s.Players[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Players[i].Spec.Name, err)
		}
		runner.Entrants = append(runner.Entrants, match.Entrant{Name: s.Players[i].Spec.Name, Start: start})
	}
	if err := runner.Start(ctx); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, runner.Close)
	return func(ctx context.Context, question []byte) ([]byte, error) {
		var p Pairing
		if err := json.Unmarshal(question, &p); err != nil {
			return nil, err
		}
		for _, slot := range p.Slots {
			if n := len(s.Players); slot.Black < 0 || slot.Black >= n || slot.White < 0 || slot.White >= n {
				return nil, fmt.Errorf("round %d has a player that the match has not", slot.Round)
			}
			if err := checkOpening(slot.Opening); err != nil {
				return nil, fmt.Errorf("round %d: %w", slot.Round, err)
			}
		}
		games, err := runner.Play(ctx, p.Slots)
		if err != nil {
			return nil, err
		}
		return json.Marshal(games)
	}, nil
}

func checkOpening(moves []board.Square) error {
	p := board.Start()
	for i, sq := range moves {
		if !(sq == board.Pass && p.Moves() == 0 || sq < board.Pass && p.Legal(sq)) {
			return fmt.Errorf("move %d of the opening is not legal", i+1)
		}
		p = p.Play(sq)
	}
	return nil
}

// Adjudicator returns the exact search that ends games early, for so many at a time.
func Adjudicator(concurrency int) (func(context.Context, board.Position) (int, bool), error) {
	const hashMB = 64
	free := make(chan *engine.Engine, concurrency)
	for range concurrency {
		e, err := engine.New(engine.Options{Threads: 1, HashMB: hashMB, Games: true})
		if err != nil {
			return nil, err
		}
		free <- e
	}
	return func(ctx context.Context, p board.Position) (int, bool) {
		e := <-free
		defer func() { free <- e }()
		e.SetGame(engine.NewGameFrom(p, board.Black))
		info, err := e.Search(ctx, engine.Limit{NoBook: true, Solve: engine.SolveExact}, nil)
		return info.Score.Value / search.Disc, err == nil && info.Proved()
	}, nil
}
