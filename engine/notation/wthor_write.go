package notation

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"kaeshi/engine/board"
)

// WTHOR collects games for a database.
type WTHOR struct {
	games []wthorEntry
	names map[Name]bool // of players and tournaments
}

// wthorEntry is a game and what its record refers to.
type wthorEntry struct {
	record              wthorGame
	event, black, white Name
	year                uint16
	theory              Theory
	ending              Ending
}

// Add takes a game; an *Error says why the database cannot hold it.
func (w *WTHOR) Add(g *Game) error {
	entry, err := newWTHOREntry(g)
	if err != nil {
		return &Error{Line: g.Line, Err: err}
	}
	if w.names == nil {
		w.names = map[Name]bool{}
	}
	own := []Name{nameKey(entry.event), nameKey(entry.black), nameKey(entry.white)}
	fresh := 0
	for _, name := range own {
		if !w.names[name] {
			fresh++
		}
	}
	if len(w.names)+fresh > mostNames {
		return &Error{Line: g.Line, Err: fmt.Errorf("there is no number left for its names: the file has %d", mostNames)}
	}
	for _, name := range own {
		w.names[name] = true
	}
	w.games = append(w.games, entry)
	return nil
}

// Len returns the number of games.
func (w *WTHOR) Len() int { return len(w.games) }

// Write prints the games as a .wtb file and, if any of them has names, the .jou and
// .trn files that it refers to. The date in the headers is day. Numbers that names
// already have are kept where no other name has them.
func (w *WTHOR) Write(wtb, jou, trn io.Writer, day time.Time) error {
	header := wthorHeader{
		Century: uint8(day.Year() / 100), Year: uint8(day.Year() % 100),
		Month: uint8(day.Month()), Day: uint8(day.Day()),
		Games: int32(len(w.games)), BoardSize: 8, PlayedIn: w.commonYear(), Depth: w.commonDepth(),
	}
	var players, tournaments *nameNumbers
	if w.HasNames() {
		players, tournaments = w.numberNames()
	}
	if err := binary.Write(wtb, binary.LittleEndian, header); err != nil {
		return err
	}
	for _, entry := range w.games {
		record := entry.record
		record.Tournament = tournaments.number(entry.event)
		record.Black, record.White = players.number(entry.black), players.number(entry.white)
		if entry.theory.Empties != int(header.Depth) {
			record.Theory = record.Score // there is one depth for all games
		}
		if err := binary.Write(wtb, binary.LittleEndian, record); err != nil {
			return err
		}
	}
	if players == nil {
		return nil
	}
	header.Games, header.BoardSize, header.PlayedIn, header.Depth = 0, 0, 0, 0
	return errors.Join(players.write(jou, header, playerNameSize), tournaments.write(trn, header, tournamentNameSize))
}

// HasNames reports whether any player or tournament is known by name.
func (w *WTHOR) HasNames() bool {
	return slices.ContainsFunc(w.games, func(entry wthorEntry) bool {
		return entry.event.Text+entry.black.Text+entry.white.Text != ""
	})
}

// commonYear returns the year that all dates begin with, 0 if there is none.
func (w *WTHOR) commonYear() uint16 {
	years := w.years()
	if len(years) != 1 {
		return 0
	}
	return years[0]
}

// years returns the years of the games in order, 0 for those without a date.
func (w *WTHOR) years() []uint16 {
	var years []uint16
	for _, entry := range w.games {
		if i, found := slices.BinarySearch(years, entry.year); !found {
			years = slices.Insert(years, i, entry.year)
		}
	}
	return years
}

// commonDepth returns the empties of the first theoretical score.
func (w *WTHOR) commonDepth() uint8 {
	for _, entry := range w.games {
		if empties := entry.theory.Empties; empties > 0 && empties <= wthorMoves {
			return uint8(empties)
		}
	}
	return wthorDefaultDepth
}

func newWTHOREntry(g *Game) (entry wthorEntry, err error) {
	score, over := g.FinalScore()
	switch {
	case !usualStart(g):
		return entry, errUnusualStart
	case !over && g.Result.Ending == Adjourned:
		return entry, errors.New("the game was adjourned, and this format has no place for that")
	case !over && !g.Result.Score.Known:
		p, _ := g.End()
		return entry, fmt.Errorf("the game stops at %d empties without a result", p.EmptyCount())
	}
	entry.event, entry.theory, entry.ending = g.Event, g.Theory, g.Result.Ending
	entry.black, entry.white = g.Players[board.Black].Name, g.Players[board.White].Name
	entry.year = yearOf(g.Date)
	placed := 0
	for _, m := range g.Moves {
		if m.Square < board.Pass {
			entry.record.Moves[placed] = uint8(10*(m.Square.Row()+1) + m.Square.Column() + 1)
			placed++
		}
	}
	stated := float64(score)
	if g.Result.Score.Known {
		stated = g.Result.Score.Value
	}
	if entry.record.Score, err = wthorDiscs(stated); err != nil {
		return entry, err
	}
	entry.record.Theory, err = wthorDiscs(float64(g.Theory.Score))
	return entry, err
}

var (
	plainYear = lazyPattern(`^\d{1,5}$`)
	dayNumber = lazyPattern(`^(\d{4})\d{4}$`)
	yearInDay = lazyPattern(`(?:^|\D)((?:18|19|20|21)\d\d)(?:\D|$)`)
)

// yearOf finds the year in a date, "2001.02.03", "03/02/2001" or "20010203"; 0 if
// there is none.
func yearOf(date string) uint16 {
	if !plainYear().MatchString(date) {
		found := dayNumber().FindStringSubmatch(date)
		if found == nil {
			found = yearInDay().FindStringSubmatch(date)
		}
		if found == nil {
			return 0
		}
		date = found[1]
	}
	year, err := strconv.ParseUint(date, 10, 16)
	if err != nil {
		return 0
	}
	return uint16(year)
}

// wthorDiscs returns Black's discs for his score.
func wthorDiscs(score float64) (uint8, error) {
	discs := (score + 64) / 2
	if discs != float64(uint8(max(0, min(64, discs)))) {
		return 0, fmt.Errorf("the score %+g is not one of 64 discs", score)
	}
	return uint8(discs), nil
}
