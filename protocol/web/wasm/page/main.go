// Command page writes the files of the page into a folder, where a worker is asked in
// place of a server.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"kaeshi/protocol/web/page"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: page FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	for name, file := range page.Files() {
		text := file.Text
		if name == page.First {
			text = bytes.Replace(text, []byte(`data-engine="socket"`), []byte(`data-engine="worker"`), 1)
		}
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
