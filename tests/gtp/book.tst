# What the opening book tells. The built-in book knows the Perpendicular; learning
# needs a working book, which this run has not.

clear_board
10 kaeshi-book
#? [learn off]
11 kaeshi-book learn
#? [learn off]
kaeshi-book learn off
12 kaeshi-book
#? [learn off]

book on
20 kaeshi-book-moves
#? [(?s).*F5  \+?.*]
play black f5
21 kaeshi-book-moves
#? [(?s).*D6  .*Perpendicular \(縦取り\).*]
book off
22 kaeshi-book-moves
#? []
book on
kaeshi-setup ------------------------------------------------XXXXXXXXOOOOOOO- X
23 kaeshi-book-moves
#? []
