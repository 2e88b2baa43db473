// Package page is the board as a browser gets it: embedded files, and one script of all
// its modules.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"path"
	"sync"
)

// embedded is the files as they are written.
//
//go:embed index.html style.css icon.svg js vendor
var embedded embed.FS

// types are by extension: what the system has noted for it may be wrong.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".json": "application/json",
	".txt":  "text/plain; charset=utf-8",
	".md":   "text/plain; charset=utf-8",
	"":      "text/plain; charset=utf-8",
}

// File is what is behind an address.
type File struct {
	Text []byte
	Type string // of its content
	Tag  string // another one when it has changed
}

// First is the file that a browser asks for first.
const First = "index.html"

// Files are those of the page by their path, as any web server could offer them.
var Files = sync.OnceValue(func() map[string]File {
	found := map[string]File{}
	err := fs.WalkDir(embedded, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := embedded.ReadFile(name)
		found[name] = newFile(name, text)
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	joined, err := join(found)
	if err != nil {
		panic(err) // so are the modules: a test joins them
	}
	found[script] = newFile(script, []byte(joined))
	return found
})

func newFile(name string, text []byte) File {
	sum := sha256.Sum256(text)
	return File{text, types[path.Ext(name)], `"` + hex.EncodeToString(sum[:8]) + `"`}
}
