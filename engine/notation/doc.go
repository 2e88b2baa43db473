// Package notation reads and prints what people exchange: move strings, positions,
// OBF problems, and whole games in GGF, SGF, WTHOR, PGN and as lists of moves.
//
// ReadGames and ScanGames read a file in any of these formats and WriteGames prints
// one; a Game is the same whatever it came from, its passes always written out. For
// the commands of a protocol:
//
//	games, err := notation.ReadGames(path, file) // loadsgf: any format will do
//	p, side := games[0].PositionAt(n)            // before move n, from 0
//	err = notation.WriteGames("sgf", w, games)   // printsgf; Formats lists the names
//
// Readers accept every dialect that is in use and never panic; writers print one
// form. An error names the place, as "open_lines.txt:12: move 7: D3 is not legal
// here": it is an *Error, to which WithName adds the file where a reader did not
// know it.
package notation
