clear_board
play black f5
10 reg_genmove white
#? [D6|F6]
20 final_score
#? [B\+4]*
30 gogui-rules_legal_moves
#? [F4 D6 F6]
