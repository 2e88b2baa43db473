//go:build !js

package notation

import "golang.org/x/text/encoding/htmlindex"

// findEncoding returns the encoding that has a label in the Encoding Standard, under its
// own name; "" if there is none.
func findEncoding(label string) (name string, decode func(string) (string, error)) {
	found, err := htmlindex.Get(label)
	if err != nil {
		return "", nil
	}
	name, _ = htmlindex.Name(found)
	return name, func(text string) (string, error) { return found.NewDecoder().String(text) }
}
