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
		if err := in.read(c, path, depth); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// read tells books from games by how a file begins.
func (in *incoming) read(c *cli.Context, path string, depth int) error {
	if path != "-" {
		isBook, isJSON, err := bookKind(path)
		switch {
		case err != nil:
			return err
		case isBook:
			return in.readBook(path)
		case isJSON:
			return in.readJSON(c, path)
		}
	}
	games, skipped, err := readGames(c, []string{path})
	if err != nil {
		return err
	}
	in.skipped += skipped
	builder := book.NewBuilder()
	for i := range games {
		in.addGame(builder, &games[i], depth)
	}
	in.graph.Merge(builder.Graph())
	return nil
}

func (in *incoming) readBook(path string) error {
	b, err := book.Open(path)
	if err != nil {
		return err
	}
	defer b.Close()
	graph, err := b.Load()
	if err != nil {
		return err
	}
	in.books = append(in.books, graph)
	return nil
}

func (in *incoming) readJSON(c *cli.Context, path string) error {
	var graph *book.Graph
	_, skipped, err := readSources(c, []string{path}, func(name string, r io.Reader, bad func(error) error) (int, error) {
		var err error
		if graph, err = book.ReadJSON(r, name, bad); err != nil {
			return 0, err
		}
		return graph.Len(), nil
	})
	if err != nil {
		return err
	}
	in.skipped += skipped
	in.books = append(in.books, graph)
	return nil
}

// addGame registers a game's line. What its end is worth is what a scored transcript
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

func bookKind(path string) (isBook, isJSON bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, false, err
	}
	defer file.Close()
	head, _ := bufio.NewReader(file).Peek(64)
	text := strings.TrimSpace(strings.TrimPrefix(string(head), "\uFEFF"))
	return book.IsBook(head), strings.HasPrefix(text, "{"), nil
}
