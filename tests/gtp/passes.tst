# Every way of passing. Black has no move here, the earliest that this can happen.

kaeshi-setup -------------------X-------XX--O---XXXOO-----X-O-----X---------- X
10 gogui-rules_legal_moves
#? [pass]
20 genmove black
#? [PASS]
21 genmove black
#? [PASS]
22 gogui-rules_side_to_move
#? [white]
undo
23 gogui-rules_side_to_move
#? [black]

# said
play b pass
30 gogui-rules_legal_moves
#? [C5 E7]
undo
play Black PASS
31 gogui-rules_side_to_move
#? [white]
undo

# implied: White moves again, and one undo takes back both
40 play w c5
#? []
41 gogui-rules_side_to_move
#? [black]
undo
42 gogui-rules_side_to_move
#? [black]
43 gogui-rules_legal_moves
#? [pass]

# White is asked to move again
50 reg_genmove w
#? [C5|E7]
51 gogui-rules_side_to_move
#? [black]
52 genmove w
#? [C5|E7]
53 gogui-rules_side_to_move
#? [black]
