# Ends of games.

# Nine plies leave White without a disc: the empties are Black's.
clear_board
gogui-play_sequence b f5 w d6 b c5 w f4 b e3 w f6 b g5 w e6 b e7
10 final_score
#? [B\+64]
20 gogui-rules_legal_moves
#? []
30 genmove w
#? [PASS]
31 genmove b
#? [PASS]
32 play w pass
#? []
33 play b pass
#? []
34 final_score
#? [B\+64]
40 gogui-rules_final_result
#? [Black wins 13-0.*]

# The shortest wipe-out by White.
clear_board
gogui-play_sequence b f5 w d6 b c4 w d3 b c6 w g6 b d7 w d8 b c5 w b5
50 final_score
#? [W\+64]

# A draw.
kaeshi-setup -XXXXXX-OXXOOOOOOXXXXOOOOXOXOXOOOXOOXOXOOOOXXXXOOOOOOXXO-XXXXXX- O
60 final_score
#? [0]
70 gogui-rules_final_result
#? [Draw.*]

# A full board, and one with empties that nobody can fill.
kaeshi-setup XXXXXXXXOXXXOOOXOXXXXOXXOXOOOXXXOXXOOXXXOXOXXOOOOOXOOXOOOOOOOOOO X
80 final_score
#? [0]
kaeshi-setup --------------------X------XXX----XXXXX----XXX------X----------- O
81 final_score
#? [B\+64]
