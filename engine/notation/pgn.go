package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaeshi/engine/board"
)

// pgnText is the tags that are texts of a game, in the order in which they are
// printed.
var pgnText = []struct {
	tag   string
	field func(*Game) *string
}{
	{"Event", func(g *Game) *string { return &g.Event.Text }},
	{"Site", func(g *Game) *string { return &g.Place }},
	{"Date", func(g *Game) *string { return &g.Date }},
	{"Round", func(g *Game) *string { return &g.Round }},
	{"Black", func(g *Game) *string { return &g.Players[board.Black].Text }},
	{"White", func(g *Game) *string { return &g.Players[board.White].Text }},
	{"BlackElo", func(g *Game) *string { return &g.Players[board.Black].Rating }},
	{"WhiteElo", func(g *Game) *string { return &g.Players[board.White].Rating }},
	{"BlackClock", func(g *Game) *string { return &g.Players[board.Black].Clock }},
	{"WhiteClock", func(g *Game) *string { return &g.Players[board.White].Clock }},
	{"Variant", func(g *Game) *string { return &g.Variant }},
}

var (
	pgnQuoter   = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	pgnUnquoter = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
	pgnBraces   = strings.NewReplacer("{", "(", "}", ")")
)

// readPGN reads games of tags such as [Black "name"] and moves such as
// "1. f5 d6 2. c3 -- {[%eval 1.5] [%emt 2]} 33-31". Values are the mover's.
func readPGN(in *input) error {
	reader := pgnReader{tokens: newPGNTokens(in.reader), take: in.take}
	if err := reader.read(); err != nil {
		return err
	}
	return WithName(in.name, reader.tokens.err)
}

// pgnReader collects what belongs to one game.
type pgnReader struct {
	tokens *pgnTokens
	take   func(Game, error) error

	tags    []Tag
	game    Game
	player  *player // nil before the first word of the moves
	started bool    // something of a game was read
	bad     error   // the first thing that is wrong with it
	line    int     // of its beginning
}

func (r *pgnReader) read() error {
	r.game = newGame()
	for r.tokens.next() {
		token := r.tokens
		if token.kind == pgnTag && r.player != nil {
			if err := r.finish(); err != nil {
				return err
			}
		}
		if !r.started {
			r.started, r.line = true, token.line
		}
		var err error
		switch token.kind {
		case pgnTag:
			r.tag(token.text)
		case pgnComment:
			r.comment(token.text)
		case pgnWord:
			isEnd := false
			if isEnd, err = r.word(token.text); isEnd && err == nil {
				if err := r.finish(); err != nil {
					return err
				}
			}
		case pgnBad:
			err = errors.New(token.text)
		}
		if err != nil && r.bad == nil {
			r.bad = &Error{Line: token.line, Err: err}
		}
	}
	return r.finish()
}

// finish hands on the game that was read.
func (r *pgnReader) finish() error {
	if !r.started {
		return nil
	}
	r.begin()
	g, bad := r.game, r.bad
	g.Line = r.line
	r.game, r.tags, r.player, r.started, r.bad = newGame(), nil, nil, false, nil
	return r.take(g, bad)
}

// tag takes a tag; one without a name is a comment.
func (r *pgnReader) tag(text string) {
	tag, ok := parseTag(text)
	switch {
	case !ok:
		r.addComment(oneLine(text))
	case tag.Value != unknown && tag.Value != "":
		r.tags = append(r.tags, tag)
	}
}

// addComment adds to what is said of the game.
func (r *pgnReader) addComment(text string) {
	if text == "?" {
		return // as the value of a tag it says that nothing is known
	}
	r.game.Comment = strings.TrimSpace(r.game.Comment + " " + text)
}

// begin turns the tags into the head of the game, before its first move.
func (r *pgnReader) begin() {
	if r.player != nil {
		return
	}
	for _, tag := range r.tags {
		pgnHead(&r.game, tag)
	}
	var err error
	if r.game.Start, r.game.First, err = pgnStart(r.tags); err != nil && r.bad == nil {
		r.bad = &Error{Line: r.line, Err: err}
	}
	r.player = newPlayer(&r.game)
}

// pgnStart returns the position of the first tag FEN; none may be unreadable.
func pgnStart(tags []Tag) (start board.Position, first board.Color, err error) {
	start, first = board.Start(), board.Black
	for _, tag := range slices.Backward(tags) {
		switch {
		case tag.Name != "FEN":
		case strings.EqualFold(tag.Value, startOfUGI):
			start, first = board.Start(), board.Black
		default:
			if start, first, err = ParseFEN(tag.Value); err != nil {
				return start, first, fmt.Errorf("FEN: %w", err)
			}
		}
	}
	return start, first, nil
}

