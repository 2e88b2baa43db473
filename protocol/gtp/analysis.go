package gtp

import (
	"fmt"
	"math"
	"strings"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/search"
)

// A streaming analysis prints what the engine knows of the best moves again and
// again, until anything is read from the client. Programs for Go know it as
// lz-analyze and kata-analyze; each of the three names has lines of its own.

// analysisFormat prints the best moves, best first, for the colour that moves.
type analysisFormat struct {
	print func(infos []engine.Info, wish analysis) string
	keys  map[string]analysisKey // beside those of all formats
}

var (
	plainFormat = analysisFormat{plainLines, nil}
	leelaFormat = analysisFormat{leelaLine, nil}
	kataFormat  = analysisFormat{kataLine, kataKeys}
)

func (s *Server) analyze(c *call) (string, error)     { return s.stream(c, plainFormat) }
func (s *Server) lzAnalyze(c *call) (string, error)   { return s.stream(c, leelaFormat) }
func (s *Server) kataAnalyze(c *call) (string, error) { return s.stream(c, kataFormat) }

// stream analyses the position as the colour asked for sees it. The answer ends
// at once if the game is over.
func (s *Server) stream(c *call, format analysisFormat) (string, error) {
	game := s.engine.Game()
	wish, err := parseAnalysis(c.args, game.SideToMove(), format)
	if err != nil {
		return "", err
	}
	position := game.PositionFor(wish.color)
	if position.Over() {
		return "", nil
	}
	if err := wish.among(position.Moves()); err != nil {
		return "", err
	}
	defer s.engine.SetGame(game)
	s.engine.SetGame(engine.NewGameFrom(position, wish.color))
	c.streaming = true
	s.out.open(c.id)
	return "", s.tellUntilInput(c, wish, format)
}

// tellUntilInput searches, and prints at every interval until the input stirs.
func (s *Server) tellUntilInput(c *call, wish analysis, format analysisFormat) error {
	ctx, release := s.in.attend(c.request, true)
	defer release()
	found := &ranking{size: wish.count}
	defer s.tellAtIntervals(found, wish, format, release)()
	_, err := s.search(ctx, wish.limit(), found.take)
	if err == nil {
		<-ctx.Done()
	}
	return err
}

// tellAtIntervals prints what was found at every interval, until the function that it
// returns is called: then once more if it has printed nothing, for a script too may
// see what came out. gone is called when nobody reads any more.
func (s *Server) tellAtIntervals(found *ranking, wish analysis, format analysisFormat, gone func()) (end func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	told := false
	tell := func() {
		if infos := found.snapshot(); len(infos) > 0 {
			s.out.line(format.print(infos, wish))
			told = true
		}
	}
	go func() {
		defer close(done)
		ticker := time.NewTicker(wish.interval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				tell()
			case <-ended:
				return
			}
			if s.out.failed() != nil {
				gone()
			}
		}
	}()
	return func() {
		close(ended)
		if <-done; !told {
			tell()
		}
	}
}

// plainLines prints a line for each move, with everything that is known of it.
func plainLines(infos []engine.Info, wish analysis) string {
	lines := make([]string, len(infos))
	for order, i := range infos {
		value := i.Score
		lines[order] = fmt.Sprintf(
			"info move %v order %d score %+.2f view %v bound %s selectivity %d%% stage %v depth %d"+
				" nodes %d seconds %.3f nps %.0f hashfull %d pv %s",
			i.Move(), order, value.Discs(), wish.color, boundNames[value.Bound], value.Selectivity.Percent(), i.Stage, i.Depth,
			i.Nodes, i.Elapsed.Seconds(), i.NPS(), i.Hashfull, names(i.PV))
	}
	return strings.Join(lines, "\n")
}

var boundNames = [...]string{search.Exact: "exact", search.Lower: "lower", search.Upper: "upper"}

// leelaLine prints what Leela Zero prints: shares and chances in 1/10000.
func leelaLine(infos []engine.Info, _ analysis) string {
	words := make([]string, len(infos))
	for order, share := range shares(infos) {
		i := infos[order]
		chance := int(math.Round(10000 * winningChance(i)))
		words[order] = fmt.Sprintf("info move %v visits %d winrate %d prior %.0f lcb %d order %d pv %s",
			i.Move(), visits(infos, share), chance, 10000*share, chance, order, names(i.PV))
	}
	return strings.Join(words, " ")
}

// kataLine prints what KataGo prints: shares and chances in 0..1, leads in discs.
func kataLine(infos []engine.Info, wish analysis) string {
	noResult := ""
	if wish.noResult {
		noResult = " noResultValue 0" // every game of Othello has a result
	}
	words := make([]string, len(infos), len(infos)+1)
	for order, share := range shares(infos) {
		i := infos[order]
		words[order] = fmt.Sprintf("info move %v visits %d %s%s prior %.4f lcb %.4f utilityLcb %.4f order %d pv %s",
			i.Move(), visits(infos, share), kataValues(i), noResult, share, winningChance(i), utility(i), order, names(i.PV))
	}
	if wish.rootInfo {
		all := visits(infos, 1)
		words = append(words, fmt.Sprintf("rootInfo visits %d %s weight %d", all, kataValues(infos[0]), all))
	}
	return strings.Join(words, " ")
}

// kataValues are those that KataGo prints of a move and of the whole search alike.
func kataValues(i engine.Info) string {
	lead := i.Score.Discs()
	return fmt.Sprintf("utility %.4f winrate %.4f scoreMean %.2f scoreStdev 0 scoreLead %.2f scoreSelfplay %.2f",
		utility(i), winningChance(i), lead, lead, lead)
}

// utility is the chance in -1..1.
func utility(i engine.Info) float64 { return 2*winningChance(i) - 1 }

// An alpha-beta search has no visits to count: clients show moves by them, so
// the nodes of the whole search are shared out by value.
func visits(infos []engine.Info, share float64) uint64 {
	var nodes uint64
	for _, i := range infos {
		nodes = max(nodes, i.Nodes)
	}
	return max(uint64(share*float64(nodes)), 1)
}

// shares falls by a factor of e with every two discs that a move is worse.
func shares(infos []engine.Info) []float64 {
	const discs = 2
	out := make([]float64, len(infos))
	sum := 0.0
	for k, i := range infos {
		out[k] = math.Exp((i.Score.Discs() - infos[0].Score.Discs()) / discs)
		sum += out[k]
	}
	for k := range out {
		out[k] /= sum
	}
	return out
}

// winningChance turns discs into the chance of the side to move, a draw being
// half a win. It is a rule of thumb as long as the end is not proved.
func winningChance(i engine.Info) float64 {
	const discs = 4 // ahead in the midgame: three games in four are won
	sign, proved := i.Outcome()
	if !proved {
		return 1 / (1 + math.Exp(-i.Score.Discs()*math.Log(3)/discs))
	}
	return float64(1+sign) / 2
}
