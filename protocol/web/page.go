package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// embedded is the files of the page, as any web server could offer them.
//
//go:embed page
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

// files are the contents of the page by their path in the address.
var files = sync.OnceValue(func() map[string]content {
	found := map[string]content{}
	err := fs.WalkDir(embedded, "page", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := embedded.ReadFile(name)
		sum := sha256.Sum256(text)
		found[strings.TrimPrefix(name, "page")] = content{text, types[path.Ext(name)], `"` + hex.EncodeToString(sum[:8]) + `"`}
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	found["/"] = found["/index.html"]
	return found
})

type content struct {
	text []byte
	kind string
	tag  string
}

// page serves the files.
type page struct{}

func (page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, known := files()[r.URL.Path]
	if !known {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", file.kind)
	w.Header().Set("Cache-Control", "no-cache") // ask each time whether it is still the same
	w.Header().Set("ETag", file.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file.text))
}
