package notation

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kaeshi/engine/disk"
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

// name returns the name with the number that a game record states.
func (l nameList) name(number uint16) Name {
	n := Name{Number: int(number) + 1}
	if int(number) < len(l) {
		n.Text = l[number]
	}
	return n
}

// findNames reads the lists in the folder of a .wtb file. Files that are not there
// are no error.
func findNames(path string) (names wthorNames, err error) {
	players, tournaments := NameLists(path)
	if names.players, err = readNameList(players, playerNameSize); err != nil {
		return names, err
	}
	names.tournaments, err = readNameList(tournaments, tournamentNameSize)
	return names, err
}

// names finds the lists that belong to a .wtb file.
func (in *input) names() (names wthorNames, err error) {
	if in.beside == nil {
		return findNames(in.name)
	}
	if names.players, err = in.beside.nameList(in.name, ".jou", playerNameSize); err != nil {
		return names, err
	}
	names.tournaments, err = in.beside.nameList(in.name, ".trn", tournamentNameSize)
	return names, err
}

// nameList reads the list with that extension which belongs to a .wtb file.
func (f Files) nameList(path, extension string, size int) (nameList, error) {
	stems := nameStems(path)
	found, best := "", -1
	for name := range f {
		if i := slices.IndexFunc(stems, func(stem string) bool { return strings.EqualFold(name, stem+extension) }); i > best {
			found, best = name, i
		}
	}
	if best < 0 {
		return nil, nil
	}
	list, err := parseNameList(bufio.NewReader(bytes.NewReader(f[found])), size)
	return list, WithName(found, err)
}

// nameStems are the names without extension that the lists of a .wtb file may have, the
// likelier last.
func nameStems(path string) []string {
	return append(slices.Clone(commonNameLists), strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
}

// commonNameLists is what lists for all files of a folder are called, the likelier
// last.
var commonNameLists = []string{"wthor", "wth"}

// NameLists returns the files of the players' and the tournaments' names that belong
// to a .wtb file: those beside it with its own name, or else WTH or WTHOR; "" where
// there is none. Capitals do not matter.
func NameLists(path string) (players, tournaments string) {
	return findNameFile(path, ".jou"), findNameFile(path, ".trn")
}

// WhyNameless says why games of a .wtb file that refer to names have none.
func WhyNameless(path string) string {
	switch players, tournaments := NameLists(path); {
	case players == "" && tournaments == "":
		return "neither .jou nor .trn, of its own name or WTH or WTHOR, lies beside it"
	case players == "":
		return "no .jou, of its own name or WTH or WTHOR, lies beside it"
	case tournaments == "":
		return "no .trn, of its own name or WTH or WTHOR, lies beside it"
	default:
		return fmt.Sprintf("%s and %s have fewer names than it has numbers", players, tournaments)
	}
}

// LacksName reports whether the game, of a database, refers to a name that nobody knows.
func (g *Game) LacksName() bool {
	return slices.ContainsFunc([]Name{g.Players[0].Name, g.Players[1].Name, g.Event}, func(n Name) bool {
		return n.Number > 0 && n.Text == ""
	})
}

func findNameFile(path, extension string) string {
	if path == "-" {
		return ""
	}
	folder := filepath.Dir(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	found, best := "", -1
	wanted := nameStems(path)
	for _, entry := range entries {
		name := filepath.Join(folder, entry.Name())
		for i, stem := range wanted {
			if i > best && strings.EqualFold(entry.Name(), stem+extension) && disk.Check(name) == nil {
				found, best = name, i
			}
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
