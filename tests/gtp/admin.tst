# What clients ask before anything else.
# Numbered commands are tests, the line below says what the whole answer must match.

10 protocol_version
#? [2]
20 name
#? [Kaeshi]
30 version
#? [[0-9]+\.[0-9]+.*]
# GTP keeps the name out of the version
31 version
#? [!.*Kaeshi.*]
40 known_command genmove
#? [true]
50 known_command frobnicate
#? [false]
60 known_command
#? [false]
70 list_games
#? [Othello]
80 set_game Othello
#? []
90 list_commands
#? [(.*\n)*list_commands(\n.*)*]
91 list_commands
#? [(.*\n)*quit(\n.*)*]
100 cputime
#? [[0-9]+\.[0-9]+]
110 kaeshi-version
#? [Kaeshi [0-9]+\.[0-9]+.*(\n.+)*]
120 gogui-interrupt
#? []
