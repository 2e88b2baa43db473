// Package notation reads and prints what people exchange: move strings,
// positions and OBF problems.
//
// Readers accept every dialect that is in use and never panic; writers print one
// form. An error names the place: ReadOBF and its kin return an *Error with the
// line number, and WithName adds the file.
package notation