// pgnHead takes a tag that is not the position.
func pgnHead(g *Game, tag Tag) {
	for _, known := range pgnText {
		if field := known.field(g); known.tag == tag.Name {
			takeText(field, tag.Value) // Edax writes the date twice, first the better one
			return
		}
	}
	switch tag.Name {
	case "SetUp", "FEN":
	case "Result":
		result := pgnScore(tag.Value)
		switch {
		case tag.Value == "*":
		case !result.Known:
			g.Tags = append(g.Tags, tag)
		case !g.Result.Score.Known:
			g.Result.Score = result
		}
	case terminationTag:
		pgnTermination(g, tag)
	case "TimeControl":
		g.takeClock(Tag{tag.Name, parsePGNClock(tag.Value)})
	case "Komi":
		g.takeKomi(tag)
	case "Theory":
		theory, odd := parseTheory(tag.Value)
		switch {
		case odd != nil:
			g.Tags = append(g.Tags, tag)
		case g.Theory == Theory{}:
			g.Theory = theory
		}
	case "Annotation":
		g.Comment = strings.TrimSpace(tag.Value + " " + g.Comment)
	default:
		g.Tags = append(g.Tags, tag)
	}
}

const terminationTag = "Termination"

// startOfUGI is what runners of UGI matches write of games from the usual start.
const startOfUGI = "startpos"

// pgnTermination takes the tag; one in words that are not our own stays a tag too. Of
// several the first that is understood counts.
func pgnTermination(g *Game, tag Tag) {
	word := strings.ToLower(tag.Value)
	ending := endingOf(func(e Ending) bool { return endings[e].pgn == word })
	if ending == Unknown {
		ending = pgnTerminations[word]
		g.Tags = append(g.Tags, tag)
	}
	if g.Result.Ending == Unknown {
		g.Result.Ending = ending
	}
}

// saysEnding reports whether the tags alone tell how the game ended.
func (g *Game) saysEnding() bool {
	var other Game
	for _, t := range g.Tags {
		if t.Name == terminationTag {
			pgnTermination(&other, t)
		}
	}
	return other.Result.Ending == g.Result.Ending
}

// parseDiscCount reads "33-31", Black's discs and White's, or "+2.5".
func parseDiscCount(s string) (Number, bool) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		score, err := parseNumber(s)
		return score, err == nil
	}
	black, white, found := strings.Cut(s, "-")
	b, errBlack := strconv.ParseUint(black, 10, 7)
	w, errWhite := strconv.ParseUint(white, 10, 7)
	// "1-0" is a win or a loss as chess players write it; of whom is not said.
	if !found || errBlack != nil || errWhite != nil || b+w <= 1 || b+w > 64 {
		return Number{}, false
	}
	return Number{float64(b) - float64(w), true}, true
}

// pgnScore returns the score that a disc count says, if a game can end so.
func pgnScore(s string) Number {
	var r Result
	r.Score, _ = parseDiscCount(s)
	r.forgetImpossible()
	return r.Score
}

// isChessResult reports whether word is a win, loss or draw without discs. It does not
// say whose win it is, as Black moves first here.
func isChessResult(word string) bool { return word == "1-0" || word == "0-1" || word == "1/2-1/2" }

// The tag Theory is "+4 at 24 empties".
func parseTheory(s string) (t Theory, err error) {
	if _, err := fmt.Sscanf(s, "%d at %d empties", &t.Score, &t.Empties); err != nil ||
		t.Score < -64 || t.Score > 64 || t.Empties < 1 || t.Empties > 60 {
		return Theory{}, fmt.Errorf("%s is not of the form \"+4 at 24 empties\"", quote(s))
	}
	return t, nil
}

// parsePGNClock turns "900+10" seconds into a clock; anything else stays as it is.
func parsePGNClock(s string) string {
	main, increment, _ := strings.Cut(s, "+")
	seconds, err := strconv.ParseUint(main, 10, 24)
	more, errMore := strconv.ParseUint(orElse(increment, "0"), 10, 24)
	if err != nil || errMore != nil {
		return s
	}
	return Clock{Main: time.Duration(seconds) * time.Second, Increment: time.Duration(more) * time.Second}.String()
}

func formatPGNClock(s string) string {
	clock, err := ParseClock(s)
	if s == "" || err != nil || clock.Extension != 0 || clock.String() != s {
		return s
	}
	text := formatFloat(clock.Main.Seconds())
	if clock.Increment != 0 {
		text += "+" + formatFloat(clock.Increment.Seconds())
	}
	return text
}

