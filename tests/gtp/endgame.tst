# Positions from the FFO suite with one best move each: level 4 solves them.

set_level 4
book off
kaeshi-setup --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X
1 reg_genmove b
#? [G8]
kaeshi-setup -XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X
2 reg_genmove b
#? [A4]
kaeshi-setup ----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X
3 reg_genmove b
#? [D1]
# Empties count for the winner here.
kaeshi-setup -OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X
5 reg_genmove b
#? [G8]
