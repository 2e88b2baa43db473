#!/bin/sh
# Plays the pool of games that the table of strengths rests on, and rates its players.
#
# usage: scripts/ratings.sh FOLDER OPENINGS [GAMES [PLAYER...]]
#
# Each player meets the four next stronger ones of engine/human/ratings.tsv, GAMES times
# each (an even number, 60 if missing): 12,000 games in all. OPENINGS has a move string
# a line. PLAYERs are named as in the table, all of it and level 29 and 30 if missing;
# gtp-rhino plays if it is installed. The journals are in FOLDER, so that the same command
# goes on where it was stopped; the table of ratings is FOLDER/ratings.tsv. The levels
# from 23 on take minutes a game.

set -eu

if [ $# -lt 2 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi
folder=$1 openings=$2 games=${3:-60}
shift $(($# < 3 ? 2 : 3))
here=$(dirname "$0")

if [ -z "${KAESHI:-}" ]; then
	bin=$(mktemp -d)
	trap 'rm -rf "$bin"' EXIT
	trap : INT TERM # the match itself ends in good order, and then this script
	KAESHI=$bin/kaeshi
	(cd "$here/.." && go build -o "$KAESHI" .)
fi

# shellcheck disable=SC2046 # a list of names without spaces
[ $# -gt 0 ] || set -- $(awk -F '\t' '!/^#/ && $1 != "player" { print $1 }' "$here/../engine/human/ratings.tsv") L29 L30
if ! command -v gtp-rhino >/dev/null; then
	echo "$0: gtp-rhino is not installed; the rest plays without it" >&2
	for player; do
		shift
		case $player in rhino*) ;; *) set -- "$@" "$player" ;; esac
	done
fi

# engine prints what kaeshi match takes for a player of the table.
engine() {
	case $1 in
	random) echo "random=random:" ;;
	rung*) echo "$1=self:rung=${1#rung}" ;;
	rhino*) echo "$1=gtp-rhino -b 0 -l ${1#rhino}" ;;
	N*) echo "$1=self:level=0,noise=${1#N}" ;;
	L*) echo "$1=self:level=${1#L}" ;;
	*)
		echo "$0: $1 is no player of the table" >&2
		return 2
		;;
	esac
}

mkdir -p "$folder"
while [ $# -gt 1 ]; do
	weaker=$1 met=0
	shift
	for stronger; do
		met=$((met + 1))
		[ $met -le 4 ] || break
		a=$(engine "$weaker") b=$(engine "$stronger")
		"$KAESHI" match --quiet --openings "$openings" --games "$games" --journal "$folder/$weaker-$stronger.jsonl" "$a" "$b" >&2
	done
done
"$KAESHI" rate --anchor random=0 "$folder"/*.jsonl >"$folder/ratings.tsv"
cat "$folder/ratings.tsv"
