package book

import (
	"bufio"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/notation"
)

// incoming is all that an import reads before anything is changed.
type incoming struct {
	graph   *book.Graph // without the games that it counts
	books   []*book.Graph
	games   [][]notation.Ply // that were played, as far as they are wanted
	keys    []book.GameKey   // of the whole games
	skipped int
}

func readIncoming(c *cli.Context, files []string, depth int) (*incoming, error) {
	in := &incoming{graph: book.NewGraph()}
	for _, path := range files {
		_, skipped, err := readSources(c, []string{path}, func(name string, r io.Reader, bad func(error) error) (int, error) {
			return in.read(path, name, r, depth, bad)
		})
		if err != nil {
			return nil, err
		}
		in.skipped += skipped
	}
	return in, nil
}

// read tells books from games by how a file begins, and returns how many games or
// positions are in it.
func (in *incoming) read(path, name string, r io.Reader, depth int, bad func(error) error) (int, error) {
	text := bufio.NewReader(r)
	head, _ := text.Peek(book.HeadSize)
	switch {
	case book.IsBook(head, sizeOf(path)):
		return in.readBook(path, text)
	case strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(string(head), "\uFEFF")), "{"):
		return in.readJSON(name, text, bad)
	}
	builder := book.NewBuilder()
	count, err := scanGames(name, withStat(text, r), func(g *notation.Game) { in.addGame(builder, g, depth) }, bad)
	in.graph.Merge(builder.Graph())
	return count, err
}

// sizeOf returns the size of a file, or -1 of what has none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

func (in *incoming) readBook(path string, r io.Reader) (int, error) {
	graph, err := loadBook(path, r)
	if err != nil {
		return 0, err
	}
	in.books = append(in.books, graph)
	return max(graph.Len(), 1), nil // an empty book is one, too
}

func (in *incoming) readJSON(name string, r io.Reader, bad func(error) error) (int, error) {
	graph, err := book.ReadJSON(r, name, bad)
	if err != nil {
		return 0, err
	}
	in.books = append(in.books, graph)
	return graph.Len(), nil
}

// addGame registers a game's line. The value of its end is what a scored transcript
// states, or the score of a game that was played out; any other result is none, and
// the end will be searched.
func (in *incoming) addGame(b *book.Builder, g *notation.Game, depth int) {
	plies := gamePlies(g)
	line := book.Cut(plies, depth)
	value := g.Value
	if score, over := g.FinalScore(); over {
		value = notation.Number{Value: float64(score), Known: true}
	}
	if wasPlayed(g) {
		b.RegisterGame(line)
		in.games, in.keys = append(in.games, line), append(in.keys, book.KeyOf(plies))
	}
	if value.Known && len(line) == len(plies) {
		b.Add(notation.Transcript{Plies: line, Value: value.Value})
		return
	}
	b.Register(line)
}

// wasPlayed reports whether a line is a game that has come to its end, in whatever way.
func wasPlayed(g *notation.Game) bool {
	_, over := g.FinalScore()
	return over || g.Result.Ending != notation.Unknown && g.Result.Ending != notation.Adjourned
}

// takeInto merges what was read into the graph of a working book, or with onlyCount
// takes nothing but the games at the positions that it has. It returns what is newly
// counted.
func (in *incoming) takeInto(graph *book.Graph, store *book.Store, onlyCount bool) ([]book.CountedGame, error) {
	count := newCounter(store)
	if !onlyCount {
		graph.Merge(in.graph)
	}
	for _, b := range in.books {
		key := book.KeyOfBook(b)
		counted, err := count.before(key)
		if err != nil {
			return nil, err
		}
		if counted > 0 {
			b.ForgetGames()
		}
		if onlyCount {
			graph.CountGames(b)
		} else {
			graph.Merge(b)
		}
		count.note(key, 1)
	}
	for i, line := range in.games {
		counted, err := count.before(in.keys[i])
		if err != nil {
			return nil, err
		}
		graph.CountGame(line, counted)
		count.note(in.keys[i], max(counted, len(line)+1))
	}
	return count.games(), nil
}

// counter knows which games a working book has counted, and which an import counts.
type counter struct {
	store *book.Store
	now   map[book.GameKey]int
}

func newCounter(store *book.Store) *counter {
	return &counter{store, map[book.GameKey]int{}}
}

// before returns at how many of its positions a game has been counted.
func (c *counter) before(key book.GameKey) (int, error) {
	if positions, ok := c.now[key]; ok {
		return positions, nil
	}
	return c.store.Counted(key)
}

func (c *counter) note(key book.GameKey, positions int) { c.now[key] = positions }

func (c *counter) games() []book.CountedGame {
	var all []book.CountedGame
	for key, positions := range c.now {
		all = append(all, book.CountedGame{Key: key, Positions: positions})
	}
	return all
}

func gamePlies(g *notation.Game) []notation.Ply {
	plies := make([]notation.Ply, len(g.Moves))
	for i, m := range g.Moves {
		plies[i] = notation.Ply{Color: m.Color, Square: m.Square}
	}
	return plies
}
