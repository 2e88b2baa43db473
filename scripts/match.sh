#!/bin/sh
# Two engines play every opening of a file with both colours.
#
# usage: scripts/match.sh ENGINE_A ENGINE_B OPENINGS [OPTION...]
#
# An ENGINE is a command line that speaks GTP or NBoard, or self:level=4 for the
# engine itself; OPENINGS has one line of moves each. Further options go to
# "kaeshi match", for instance --games 20 --concurrency 2 --move-time 1s.
# KAESHI names the program to use; without it, it is built for the purpose.
#
#   scripts/match.sh self:level=4 'gtp-rhino -b 0 -l 4' xot.txt --games 20

set -eu

if [ $# -lt 3 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi
engine_a=$1 engine_b=$2 openings=$3
shift 3

if [ -z "${KAESHI:-}" ]; then
	bin=$(mktemp -d)
	trap 'rm -rf "$bin"' EXIT
	trap : INT TERM # the match itself ends in good order, and then this script
	KAESHI=$bin/kaeshi
	(cd "$(dirname "$0")/.." && go build -o "$KAESHI" .)
fi

"$KAESHI" match --openings "$openings" "$@" -- "$engine_a" "$engine_b"
