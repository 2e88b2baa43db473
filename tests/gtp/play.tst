# Moves, taken back and not.

clear_board
10 gogui-rules_side_to_move
#? [black]
play B F5
20 gogui-rules_side_to_move
#? [white]
30 gogui-rules_legal_moves
#? [F4 D6 F6]
undo
40 gogui-rules_side_to_move
#? [black]
50 gogui-rules_legal_moves
#? [D3 C4 F5 E6]

gogui-play_sequence b f5 w d6 B C3 W D3 black c4
60 gogui-rules_board
#? [\s*\. \. \. \. \. \. \. \.\n\. \. \. \. \. \. \. \.\n\. \. \. O \. \. \. \.\n\. \. \. O X X \. \.\n\. \. X X X \. \. \.\n\. \. X O \. \. \. \.\n(\. ){7}\.\n(\. ){7}\.]
gg-undo 4
70 gogui-rules_legal_moves
#? [F4 D6 F6]
gg-undo
80 gogui-rules_side_to_move
#? [black]

# Any of the four first moves is as good.
90 reg_genmove black
#? [D3|C4|F5|E6]
100 gogui-rules_side_to_move
#? [black]
110 genmove b
#? [D3|C4|F5|E6]
120 gogui-rules_side_to_move
#? [white]
130 reg_genmove w
#? [[A-H][1-8]]
