package reports

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/disk"
	"kaeshi/protocol/cli/core"
	"kaeshi/protocol/gamereport"
)

// sink writes reports where --out and --json say.
type sink struct {
	json   io.Writer // nil without --json
	out    string
	file   gamereport.Output  // if out is a file
	folder *gamereport.Folder // if it is a folder
	count  int
}

// isFolder reports whether --out names a folder, which need not exist.
func isFolder(out string) bool {
	if out == "" {
		return false
	}
	info, err := os.Stat(out)
	return err == nil && info.IsDir() || filepath.Ext(out) == "" || os.IsPathSeparator(out[len(out)-1])
}

// newSink finds out before the long analysis whether the place can be written.
func newSink(c *cli.Context, out string) (*sink, error) {
	s := &sink{out: out}
	if c.Bool("json") {
		s.json = c.App.Writer
	}
	err := core.NeedFile(c, "out")
	if err != nil {
		return nil, err
	}
	place := filepath.Dir(out)
	switch {
	case out == "":
		return s, nil
	case isFolder(out):
		s.folder, place = &gamereport.Folder{}, out
		err = os.MkdirAll(out, 0o755)
	default:
		s.file, err = gamereport.NewOutput(strings.ToLower(filepath.Ext(out)))
	}
	if err == nil {
		err = tryFolder(place)
	}
	if err != nil {
		return nil, core.OutputError("--out "+out, err)
	}
	return s, nil
}

// tryFolder makes sure that files can be made there.
func tryFolder(path string) error {
	file, err := os.CreateTemp(path, ".report.*")
	if err != nil {
		return err
	}
	file.Close()
	return os.Remove(file.Name())
}

func (s *sink) add(a *gamereport.Analysis) error {
	s.count++
	if s.json != nil {
		if err := a.WriteJSON(s.json); err != nil {
			return err
		}
	}
	switch {
	case s.folder != nil:
		name := fmt.Sprintf("game-%04d.html", s.count)
		return s.write(filepath.Join(s.out, name), func(w io.Writer) error { return s.folder.Add(a, name, w) })
	case s.file != nil:
		return s.file.Add(a)
	}
	return nil
}

// finish writes what is left to write; of no game there is nothing.
func (s *sink) finish() error {
	switch {
	case s.count == 0:
		return nil
	case s.folder != nil:
		return s.write(filepath.Join(s.out, "index.html"), s.folder.Finish)
	case s.file != nil:
		return s.write(s.out, s.file.Finish)
	}
	return nil
}

func (s *sink) write(path string, text func(io.Writer) error) error {
	var b bytes.Buffer
	if err := text(&b); err != nil {
		return err
	}
	if err := disk.WriteFile(path, b.Bytes()); err != nil {
		return core.OutputError("--out "+path, err)
	}
	return nil
}
