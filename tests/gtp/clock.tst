# Time settings in every form, and a move under each.

set_level 1
clear_board
10 time_settings 0 1 0
#? []
11 reg_genmove b
#? [[A-H][1-8]]
20 time_settings 600 0 0
#? []
21 time_left b 600 0
#? []
22 reg_genmove b
#? [[A-H][1-8]]
30 time_settings 0 15 1
#? []
31 time_left b 15 1
#? []
32 reg_genmove b
#? [[A-H][1-8]]
40 time_settings 0 300 10
#? []
# no time at all: a move at once
50 time_left b 0 0
#? []
51 time_left w 0 0
#? []
52 reg_genmove b
#? [[A-H][1-8]]
