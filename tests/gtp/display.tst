# Boards as text.

clear_board
play b f5
10 showboard
#? [\s*A B C D E F G H\n( [1-8].*\n){8} +A B C D E F G H\nBlack \(X\) 4, White \(O\) 1, empty 59\nWhite to move]
20 showboard
#? [(.*\n)* 4 \. \. \. O X \. \. \. 4\n 5 \. \. \. X X X \. \. 5\n(.*\n)*.*]
30 gogui-rules_board_size
#? [8]
40 gogui-rules_game_id
#? [Othello]
50 gogui-rules_final_result
#? [The game is not over\.]
60 kaeshi-eval
#? [[+-][0-9]+\.[0-9][0-9]]
genmove w
70 kaeshi-stats
#? [stage (midgame|book|forced)\n(.+\n)*nodes [0-9]+(\n.+)*]
