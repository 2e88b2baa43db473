package gtp

// vocabulary is every command: it drives dispatch, known_command, list_commands,
// the checks of arguments and the reference page.
func vocabulary() []group {
	return []group{
		{"Administration", []command{
			{name: "protocol_version", help: "The version of the protocol, `2`.", run: (*Server).protocolVersion},
			{name: "name", help: "The name of the engine.", run: (*Server).name},
			{name: "version", help: "The version of the engine, without its name.", run: (*Server).version},
			{name: "known_command", args: "[COMMAND] [WORD...]", help: "`true` if there is a command of that name, else `false`.", run: (*Server).knownCommand},
			{name: "list_commands", help: "All commands, one a line.", run: (*Server).listCommands},
			{name: "list_games", help: "The games that the engine plays: `Othello`.", run: (*Server).listGames},
			{name: "set_game", args: "GAME [WORD...]", help: "Accepts `Othello`; any other game is an `unsupported game`.", run: (*Server).setGame},
			{name: "cputime", help: "Seconds of processor time that the engine has used.", run: (*Server).cpuTime},
			{name: "quit", args: "[WORD...]", help: "Answers, then ends the program. A search that runs when it arrives is stopped.", run: (*Server).quit},
		}},
		{"Setting up", []command{
			{name: "boardsize", args: "SIZE", help: "Clears the board if SIZE is 8; any other size is an `unacceptable size`.", run: (*Server).boardsize},
			{name: "clear_board", help: "Begins a new game from the initial position, with the clocks full.", run: (*Server).clearBoard},
			{name: "komi", args: "KOMI", help: "Accepted, and of no effect in Othello.", run: (*Server).komi},
			{name: "set_level", args: "LEVEL", help: "Sets the playing level, or answers `unacceptable level`.", run: (*Server).setLevel},
			{name: "level", args: "LEVEL", help: "The same as set_level.", run: (*Server).setLevel},
			{name: "book", args: "[on|off]", help: "Switches the opening book on or off; without an argument tells which it is.", run: (*Server).book},
			{name: "kaeshi-setup", args: "POSITION [WORD...]", help: "Begins a game from a position in OBF: 64 of `X`, `O` and `-` from A1 to H8, a blank, and `X` or `O` for the side to move.", run: (*Server).setup},
		}},
		{"Playing", []command{
			{name: "play", args: "COLOUR MOVE", help: "Makes a move, or `pass`. The other side's pass is implied where it has no move.", run: (*Server).play},
			{name: "genmove", args: "COLOUR", help: "Chooses a move, makes it and answers it; `PASS` where there is none.", run: (*Server).genmove},
			{name: "reg_genmove", args: "COLOUR", help: "Chooses a move as genmove does, but leaves nothing to chance and does not make it.", run: (*Server).regGenmove},
			{name: "undo", help: "Takes back the last move, and the passes that it implied.", run: (*Server).undo},
			{name: "gg-undo", args: "[N]", help: "Takes back that many moves, or one; none at all if there are fewer.", run: (*Server).undoMany},
			{name: "gogui-play_sequence", args: "[COLOUR MOVE...]", help: "Makes all the moves, or none if one of them is illegal.", run: (*Server).playSequence},
		}},
		{"Time", []command{
			{name: "time_settings", args: "MAIN BYO STONES", help: "Main time and byo-yomi time in seconds, and the moves of a byo-yomi period. `0 1 0` is no limit, `600 0 0` is ten minutes for the game, `0 15 1` is 15 seconds a move.", run: (*Server).timeSettings},
			{name: "time_left", args: "COLOUR SECONDS STONES", help: "What is left of the main time if STONES is 0, else of the period, in which so many moves are to be made. `0 0` makes the engine play at once.", run: (*Server).timeLeft},
		}},
		{"Results and display", []command{
			{name: "final_score", help: "`B+12`, `W+4` or `0`, the empty squares counted for the winner; `cannot score` before the end.", run: (*Server).finalScore},
			{name: "showboard", help: "The board as text.", run: (*Server).showboard},
			{name: "loadsgf", args: "FILE [WORD...]", help: "Begins from the game in an SGF file, or from its position before move N where a number N follows, and answers the side to move. Passes are not counted as moves.", run: (*Server).loadSGF},
			{name: "printsgf", args: "[FILE] [WORD...]", help: "Answers the game as SGF, or writes it into a file.", run: (*Server).printSGF},
			{name: "kaeshi-load", args: "FILE [WORD...]", help: "As loadsgf, from a file of any known kind: SGF, GGF, PGN, WTHOR, moves, OBF. Says what is wrong with a bad one.", run: (*Server).load},
		}},
		{"GoGui", []command{
			{name: "gogui-interrupt", help: "Does nothing. That it is listed says that the comment `# interrupt` ends a running search early, with the best move found so far.", run: (*Server).nothing},
			{name: "gogui-rules_game_id", help: "`Othello`.", run: (*Server).listGames},
			{name: "gogui-rules_board", help: "The board, the row of rank 8 first: `X` black, `O` white, `.` empty.", run: (*Server).rulesBoard},
			{name: "gogui-rules_board_size", help: "`8`.", run: (*Server).rulesBoardSize},
			{name: "gogui-rules_legal_moves", help: "The legal moves, `pass` if there is none, nothing after the end of the game.", run: (*Server).rulesLegalMoves},
			{name: "gogui-rules_side_to_move", help: "`black` or `white`.", run: (*Server).rulesSideToMove},
			{name: "gogui-rules_final_result", help: "The result in words.", run: (*Server).rulesFinalResult},
			{name: "gogui-analyze_commands", help: "What GoGui can show on its board: the commands below and some others.", run: (*Server).analyzeCommands},
			{name: "kaeshi-lines", help: "The three best moves as GoGui graphics, with the best line.", run: (*Server).bestLines},
			{name: "kaeshi-influence", help: "The value of every move as a board of numbers: 1 is won for Black, -1 for White.", run: (*Server).influenceBoard},
			{name: "kaeshi-values", help: "The value of every move in discs for the side to move, one move a line.", run: (*Server).moveValues},
			{name: "kaeshi-book_moves", help: "The moves that the book knows and their values.", run: (*Server).bookMoves},
			{name: "kaeshi-stable", help: "The discs that nobody can ever turn again, as far as that is easily seen.", run: (*Server).stableDiscs},
			{name: "kaeshi-moves", help: "The legal moves, nothing if there is none.", run: (*Server).legalMoves},
			{name: "kaeshi-param", args: "[KEY] [VALUE]", help: "The settings, one a line: kind, key, value; or sets one: `level`, `book`, `ponder`, `live_gfx` (graphics on standard error while a move is searched).", run: (*Server).param},
		}},
		{"Kaeshi's own", []command{
			{name: "kaeshi-solve", args: "[SECONDS]", help: "The final score in discs for the side to move and the best line to the end, proved, within so many seconds if that is said.", run: (*Server).solve},
			{name: "kaeshi-analyze", args: "[ANALYSIS...]", help: "Prints what is known of the best moves until any input arrives, see [Analysis](#analysis).", run: (*Server).analyze},
			{name: "lz-analyze", args: "[ANALYSIS...]", help: "The same in Leela Zero's format.", run: (*Server).lzAnalyze},
			{name: "kata-analyze", args: "[ANALYSIS...]", help: "The same in KataGo's format.", run: (*Server).kataAnalyze},
			{name: "kaeshi-ponder", args: "[on|off]", help: "Switches thinking in the opponent's time on or off; without an argument tells which it is.", run: (*Server).switchPonder},
			{name: "kaeshi-eval", help: "The static evaluation in discs, for the side to move.", run: (*Server).evaluate},
			{name: "kaeshi-stats", help: "What the last search found and what it took.", run: (*Server).stats},
			{name: "kaeshi-version", help: "The versions of the engine and its parts.", run: (*Server).versions},
		}},
	}
}
