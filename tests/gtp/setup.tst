# The board, the level, the book and positions.

boardsize 8
play b f5
clear_board
10 gogui-rules_legal_moves
#? [D3 C4 F5 E6]

# The same board size again is a new game too.
play b f5
boardsize 8
20 gogui-rules_legal_moves
#? [D3 C4 F5 E6]

30 komi 6.5
#? []
40 set_level 2
#? []
50 level 4
#? []
60 book
#? [on|off]
book off
70 book
#? [off]

# FFO #1, White and Black exchanged.
kaeshi-setup --OOOOO--XXXOO-X-XXXOOXO-XOXOXOOXOOOXOOO--OXOXOO-OOOXXX--XXXXX-- O; g8:+18;
80 gogui-rules_side_to_move
#? [white]
90 gogui-rules_legal_moves
#? [B1 H1 A2 G2 A3 A4 H7 G8]

# positions as GoGui sets them up
clear_board
clear_cache
stop
gogui-setup B C3 B D4 W E5 W F6
gogui-setup_player W
200 gogui-rules_side_to_move
#? [white]
210 all_legal w
#? [B2]
play w b2
220 move_history
#? [white B2]
clear_board
gogui-rules_setup b h8 w a1
230 gogui-rules_legal_moves
#? []
