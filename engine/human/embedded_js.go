//go:build js

package human

// embedded is nothing: the board without a server plays by levels, and would load a
// tenth more for the model.
var embedded []byte
