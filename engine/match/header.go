package match

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
)

// Header is the first line of a journal: what must not change when a match is
// resumed, or differ between journals that are merged.
type Header struct {
	Version    int      `json:"kaeshi_match"`
	Players    []string `json:"players"`
	Engines    []string `json:"engines,omitempty"` // the players' commands
	Openings   string   `json:"openings"`          // fingerprint of the list in use
	Gauntlet   bool     `json:"gauntlet,omitempty"`
	Control    string   `json:"control"`
	Adjudicate int      `json:"adjudicate,omitempty"`
	Shard      string   `json:"shard,omitempty"`
}

const (
	journalVersion = 1
	journalMark    = `{"kaeshi_match":` // how every journal begins
)

// difference names the first thing in which two headers differ, other than the
// shard.
func (h Header) difference(other Header) string {
	for _, field := range []struct {
		what  string
		equal bool
	}{
		{"another format", h.Version == other.Version},
		{"other players", slices.Equal(h.Players, other.Players)},
		{"other openings", h.Openings == other.Openings},
		{"other pairings", h.Gauntlet == other.Gauntlet},
		{"another time control", h.Control == other.Control},
		{"another adjudication", h.Adjudicate == other.Adjudicate},
	} {
		if !field.equal {
			return field.what
		}
	}
	return ""
}

// resumes names what keeps a match from going on in a journal that begins with another
// header, "" if nothing does.
func (h Header) resumes(found Header) string {
	if what := h.difference(found); what != "" {
		return "a match with " + what
	}
	if h.Shard != found.Shard {
		return fmt.Sprintf("another part of the match, %q", found.Shard)
	}
	for i, engine := range found.Engines { // none in journals of old
		if i < len(h.Engines) && h.Engines[i] != engine {
			return fmt.Sprintf("a match with another engine %s, %q", h.Players[i], engine)
		}
	}
	return ""
}

// ID is a short name for the match, by all that makes it another one.
func (h Header) ID() string {
	text, err := json.Marshal(h)
	if err != nil {
		panic("match: a header without JSON: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:4])
}

// has reports whether a game can be one of this match.
func (h Header) has(g *Game) bool {
	return slices.Contains(h.Players, g.Black) && slices.Contains(h.Players, g.White) && g.Black != g.White &&
		slices.Contains([]float64{0, 0.5, 1}, g.Result)
}
