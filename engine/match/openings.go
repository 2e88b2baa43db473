package match

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"math/rand/v2"
	"strings"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

//go:generate sh -c "go run openings_gen.go > openings.new && mv openings.new openings.txt"

//go:embed openings.txt
var builtinOpenings string

// BuiltinOpenings returns balanced openings of 8 plies, distinct under symmetry
// and transposition; openings.txt says how they were found.
func BuiltinOpenings() [][]board.Square {
	openings, err := ReadOpenings(strings.NewReader(builtinOpenings))
	if err != nil {
		panic("match: openings.txt: " + err.Error())
	}
	return openings
}

// Fingerprint identifies a list of openings in its order.
func Fingerprint(openings [][]board.Square) string {
	hash := sha256.New()
	for _, opening := range openings {
		hash.Write([]byte(notation.FormatMoves(opening) + "\n"))
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// Shuffle brings the openings into an order that depends on the seed only.
func Shuffle(openings [][]board.Square, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(openings), func(i, j int) {
		openings[i], openings[j] = openings[j], openings[i]
	})
}
