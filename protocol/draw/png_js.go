//go:build js

package draw

import (
	"errors"
	"io"
)

// writePNG is left out where it would have to be loaded, with its font, for a picture
// that nobody there asks for.
func (d Drawing) writePNG(io.Writer) error {
	return errors.New("pictures are .svg in the browser, not .png")
}
