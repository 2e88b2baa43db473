#!/bin/sh
# Makes the built-in opening book: book/openings.txt, the scored named openings, and
# book/default.kbook, which is compiled into the program. Build again afterwards.
#
#   scripts/book.sh WORK [TIME [ERROR [DEPTH [LEVEL]]]]
#
# WORK is the working book, made if there is none; with the same WORK the script
# goes on where it stopped. TIME, as 90m, bounds the learning; ERROR is the loss in
# discs up to which lines are followed, DEPTH their length in plies, LEVEL that of
# the search. SCORE_LEVEL is that of the search which scores the named openings,
# THREADS the number of searches side by side. GAMES may name files of games, such as
# the WTHOR database: how often they came to a position is told too. KAESHI names the program to use;
# without it, it is built for the purpose.

set -eu

if [ $# -lt 1 ]; then
	sed -n 's/^#   scripts/usage: scripts/p' "$0" >&2
	exit 2
fi
case $1 in /*) book=$1 ;; *) book=$PWD/$1 ;; esac
time=${2:-90m} error=${3:-10} depth=${4:-26} level=${5:-21}
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "${KAESHI:-}" ]; then
	KAESHI=$scratch/kaeshi
	go build -o "$KAESHI" .
fi

if [ ! -e "$book" ]; then
	grep -v '^#' book/names.tsv | cut -f1 >"$scratch/lines.txt"
	"$KAESHI" book score --level "${SCORE_LEVEL:-26}" --from "$scratch/lines.txt" --out book/openings.txt
	"$KAESHI" book import --book "$book" --from book/openings.txt
fi
"$KAESHI" book learn --book "$book" --error "$error" --depth "$depth" --level "$level" \
	--threads "${THREADS:-1}" --time "$time"
"$KAESHI" book verify "$book"
if [ -n "${GAMES:-}" ]; then
	cp "$book" "$scratch/counted.book" # or they would count again in the next run
	book=$scratch/counted.book
	# shellcheck disable=SC2086 # several files
	"$KAESHI" book import --count --skip --book "$book" $GAMES
fi
"$KAESHI" book export --flat --book "$book" --out book/default.kbook
"$KAESHI" book stats book/default.kbook
