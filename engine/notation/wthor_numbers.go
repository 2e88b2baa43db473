package notation

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
)

// nobody stands for an unknown name at number 0, as it does in WTHOR.
const nobody = "???"

// mostNames is how many names two bytes can count beside nobody.
const mostNames = 1<<16 - 2

// nameNumbers gives names their places in a list that is to be written.
type nameNumbers struct {
	list    nameList
	taken   map[int]bool
	numbers map[Name]int
	next    int
}

// nameKey is what tells two names from each other: their text, or the number if only
// that is known.
func nameKey(name Name) Name {
	if name.Text != "" {
		return Name{Text: name.Text}
	}
	return name
}

// numberNames makes the lists of the players and the tournaments.
func (w *WTHOR) numberNames() (players, tournaments *nameNumbers) {
	var people, events []Name
	for _, entry := range w.games {
		people = append(people, entry.black, entry.white)
		events = append(events, entry.event)
	}
	return newNameNumbers(people), newNameNumbers(events)
}

// newNameNumbers first keeps the numbers that names have, then those of which only
// the number is known, and gives the others the numbers that are left.
func newNameNumbers(names []Name) *nameNumbers {
	n := &nameNumbers{numbers: map[Name]int{}, taken: map[int]bool{}}
	for _, isText := range []bool{true, false} {
		for _, name := range names {
			if number := name.Number - 1; (name.Text != "") == isText && number >= 0 && number <= mostNames && !n.taken[number] {
				n.keep(name, number)
			}
		}
	}
	switch {
	case !n.taken[0]:
		n.keep(Name{Text: nobody}, 0)
		n.numbers[Name{}] = 0
	case n.list[0] == nobody || n.list[0] == "":
		n.numbers[Name{}] = 0
	}
	for _, name := range names {
		if _, isKnown := n.numbers[Name{}]; name == (Name{}) && !isKnown {
			name.Text = nobody // for number 0 is somebody
		}
		for n.taken[n.next] {
			n.next++
		}
		n.keep(name, n.next)
	}
	if _, isKnown := n.numbers[Name{}]; !isKnown {
		n.numbers[Name{}] = n.numbers[Name{Text: nobody}]
	}
	return n
}

// keep gives a number to a name that has none.
func (n *nameNumbers) keep(name Name, number int) {
	key := nameKey(name)
	if _, isKnown := n.numbers[key]; isKnown {
		return
	}
	for len(n.list) <= number {
		n.list = append(n.list, "")
	}
	n.taken[number], n.list[number], n.numbers[key] = true, name.Text, number
}

// number returns the place of a name in the list, or without a list the number that
// it had.
func (n *nameNumbers) number(name Name) uint16 {
	if n == nil {
		return uint16(max(0, name.Number-1))
	}
	return uint16(n.numbers[nameKey(name)])
}

// write prints the list, each name cut to its record.
func (n *nameNumbers) write(w io.Writer, header wthorHeader, size int) error {
	header.Names = uint16(len(n.list))
	if err := binary.Write(w, binary.LittleEndian, header); err != nil {
		return err
	}
	for _, name := range n.list {
		record := make([]byte, size)
		copy(record[:size-1], toLatin1(name))
		if _, err := w.Write(record); err != nil {
			return err
		}
	}
	return nil
}

// Losses says what the database cannot keep of its games, a sentence for each kind;
// none if all is kept but what no .wtb file ever holds: comments, times, evaluations.
func (w *WTHOR) Losses() []string {
	var losses []string
	say := func(format string, values ...any) { losses = append(losses, fmt.Sprintf(format, values...)) }
	if years := w.years(); len(years) > 1 {
		undated := ""
		if years[0] == 0 {
			years, undated = years[1:], ", and some have no date"
		}
		text := fmt.Sprint(years[0])
		if last := years[len(years)-1]; last != years[0] {
			text = fmt.Sprintf("%d to %d", years[0], last)
		}
		say("the games are of %s%s; the file holds one year for all, and so holds none", text, undated)
	}
	ended, theories := 0, 0
	for _, entry := range w.games {
		if entry.ending == Resigned || entry.ending == TimedOut {
			ended++
		}
		if empties := entry.theory.Empties; empties > 0 && empties != int(w.commonDepth()) {
			theories++
		}
	}
	if ended > 0 {
		say("%d games that were resigned or lost on time keep their score alone", ended)
	}
	if theories > 0 {
		say("%d theoretical scores are not at %d empties, as the first is, and are left out", theories, w.commonDepth())
	}
	if w.HasNames() {
		players, tournaments := w.numberNames()
		losses = append(losses, players.losses("players", playerNameSize)...)
		losses = append(losses, tournaments.losses("tournaments", tournamentNameSize)...)
	}
	return losses
}

// losses says what the records of a list cannot hold.
func (n *nameNumbers) losses(kind string, size int) []string {
	var cut, foreign []string
	for _, name := range n.list {
		text := toLatin1(name)
		if len(text) >= size {
			cut = append(cut, name)
		}
		if strings.Count(string(text), "?") != strings.Count(name, "?") {
			foreign = append(foreign, name)
		}
	}
	var losses []string
	for _, loss := range []struct {
		names []string
		text  string
	}{
		{cut, fmt.Sprintf("are cut to %d letters", size-1)},
		{foreign, "lose the letters that Latin-1 lacks"},
	} {
		if len(loss.names) > 0 {
			slices.Sort(loss.names)
			losses = append(losses, fmt.Sprintf("%d names of %s %s, such as %s", len(loss.names), kind, loss.text, loss.names[0]))
		}
	}
	return losses
}
