package gamereport

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"kaeshi/engine/notation"
)

// Extensions are the kinds of file that reports can be.
var Extensions = []string{".html", ".svg", ".png", ".sgf", ".ggf", ".json"}

// HoldsMany reports whether a file with this extension can hold several games.
func HoldsMany(extension string) bool { return extension != ".svg" && extension != ".png" }

// Writes reports whether a report can be a file with this extension.
func Writes(extension string) bool { return slices.Contains(Extensions, extension) }

// Output collects reports.
type Output interface {
	// Add takes the next game.
	Add(*Analysis) error
	// Finish writes what is collected to w.
	Finish(w io.Writer) error
}

// NewOutput returns the output that a file with this extension is.
func NewOutput(extension string) (Output, error) {
	switch extension {
	case ".html":
		return &pageOutput{}, nil
	case ".svg", ".png":
		return &pictureOutput{extension: extension}, nil
	case ".sgf", ".ggf":
		return &recordOutput{format: extension[1:]}, nil
	case ".json":
		return &jsonOutput{}, nil
	}
	return nil, fmt.Errorf("a report is no %q file but one of %s", extension, strings.Join(Extensions, ", "))
}

type pictureOutput struct {
	extension string
	game      *Analysis
}

func (o *pictureOutput) Add(a *Analysis) error {
	if o.game != nil {
		return fmt.Errorf("a %s file shows one game only", o.extension)
	}
	o.game = a
	return nil
}

func (o *pictureOutput) Finish(w io.Writer) error { return o.game.summary().Write(o.extension, w) }

// recordOutput is annotated games.
type recordOutput struct {
	format string
	games  []notation.Game
}

func (o *recordOutput) Add(a *Analysis) error {
	o.games = append(o.games, a.annotated(o.format))
	return nil
}

func (o *recordOutput) Finish(w io.Writer) error { return notation.WriteGames(o.format, w, o.games) }

type jsonOutput struct{ bytes.Buffer }

func (o *jsonOutput) Add(a *Analysis) error { return a.WriteJSON(o) }

func (o *jsonOutput) Finish(w io.Writer) error {
	_, err := o.WriteTo(w)
	return err
}

// pageOutput is all games on one page.
type pageOutput struct {
	index
	games []template.HTML
}

func (o *pageOutput) Add(a *Analysis) error {
	id := fmt.Sprintf("game-%d", len(o.games)+1)
	var text bytes.Buffer
	if err := pageTemplate().ExecuteTemplate(&text, "game", a.page(id)); err != nil {
		return err
	}
	o.games = append(o.games, template.HTML(text.String())) // which our own template has escaped
	o.add(a, "#"+id)
	return nil
}

func (o *pageOutput) Finish(w io.Writer) error {
	if len(o.games) == 1 {
		return writePage(w, pageData{Title: o.rows[0].Title(), Games: o.games})
	}
	return writePage(w, pageData{Title: o.title(), Index: &o.index, Games: o.games})
}

// Folder is a page for each game, and an index of them.
type Folder struct{ index index }

// Add writes the page of the next game to w; the name is the one that page is called
// in the index.
func (f *Folder) Add(a *Analysis, name string, w io.Writer) error {
	var text bytes.Buffer
	if err := pageTemplate().ExecuteTemplate(&text, "game", a.page("game")); err != nil {
		return err
	}
	f.index.add(a, name)
	return writePage(w, pageData{Title: a.Title(), Games: []template.HTML{template.HTML(text.String())}, Up: "index.html"})
}

// Finish writes the index.
func (f *Folder) Finish(w io.Writer) error {
	return writePage(w, pageData{Title: f.index.title(), Index: &f.index})
}

// index lists games and sums up their players.
type index struct {
	totals totals
	rows   []indexRow
}

// indexRow is a game without its moves.
type indexRow struct {
	*Analysis
	Link string
	Side [2]Side
}

// Number is the place of the game, from 1.
func (indexRow) Number(i int) int { return i + 1 }

func (x *index) add(a *Analysis, link string) {
	if x.totals == nil {
		x.totals = totals{}
	}
	x.totals.add(a)
	short := &Analysis{Game: a.Game, Level: a.Level}
	x.rows = append(x.rows, indexRow{short, link, a.Sides()})
}

// Totals are the players, the most successful first.
func (x *index) Totals() []Total { return x.totals.sorted() }

// Rows are the games in the order of their files.
func (x *index) Rows() []indexRow { return x.rows }

// Grades are the columns of the players' mistakes.
func (x *index) Grades() []Grade { return Grades }

func (x *index) title() string { return fmt.Sprintf("%d games", len(x.rows)) }
