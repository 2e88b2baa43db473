package notation

import (
	"errors"
	"fmt"
	"strings"
)

// Error is what is wrong with an input and where: "open_lines.txt:12: move 7:
// D3 is not legal here".
type Error struct {
	Name string // of the file; "" if unknown
	Line int    // from 1; 0 if the input has no lines
	Err  error
}

// Error prints the place before the fault.
func (e *Error) Error() string {
	switch {
	case e.Name == "" && e.Line == 0:
		return e.Err.Error()
	case e.Name == "":
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	case e.Line == 0:
		return fmt.Sprintf("%s: %v", e.Name, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.Name, e.Line, e.Err)
}

// Unwrap returns the fault without its place.
func (e *Error) Unwrap() error { return e.Err }

// WithName returns err with the file name in front, unless it has one. A nil err
// stays nil.
func WithName(name string, err error) error {
	if err == nil || name != "" && strings.HasPrefix(err.Error(), name+" ") { // as disk says what a file is
		return err
	}
	var placed *Error
	switch {
	case !errors.As(err, &placed):
		return &Error{Name: name, Err: err}
	case placed.Name != "" || name == "":
		return err
	}
	return &Error{Name: name, Line: placed.Line, Err: placed.Err}
}

// quote shortens what a stranger wrote so that it fits into an error line.
func quote(s string) string {
	const longest = 20
	if len(s) > longest {
		return fmt.Sprintf("%q...", s[:longest])
	}
	return fmt.Sprintf("%q", s)
}
