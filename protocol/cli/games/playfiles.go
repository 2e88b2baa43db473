package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"kaeshi/engine"
	"kaeshi/engine/board"
	"kaeshi/engine/disk"
	"kaeshi/engine/notation"
	"kaeshi/protocol/cli/core"
)

// save writes the game into a file. A file that this person did not save or load
// before is not written over.
func (t *terminalGame) save(_ context.Context, name string) (bool, error) {
	if err := t.saveTo(name); err != nil {
		fmt.Fprintf(t.out, "%v.\n", err)
		return false, nil
	}
	t.files[name] = true
	fmt.Fprintf(t.out, "Saved as %s.\n", name)
	return false, nil
}

func (t *terminalGame) saveTo(name string) error {
	if name == "" {
		return errors.New("name a file, such as save game.sgf")
	}
	format, known := notation.FormatOf(name)
	if !known || format == "obf" || format == "wtb" {
		return fmt.Errorf("%s: the name has to end in .sgf, .ggf, .pgn or .txt", name)
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) && !t.files[name] {
		return fmt.Errorf("%s is there already: choose another name", name)
	}
	var text bytes.Buffer
	if err := notation.WriteGames(format, &text, []notation.Game{t.record()}); err != nil {
		return err
	}
	if err := disk.WriteFile(name, text.Bytes()); err != nil {
		return core.OutputError(name, err)
	}
	return nil
}

// record returns the game with its players, for a file.
func (t *terminalGame) record() notation.Game {
	record := t.game().Record()
	record.Players[t.human].Text = "a person"
	record.Players[t.human.Opponent()].Text = fmt.Sprintf("Kaeshi, level %d", t.engine.Level())
	record.Date = time.Now().Format(time.DateOnly)
	if t.resigned {
		score := 64.0
		if t.human == board.Black {
			score = -64
		}
		record.Result = notation.Result{Score: notation.Number{Value: score, Known: true}, Ending: notation.Resigned}
	}
	return record
}

func (t *terminalGame) load(_ context.Context, name string) (bool, error) {
	if name == "" {
		fmt.Fprintln(t.out, "Name a file, such as load game.sgf.")
		return false, nil
	}
	record, err := core.FirstGame(nil, name)
	var game *engine.Game
	if err == nil {
		game, err = engine.Replay(record, 0)
	}
	if err != nil {
		fmt.Fprintf(t.out, "%v.\n", err)
		return false, nil
	}
	t.begin(game)
	t.files[name] = true
	return true, nil
}
