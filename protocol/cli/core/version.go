package core

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"kaeshi/engine/board"
	"kaeshi/weights"
)

// number is the version that is being worked on, or that a tag of the same name marks.
const number = "0.2.0"

// Version says what was built: 0.2.0 for the tag v0.2.0, else 0.2.0-dev with the
// commit where the build knows it, and "modified" if files differed from that.
var Version = func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return number + "-dev"
	}
	return versionOf(info)
}()

func versionOf(info *debug.BuildInfo) string {
	if info.Main.Version == "v"+number {
		return number
	}
	commit, modified := vcs(info, "vcs.revision"), vcs(info, "vcs.modified") == "true"
	if commit == "" {
		return number + "-dev"
	}
	const enough = 12 // digits, as Go's own pseudo-versions have
	version := number + "-dev+" + commit[:min(len(commit), enough)]
	if modified {
		version += ".modified"
	}
	return version
}

func vcs(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// Describe says what the program is made of, one part a line, with the weights and the
// book that the flags of a verb choose.
func Describe(c *cli.Context) string {
	lines := []string{
		"kernels " + board.Kernels(),
		"weights " + weightsName(c.String("weights")),
		"book " + bookName(c),
		fmt.Sprintf("built with %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		if day, _, dated := strings.Cut(vcs(info, "vcs.time"), "T"); dated {
			lines = append(lines, "commit "+vcs(info, "vcs.revision")+" of "+day)
		}
	}
	return strings.Join(lines, "\n")
}

func weightsName(file string) string {
	w, err := weights.Embedded()
	if file != "" {
		w, err = weights.Load(file)
	}
	if err != nil {
		return err.Error()
	}
	return w.Name
}

func bookName(c *cli.Context) string {
	switch file := c.String("book"); {
	case c.Bool("no-book"):
		return "none"
	case file != "":
		return file
	}
	return "built in"
}
