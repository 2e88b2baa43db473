package book

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/book"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// incoming is all that an import reads before anything is changed.
type incoming struct {
	graph   *book.Graph // without the games that it counts
	books   []*book.Book
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

// readBook keeps a book open: it may be larger than the memory.
func (in *incoming) readBook(path string, r io.Reader) (int, error) {
	b, err := openBook(path, r)
	if err != nil {
		return 0, err
	}
	in.books = append(in.books, b)
	return max(b.Len(), 1), nil // an empty book is one, too
}

func (in *incoming) readJSON(name string, r io.Reader, bad func(error) error) (int, error) {
	graph, err := book.ReadJSON(r, name, bad)
	if err != nil {
		return 0, err
	}
	in.books = append(in.books, book.New(graph))
	return graph.Len(), nil
}

func (in *incoming) close() {
	for _, b := range in.books {
		b.Close()
	}
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

// takeInto merges what was read with a working book, or with onlyCount takes nothing but the
// games at the positions that it has. It returns the whole, and what is newly counted.
func (in *incoming) takeInto(c *cli.Context, store *book.Store, onlyCount bool) (*book.Draft, []book.CountedGame, error) {
	count := book.NewCounter(store)
	d, err := book.DraftOf(store)
	if err != nil {
		return nil, nil, err
	}
	if !onlyCount && in.graph.Len() > 0 {
		d, err = mergeInto(c, d, in.graph, false)
	}
	for _, b := range in.books {
		var r book.Reader
		if err == nil {
			r, err = withoutCounted(c, count, b)
		}
		if err == nil {
			d, err = mergeInto(c, d, r, onlyCount)
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, d.Close())
	}
	return d, count.Games(), nil
}

// countGames counts the games that were read.
func (in *incoming) countGames(graph *book.Graph, store *book.Store) ([]book.CountedGame, error) {
	count := book.NewCounter(store)
	for i, line := range in.games {
		counted, err := count.Before(in.keys[i])
		if err != nil {
			return nil, err
		}
		graph.CountGame(line, counted)
		count.Note(in.keys[i], max(counted, len(line)+1))
	}
	return count.Games(), nil
}

// mergeInto merges a book with a draft, which is closed, and shows how far it is.
func mergeInto(c *cli.Context, d *book.Draft, theirs book.Reader, onlyCount bool) (*book.Draft, error) {
	bar := core.NewProgress(c, "settled", 0, 0, "positions")
	defer bar.Finish()
	merged, err := book.Merge(d, theirs, onlyCount, watcher(c, bar))
	if err != nil {
		return d, err
	}
	return merged, d.Close()
}

// withoutCounted returns what a book says, without its games if they have been counted
// before.
func withoutCounted(c *cli.Context, count *book.Counter, b *book.Book) (book.Reader, error) {
	r, finish := readWatched(c, b)
	defer finish()
	if b.Foreign() != "" { // the games of other programs are not counted
		return r, nil
	}
	return count.Once(r)
}

func gamePlies(g *notation.Game) []notation.Ply {
	plies := make([]notation.Ply, len(g.Moves))
	for i, m := range g.Moves {
		plies[i] = notation.Ply{Color: m.Color, Square: m.Square}
	}
	return plies
}
