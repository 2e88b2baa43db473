#!/bin/sh
# Every engine of a list against every other one.
#
# usage: scripts/tournament.sh LIST GAMES [OPTION...]
#
# LIST has one engine a line, as "kaeshi match" takes them: NAME=COMMAND, or
# NAME=nboard:COMMAND, or NAME=self:level=4; blank lines and # comments are left
# out. GAMES is the even number of games for each pairing. Further options go to
# "kaeshi match". The journal is LIST- and a few letters for the engines, openings and
# rules, so that the same command goes on where it was stopped.
#
#   scripts/tournament.sh engines.txt 20 --openings xot.txt --concurrency 2

set -eu

if [ $# -lt 2 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi
list=$1 games=$2
shift 2
if [ ! -r "$list" ]; then
	echo "$0: cannot read $list" >&2
	exit 2
fi

if [ -z "${KAESHI:-}" ]; then
	bin=$(mktemp -d)
	trap 'rm -rf "$bin"' EXIT
	trap : INT TERM # the tournament itself ends in good order, and then this script
	KAESHI=$bin/kaeshi
	(cd "$(dirname "$0")/.." && go build -o "$KAESHI" .)
fi

set -- --games "$games" --journal "$list-{id}.jsonl" "$@" --
mark=$(printf '\357\273\277') # the byte order mark that some editors write first
cr=$(printf '\r')
while IFS= read -r engine || [ -n "$engine" ]; do
	engine=${engine#"$mark"} engine=${engine%"$cr"}
	case $engine in
	'' | '#'*) ;;
	*) set -- "$@" "$engine" ;;
	esac
done <"$list"

"$KAESHI" match "$@"
