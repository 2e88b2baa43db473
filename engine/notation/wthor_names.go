package notation

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The sizes of a record in the two lists of names, its final zero included.
const (
	playerNameSize     = 20
	tournamentNameSize = 26
)

// nameList is the content of a .jou or .trn file.
type nameList []string

// wthorNames is the lists that belong to a .wtb file.
type wthorNames struct{ players, tournaments nameList }

// hasNames tells whether any player or tournament is known by name.
func (w *WTHOR) hasNames() bool {
	return slices.ContainsFunc(w.games, func(entry wthorEntry) bool {
		return entry.event.Text+entry.black.Text+entry.white.Text != ""
	})
}

// name returns the name with the number that a game record states.
func (l nameList) name(number uint16) Name {
	n := Name{Number: int(number) + 1}
	if int(number) < len(l) {
		n.Text = l[number]
	}
	return n
}

// findNames reads the lists in the folder of a .wtb file: those with its own name,
// or else WTH.JOU and WTH.TRN. Files that are not there are no error.
func findNames(path string) (names wthorNames, err error) {
	if names.players, err = readNameList(findNameFile(path, ".jou"), playerNameSize); err != nil {
		return names, err
	}
	names.tournaments, err = readNameList(findNameFile(path, ".trn"), tournamentNameSize)
	return names, err
}

// findNameFile returns "" if there is no such file; capitals do not matter.
func findNameFile(path, extension string) string {
	folder := filepath.Dir(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	own := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + extension
	found := ""
	for _, entry := range entries {
		switch {
		case strings.EqualFold(entry.Name(), own):
			return filepath.Join(folder, entry.Name())
		case strings.EqualFold(entry.Name(), "wth"+extension):
			found = filepath.Join(folder, entry.Name())
		}
	}
	return found
}

func readNameList(path string, size int) (nameList, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	list, err := parseNameList(bufio.NewReader(file), size)
	return list, WithName(path, err)
}

func parseNameList(r *bufio.Reader, size int) (nameList, error) {
	header, err := readWTHORHeader(r)
	if err != nil {
		return nil, err
	}
	var list nameList
	record := make([]byte, size)
	for n := range int(header.Names) {
		if _, err := io.ReadFull(r, record); err != nil {
			return nil, fmt.Errorf("the header promises %d names, the file holds %d", header.Names, n)
		}
		text, _, _ := bytes.Cut(record, []byte{0})
		list = append(list, oneLine(fromLatin1(text)))
	}
	return list, nil
}

// nameNumbers gives names their places in a list that is to be written.
type nameNumbers struct {
	list    nameList
	numbers map[string]int
}

// numberNames makes the lists of the players and the tournaments.
func (w *WTHOR) numberNames() (players, tournaments nameNumbers, err error) {
	var people, events []Name
	for _, entry := range w.games {
		people = append(people, entry.black, entry.white)
		events = append(events, entry.event)
	}
	players, err = newNameNumbers(people)
	if err != nil {
		return players, tournaments, fmt.Errorf("players: %w", err)
	}
	if tournaments, err = newNameNumbers(events); err != nil {
		err = fmt.Errorf("tournaments: %w", err)
	}
	return players, tournaments, err
}

// newNameNumbers first keeps the numbers that names have, then gives the others the
// numbers that are left. Number 0 stands for an unknown name, as it does in WTHOR.
func newNameNumbers(names []Name) (nameNumbers, error) {
	const nobody = "???"
	n := nameNumbers{numbers: map[string]int{}}
	taken := map[int]string{}
	for _, name := range names {
		if name.Number == 0 || name.Number > maxNames {
			continue
		}
		if _, isTaken := taken[name.Number-1]; isTaken {
			continue
		}
		if _, isKnown := n.numbers[name.Text]; !isKnown || name.Text == "" {
			n.keep(taken, name.Text, name.Number-1)
		}
	}
	if _, isTaken := taken[0]; !isTaken {
		n.keep(taken, nobody, 0)
	}
	next := 1
	for _, name := range names {
		if _, isKnown := n.numbers[name.Text]; isKnown || name.Text == "" {
			continue
		}
		for _, isTaken := taken[next]; isTaken; _, isTaken = taken[next] {
			next++
		}
		if next >= maxNames {
			return n, errors.New("there are more names than the file has numbers")
		}
		n.keep(taken, name.Text, next)
	}
	return n, nil
}

// maxNames is how many names two bytes can count.
const maxNames = 1<<16 - 1

func (n *nameNumbers) keep(taken map[int]string, text string, number int) {
	for len(n.list) <= number {
		n.list = append(n.list, "")
	}
	taken[number], n.list[number] = text, text
	if text != "" {
		n.numbers[text] = number
	}
}

// number returns the place of a name in the list.
func (n *nameNumbers) number(name Name) uint16 {
	if number, ok := n.numbers[name.Text]; ok {
		return uint16(number)
	}
	if name.Number > 0 && name.Number <= maxNames {
		return uint16(name.Number - 1)
	}
	return 0
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
