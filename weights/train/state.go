package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"kaeshi/engine/disk"
	"kaeshi/engine/pattern"
	"kaeshi/weights"
)

// State is how far a fit has come: all that a later run needs to go on.
type State struct {
	Recipe    string // of the fit, and a resumed one must have the same
	Phase     int    // being fitted; -1 when all are
	Epoch     int    // passes done in this phase
	Current   []float32
	Averaged  []float32 // the running average of Current in this phase, if one is wanted
	Best      []float32 // the weights with the smallest held-out error
	BestError float64
	BestEpoch int
	Fitted    []float32 // weights of all phases, the unfinished ones zero
	Passes    []Progress
}

// NewState returns the state before the first pass.
func NewState(set *pattern.Set, recipe string) *State {
	return &State{
		Recipe:  recipe,
		Phase:   set.Phases - 1,
		Current: make([]float32, set.Values()),
		Fitted:  make([]float32, set.Phases*set.Values()),
	}
}

// NewStateFrom returns the state before the first pass of a fit that goes on from w.
func NewStateFrom(w *weights.Weights, recipe string) *State {
	s := NewState(w.Set, recipe)
	s.Fitted = inDiscs(w)
	return s
}

// begin takes the weights that are given for the phase.
func (s *State) begin() { copy(s.Current, s.Fitted[s.Phase*len(s.Current):]) }

// prior returns what weights are drawn towards: those of the phase after the one being
// fitted, or zeros, or the given ones.
func (s *State) prior(given bool) []float32 {
	n, of := len(s.Current), s.Phase
	if !given {
		of++
	}
	if of < len(s.Fitted)/n {
		return slices.Clone(s.Fitted[of*n : (of+1)*n])
	}
	return make([]float32, n)
}

// judged returns the weights that a fit would yield now.
func (s *State) judged() []float32 {
	if s.Averaged != nil {
		return s.Averaged
	}
	return s.Current
}

// note keeps the current weights if their held-out error is the smallest so far.
func (s *State) note(heldOut float64) {
	if s.Best == nil || heldOut < s.BestError {
		s.Best = append(s.Best[:0], s.judged()...)
		s.BestError, s.BestEpoch = heldOut, s.Epoch
	}
}

// nextPhase puts the best weights of the phase away and goes on from them.
func (s *State) nextPhase() {
	if s.Best != nil {
		copy(s.Current, s.Best)
	}
	copy(s.Fitted[s.Phase*len(s.Current):], s.Current)
	s.Phase--
	s.Epoch, s.Averaged, s.Best, s.BestError, s.BestEpoch = 0, nil, nil, 0, 0
}

// Save writes the state to a file that appears complete or not at all.
func (s *State) Save(path string) error {
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(s); err != nil {
		return err
	}
	return disk.WriteFile(path, data.Bytes())
}

// checkStateFile judges a checkpoint by its size and its first byte, which is the
// length of a message: zeros in a hole would be messages without end.
func checkStateFile(file *os.File) error {
	const largest = 1 << 30
	info, err := file.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, 1)
	if _, err := file.ReadAt(head, 0); err != nil || head[0] == 0 {
		return errors.New("it begins otherwise")
	}
	if info.Size() > largest {
		return fmt.Errorf("%d bytes are more than it can have", info.Size())
	}
	return nil
}

// LoadState reads what Save wrote. A file that does not exist is no error: the
// fit begins, and nil is returned.
func LoadState(path string, set *pattern.Set, recipe string) (*State, error) {
	file, err := disk.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := checkStateFile(file); err != nil {
		return nil, fmt.Errorf("%s is not a checkpoint: %w", path, err)
	}
	s := new(State)
	if err := gob.NewDecoder(file).Decode(s); err != nil {
		return nil, fmt.Errorf("%s is not a checkpoint, or cut short or damaged: remove it to begin anew", path)
	}
	if s.Recipe != recipe {
		return nil, fmt.Errorf("%s is the checkpoint of another fit (%s)", path, s.Recipe)
	}
	if len(s.Current) != set.Values() || len(s.Fitted) != set.Phases*set.Values() || s.Phase >= set.Phases {
		return nil, fmt.Errorf("%s does not fit pattern set %q", path, set.Name)
	}
	return s, nil
}
