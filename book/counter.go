package book

// Counter knows which games a working book has counted, and which are counted now.
type Counter struct {
	store *Store // nil if there is none
	now   map[GameKey]int
}

// NewCounter returns a counter for a working book, which may be nil.
func NewCounter(store *Store) *Counter { return &Counter{store, map[GameKey]int{}} }

// Before returns at how many of its positions a game has been counted.
func (c *Counter) Before(key GameKey) (int, error) {
	positions, ok := c.now[key]
	if ok || c.store == nil {
		return positions, nil
	}
	return c.store.Counted(key)
}

// Note takes down that a game is counted.
func (c *Counter) Note(key GameKey, positions int) { c.now[key] = positions }

// Once returns the book without its games if they have been counted before, and takes
// down that they are.
func (c *Counter) Once(r Reader) (Reader, error) {
	key, err := KeyOfBook(r)
	if err != nil {
		return nil, err
	}
	counted, err := c.Before(key)
	c.Note(key, 1)
	if counted > 0 {
		r = WithoutGames(r)
	}
	return r, err
}

// Games returns what was taken down.
func (c *Counter) Games() []CountedGame {
	var all []CountedGame
	for key, positions := range c.now {
		all = append(all, CountedGame{Key: key, Positions: positions})
	}
	return all
}
