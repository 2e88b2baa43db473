package match

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"kaeshi/engine/notation"
)

// Entrant is one competitor: a name that the journal knows it by, and a way to
// start an instance of it.
type Entrant struct {
	Name  string
	Start func(ctx context.Context) (Player, error)
}

// Runner plays the games of a schedule, several at a time.
type Runner struct {
	Entrants    []Entrant
	Referee     *Referee
	Concurrency int
	// Finished is told of each game as it ends, one at a time. If it returns
	// false no further game begins. An error ends the match.
	Finished func(*Game) (goOn bool, err error)

	mu     sync.Mutex
	idle   [][]Player // by entrant: started and free
	failed bool
	over   context.CancelFunc // no further game begins
}

// Run plays the slots. When drain is closed no further game begins; when ctx
// ends the games in hand are given up.
func (r *Runner) Run(ctx context.Context, slots []Slot, drain <-chan struct{}) error {
	if err := r.warmUpUnless(ctx, drain); err != nil {
		return err
	}
	defer r.closeAll()
	open, over := context.WithCancel(ctx)
	defer over()
	r.over = over
	queue := make(chan Slot)
	var workers errgroup.Group // without a context: the games in hand are played on
	for range max(1, r.Concurrency) {
		workers.Go(func() error {
			for slot := range queue {
				if open.Err() != nil { // the end may have come with the slot
					return nil
				}
				if err := r.play(ctx, slot); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, slot := range slots {
		if !offer(open, queue, slot, drain) {
			break
		}
	}
	close(queue)
	if err := workers.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// offer gives a slot to a free worker unless the end comes first, and reports whether
// it did.
func offer(open context.Context, queue chan<- Slot, slot Slot, drain <-chan struct{}) bool {
	select { // the end wins over a free worker
	case <-drain:
		return false
	case <-open.Done():
		return false
	default:
	}
	select {
	case queue <- slot:
		return true
	case <-drain:
	case <-open.Done():
	}
	return false
}

// warmUpUnless is warmUp that is given up when drain is closed.
func (r *Runner) warmUpUnless(ctx context.Context, drain <-chan struct{}) error {
	warm, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-drain:
			cancel()
		case <-warm.Done():
		}
	}()
	err := r.warmUp(warm)
	if err != nil && warm.Err() != nil {
		return context.Canceled
	}
	return err
}

// warmUp starts one instance of each entrant, so that a wrong command line, or an
// engine that refuses the time control or the level, shows before the first game and
// not as a row of lost ones.
func (r *Runner) warmUp(ctx context.Context) error {
	r.idle = make([][]Player, len(r.Entrants))
	for i := range r.Entrants {
		player, err := r.start(ctx, i)
		if err != nil {
			r.closeAll()
			return err
		}
		r.idle[i] = []Player{player}
	}
	return nil
}

func (r *Runner) closeAll() {
	var closing sync.WaitGroup
	for _, players := range r.idle {
		for _, player := range players {
			closing.Go(player.Close)
		}
	}
	closing.Wait()
}

// play plays one game. Its error is one that ends the match.
func (r *Runner) play(ctx context.Context, slot Slot) error {
	entrants := [2]int{slot.Black, slot.White}
	game := &Game{
		Round:   slot.Round,
		Black:   r.Entrants[slot.Black].Name,
		White:   r.Entrants[slot.White].Name,
		Opening: notation.FormatMoves(slot.Opening),
	}
	var players [2]Player
	failed := [2]bool{}
	var start, cut error
	for c, entrant := range entrants {
		if players[c], start = r.take(ctx, entrant); start != nil {
			break
		}
	}
	if start == nil {
		failed, cut = r.Referee.Play(ctx, game, slot.Opening, players)
	} else {
		r.fail()
	}
	for c, player := range players {
		switch {
		case player == nil:
		case failed[c]:
			player.Close()
		default:
			r.giveBack(entrants[c], player)
		}
	}
	if start != nil || cut != nil {
		return start
	}
	return r.finish(game)
}

// finish tells of a game, unless the match has failed before it ended.
func (r *Runner) finish(game *Game) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed {
		return nil
	}
	goOn, err := r.Finished(game)
	r.failed = err != nil
	if !goOn || r.failed {
		r.over()
	}
	return err
}

// fail ends the match for an engine that does not start again: it would lose all the
// games that are left.
func (r *Runner) fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
	r.over()
}

// take returns a free instance of an entrant, or a new one.
func (r *Runner) take(ctx context.Context, entrant int) (Player, error) {
	r.mu.Lock()
	if n := len(r.idle[entrant]); n > 0 {
		player := r.idle[entrant][n-1]
		r.idle[entrant] = r.idle[entrant][:n-1]
		r.mu.Unlock()
		return player, nil
	}
	r.mu.Unlock()
	return r.start(ctx, entrant)
}

// start returns a new instance of an entrant that is ready to play.
func (r *Runner) start(ctx context.Context, entrant int) (Player, error) {
	name := r.Entrants[entrant].Name
	player, err := r.Entrants[entrant].Start(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := r.Referee.Ready(ctx, player); err != nil {
		player.Close()
		return nil, fmt.Errorf("%s cannot begin a game: %w", name, err)
	}
	return player, nil
}

func (r *Runner) giveBack(entrant int, player Player) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle[entrant] = append(r.idle[entrant], player)
}
