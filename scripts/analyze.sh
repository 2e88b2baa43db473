#!/bin/sh
# Prints the value of each position of a game: analyze.sh ENGINE MOVES
# An example of how to talk to "kaeshi analyze" from a shell: one query in, one
# answer a position out. Scores are in discs for the side to move.
set -eu
engine=${1:?usage: analyze.sh ENGINE MOVES}
moves=${2:?usage: analyze.sh ENGINE MOVES}

# Positions before each move and after the last; passes do not occur in short lines.
turns=$(seq -s, 0 $((${#moves} / 2)))
printf '{"id":"game","moves":"%s","turns":[%s],"level":2}\n' "$moves" "$turns" |
	"$engine" analyze |
	sed -n 's/.*"turn":\([0-9]*\),"final":true.*"score":\([-0-9.]*\).*"moves":\[{"move":"\([A-Z0-9]*\)".*/\1 \3 \2/p' |
	sort -n