// word takes a word of the moves and reports whether it ends the game.
func (r *pgnReader) word(word string) (isEnd bool, err error) {
	r.begin()
	if word == "*" || isChessResult(word) {
		return true, nil
	}
	if _, ok := parseDiscCount(word); ok {
		if score := pgnScore(word); !r.game.Result.Score.Known {
			r.game.Result.Score = score
		}
		return true, nil
	}
	word = strings.TrimLeft(word, "0123456789")
	if word = strings.TrimLeft(word, "."); word == "" {
		return false, nil
	}
	if r.bad != nil {
		return false, nil
	}
	moves, err := ParseMoves(strings.TrimRight(word, "!?+#"))
	if err != nil {
		return false, fmt.Errorf("move %d: %s is not a square", r.player.written+1, quote(word))
	}
	for _, sq := range moves {
		if err := r.player.playAny(Move{Square: sq}); err != nil {
			return false, err
		}
	}
	return false, nil
}

var pgnCommand = lazyPattern(`\[%(eval|emt)\s+([-+0-9.eE]+)\]`)

// comment takes what is said of the last move, or of the game. Commands that are
// no numbers stay text.
func (r *pgnReader) comment(text string) {
	text = pgnBraces.Replace(oneLine(text))
	if r.player == nil || len(r.game.Moves) == 0 {
		r.addComment(text)
		return
	}
	m := &r.game.Moves[len(r.game.Moves)-1]
	text = oneLine(pgnCommand().ReplaceAllStringFunc(text, func(command string) string {
		form := pgnCommand().FindStringSubmatch(command)
		number, err := parseNumber(form[2])
		switch {
		case err != nil:
			return command
		case form[1] == "emt":
			m.Seconds = number
		default:
			m.Eval = number
		}
		return ""
	}))
	m.Comment = strings.TrimSpace(m.Comment + " " + text)
}

func (g *Game) pgn() (string, error) {
	var w strings.Builder
	tag := func(name, value string) {
		value = pgnQuoter.Replace(oneLine(value))
		fmt.Fprintf(&w, "[%s \"%s\"]\n", name, value)
	}
	optional := func(name, value string) {
		if value != "" {
			tag(name, value)
		}
	}
	const always = 6 // tags that a reader expects in every game
	for i, known := range pgnText {
		if value := *known.field(g); i < always {
			tag(known.tag, orElse(value, unknown))
		} else {
			optional(known.tag, value)
		}
	}
	optional("Result", g.discCount())
	if !g.saysEnding() {
		optional(terminationTag, endings[g.Result.Ending].pgn)
	}
	optional("TimeControl", formatPGNClock(g.Clock))
	optional("Komi", g.Komi.String())
	if g.Theory.Empties > 0 {
		tag("Theory", fmt.Sprintf("%+d at %d empties", g.Theory.Score, g.Theory.Empties))
	}
	if !usualStart(g) {
		tag("SetUp", "1")
		tag("FEN", FormatPosition(g.Start, g.First))
	}
	optional("Annotation", g.Comment)
	for _, t := range g.Tags {
		other := *g
		other.Tags = nil
		if pgnHead(&other, t); len(other.Tags) > 0 { // it is none that a field has the name of
			tag(t.Name, t.Value)
		}
	}
	w.WriteByte('\n')
	for i, m := range g.Moves {
		if i%2 == 0 {
			fmt.Fprintf(&w, "%d. ", i/2+1)
		}
		w.WriteString(pgnMove(m))
		w.WriteByte(" \n"[min(1, i%20/19)])
	}
	w.WriteString(orElse(g.discCount(), "*") + "\n")
	return w.String(), nil
}

// discCount returns the result as "33-31" if it can be one of 64 discs, as "+2.5"
// if not, and "" if there is none.
func (g *Game) discCount() string {
	score := g.Result.Score
	black, err := wthorDiscs(score.Value)
	switch {
	case !score.Known:
		return ""
	case err != nil:
		return fmt.Sprintf("%+g", score.Value)
	}
	return fmt.Sprintf("%d-%d", black, 64-black)
}

func pgnMove(m Move) string {
	text := strings.ToLower(m.Square.String())
	if m.Square == board.Pass {
		text = "--"
	}
	var said []string
	if m.Eval.Known {
		said = append(said, "[%eval "+m.Eval.String()+"]")
	}
	if m.Seconds.Known {
		said = append(said, "[%emt "+m.Seconds.String()+"]")
	}
	if m.Comment != "" {
		said = append(said, pgnBraces.Replace(oneLine(m.Comment)))
	}
	if len(said) > 0 {
		text += " {" + strings.Join(said, " ") + "}"
	}
	return text
}
