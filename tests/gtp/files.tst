# Games from files, in the three ways of writing Othello as SGF.

10 loadsgf sgf/quarry.sgf
#? [black]
11 gogui-rules_legal_moves
#? [(.* )?F3( .*)?]
20 loadsgf sgf/quarry.sgf 2
#? [white]
21 gogui-rules_legal_moves
#? [F4 D6 F6]
30 loadsgf sgf/edax.sgf 9
#? [white]
31 gogui-rules_legal_moves
#? [C5 E7]
40 loadsgf sgf/gogui.sgf 9
#? [white]
41 gogui-rules_legal_moves
#? [C5 E7]
50 loadsgf sgf/gogui.sgf
#? [black]
undo
51 gogui-rules_legal_moves
#? [pass]
60 kaeshi-load sgf/edax.sgf 1
#? [black]

clear_board
play b f5
70 printsgf
#? [\(;(.|\n)*GM\[2\](.|\n)*;B\[fe\]\)]
