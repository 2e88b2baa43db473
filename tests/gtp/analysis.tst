# What the engine shows of its thoughts.

set_level 1
clear_board
1 gogui-analyze_commands
#? [((dboard|sboard|pspairs|plist|string|hstring|gfx|param)/[^/\n]+/[^\n]+\n?)+]
2 kaeshi-lines
#? [VAR b .+\nINFLUENCE .+\nLABEL .+\nTEXT .+]
3 kaeshi-influence
#? [\s*((-?[01]\.[0-9]+ ){7}-?[01]\.[0-9]+\n?){8}]
4 kaeshi-values
#? [([C-F][3-6] [+-][0-9]+\n?){4}]
5 kaeshi-book-values
#? [([A-H][1-8] [+-][0-9.]+\n?)*]
6 kaeshi-moves
#? [D3 C4 F5 E6]
7 kaeshi-stable
#? []
kaeshi-param level 2
8 kaeshi-param
#? [\[list/0/1/2/3/.*\] level 2\n\[string\] elo 0\n\[bool\] book [01]\n\[bool\] ponder 0\n\[bool\] live_gfx 0]
kaeshi-param elo 900
80 kaeshi-param
#? [(?s).*\[string\] elo 900\n.*]
kaeshi-param elo 0
9 kaeshi-ponder
#? [off]
kaeshi-ponder on
10 kaeshi-ponder
#? [on]
kaeshi-ponder off

# FFO #1 is won by 18.
kaeshi-setup --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X
20 kaeshi-solve
#? [\+18 G8 [A-H].*]
21 kaeshi-solve 10
#? [\+18 G8 [A-H].*]
# a finished game and one in which Black must pass
kaeshi-setup --------------------X------XXX----XXXXX----XXX------X----------- O
30 kaeshi-solve
#? [-64]
