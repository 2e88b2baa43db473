package games

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"kaeshi/engine"
	"kaeshi/engine/board"
)

// playWord is a word besides moves that a person can type.
type playWord struct {
	names    []string // the first is shown
	argument string   // of it, as the help shows it
	help     string
	run      func(t *terminalGame, ctx context.Context, argument string) (changed bool, err error)
}

// playWords is everything that can be typed besides moves. It is a function because
// help shows it.
func playWords() []playWord {
	return []playWord{
		{[]string{"undo", "u"}, "", "take back your last move", (*terminalGame).undo},
		{[]string{"pass", "pa"}, "", "pass, when you have no move", (*terminalGame).pass},
		{[]string{"hint", "h"}, "[N]", "show the best move, or the N best", (*terminalGame).hint},
		{[]string{"why", "w"}, "", "tell what your last move gave away", (*terminalGame).why},
		{[]string{"strength"}, "", "tell how strong you and Kaeshi look", (*terminalGame).strength},
		{[]string{"moves"}, "", "show the moves of the game", (*terminalGame).listMoves},
		{[]string{"new"}, "", "begin a new game", (*terminalGame).newGame},
		{[]string{"switch"}, "", "take the other side", (*terminalGame).switchSides},
		{[]string{"level"}, "[N]", "show or set the engine's level", (*terminalGame).level},
		{[]string{"save"}, "FILE", "save the game, as .sgf, .ggf, .pgn, .txt", (*terminalGame).save},
		{[]string{"load"}, "FILE", "go on with the first game of a file", (*terminalGame).load},
		{[]string{"board", "b"}, "", "show the board again", func(*terminalGame, context.Context, string) (bool, error) { return true, nil }},
		{[]string{"resign"}, "", "give up the game", (*terminalGame).resign},
		{[]string{"quit", "exit", "q"}, "", "leave", func(*terminalGame, context.Context, string) (bool, error) { return false, errLeft }},
		{[]string{"help", "?"}, "", "show these words", (*terminalGame).listWords},
	}
}

func findWord(name string) *playWord {
	for _, w := range playWords() {
		if slices.Contains(w.names, strings.ToLower(name)) {
			return &w
		}
	}
	return nil
}

// undo goes back to before the person's last move; passes go with it.
func (t *terminalGame) undo(context.Context, string) (bool, error) {
	moves := t.game().Moves()
	last := len(moves) - 1
	for last >= 0 && (moves[last].Color != t.human || moves[last].Square == board.Pass) {
		last--
	}
	if t.resigned {
		t.resigned = false
		return true, nil
	}
	if last < 0 {
		fmt.Fprintln(t.out, "There is no move of yours to take back.")
		return false, nil
	}
	for len(t.game().Moves()) > last {
		if err := t.game().Undo(); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (t *terminalGame) pass(context.Context, string) (bool, error) {
	switch {
	case t.ended():
		fmt.Fprintln(t.out, "The game is over: type new for another one.")
	case t.game().Play(t.human, board.Pass) != nil:
		fmt.Fprintf(t.out, "You may not pass; legal moves: %s.\n", squareNames(t.game().Position().Moves()))
	default:
		return true, nil
	}
	return false, nil
}

func (t *terminalGame) hint(ctx context.Context, argument string) (bool, error) {
	number := 1
	if argument != "" {
		var err error
		if number, err = strconv.Atoi(argument); err != nil || number < 1 {
			fmt.Fprintf(t.out, "%q is not a number of moves.\n", argument)
			return false, nil
		}
	}
	legal := bits.OnesCount64(t.game().Position().Moves())
	switch {
	case t.ended():
		fmt.Fprintln(t.out, "The game is over: type new for another one.")
		return false, nil
	case legal == 0:
		fmt.Fprintln(t.out, noMove)
		return false, nil
	}
	hints, err := bestMoves(ctx, t.engine, min(number, legal))
	if err != nil {
		return false, err
	}
	for _, h := range hints {
		fmt.Fprintf(t.out, "Hint: %s (%s for you).\n", h.Move(), h.Score)
	}
	return false, nil
}

// why compares the person's last move with the best one.
func (t *terminalGame) why(ctx context.Context, _ string) (bool, error) {
	before, played, found := t.lastOwnMove()
	if !found {
		fmt.Fprintln(t.out, "There is no move of yours to look at.")
		return false, nil
	}
	text, err := judgeMove(ctx, t.engine, before, played)
	if err != nil {
		return false, err
	}
	fmt.Fprintln(t.out, text)
	return false, nil
}

func (t *terminalGame) listMoves(context.Context, string) (bool, error) {
	var text strings.Builder
	for _, m := range t.game().Moves() {
		if m.Square != board.Pass {
			text.WriteString(m.Square.String())
		}
	}
	if text.Len() == 0 {
		text.WriteString("No move has been made.")
	}
	fmt.Fprintln(t.out, text.String())
	return false, nil
}

func (t *terminalGame) newGame(context.Context, string) (bool, error) {
	t.begin(engine.NewGame())
	return true, nil
}

func (t *terminalGame) switchSides(context.Context, string) (bool, error) {
	t.human = t.human.Opponent()
	t.resigned = false
	fmt.Fprintf(t.out, "You are %s.\n", t.human)
	return true, nil
}

func (t *terminalGame) level(_ context.Context, argument string) (bool, error) {
	if argument != "" {
		number, err := strconv.Atoi(argument)
		if err != nil || number < engine.MinLevel || number > engine.MaxLevel {
			fmt.Fprintf(t.out, "%q is not a level: they go from %d to %d.\n", argument, engine.MinLevel, engine.MaxLevel)
			return false, nil
		}
		t.engine.SetLevel(number)
	}
	fmt.Fprintf(t.out, "Kaeshi plays at level %d.\n", t.engine.Level())
	return false, nil
}

func (t *terminalGame) resign(context.Context, string) (bool, error) {
	if t.ended() {
		fmt.Fprintln(t.out, "The game is over already.")
		return false, nil
	}
	t.resigned = true
	fmt.Fprintln(t.out, "You resign: Kaeshi wins. Type new for another game, save FILE to keep this one, or quit.")
	return false, nil
}

func (t *terminalGame) listWords(context.Context, string) (bool, error) {
	fmt.Fprintf(t.out, "%-20s play a move\n", "f5")
	for _, w := range playWords() {
		usage := strings.TrimSpace(strings.Join(w.names, ", ") + " " + w.argument)
		fmt.Fprintf(t.out, "%-20s %s\n", usage, w.help)
	}
	return false, nil
}
