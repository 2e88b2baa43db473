#!/bin/sh
# Makes the built-in opening book: book/openings.txt, the scored named openings, and
# book/default.kbook, which is compiled into the program. Build again afterwards.
#
#   scripts/book.sh WORK [TIME [ERROR [DEPTH [LEVEL]]]]
#
# WORK is the working book, made if there is none; with the same WORK the script
# goes on where it stopped, for days if you like. TIME, as 90m, bounds the growing;
# ERROR is the loss in discs up to which lines are followed, DEPTH their length in
# plies, LEVEL that of the search. What was searched at a lower level is searched again.
#
# SCORE_LEVEL is the level of the search which scores the named openings, THREADS the
# number of searches side by side. GAMES may name files of games, such as the WTHOR
# database: positions that OFTEN of them came to, 2 if nothing is said, are registered
# first, searched at WIDE_LEVEL, and how often the games came to a position is told.
# AGAINST may name tables of proven bounds and known values: where the book contradicts
# them it is searched deeper, up to PROOF_LEVEL, and a proof has the last word.
#
# Several machines: copy WORK to each, give machine 1 of 4 PART=1/4 and so on, collect
# the working books, and name them in BOOKS for the last run. The script also makes
# default.kbook on each machine; that of the last run counts.
#
# KAESHI names the program to use; without it, it is built for the purpose.

set -eu

if [ $# -lt 1 ]; then
	sed -n 's/^#   scripts/usage: scripts/p' "$0" >&2
	exit 2
fi
case $1 in /*) book=$1 ;; *) book=$PWD/$1 ;; esac
time=${2:-90m} error=${3:-12} depth=${4:-28} level=${5:-12}
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "${KAESHI:-}" ]; then
	KAESHI=$scratch/kaeshi
	go build -o "$KAESHI" .
fi
threads="--threads ${THREADS:-1}"
against=
for table in ${AGAINST:-}; do against="$against --against $table"; done

# shellcheck disable=SC2086 # lists of words
{
	if [ ! -e "$book" ]; then
		grep -v '^#' book/names.tsv | cut -f1 >"$scratch/lines.txt"
		"$KAESHI" book score --level "${SCORE_LEVEL:-26}" --from "$scratch/lines.txt" --out book/openings.txt
		rm -f "$book.new" # a run that was killed here left it
		"$KAESHI" book import --book "$book.new" --from book/openings.txt
		mv "$book.new" "$book"
	fi
	for other in ${BOOKS:-}; do
		"$KAESHI" book import --book "$book" "$other"
	done
	if [ -n "${GAMES:-}" ]; then
		"$KAESHI" book learn --book "$book" --often "${OFTEN:-2}" --depth 24 --level "${WIDE_LEVEL:-8}" --skip $threads $GAMES
	fi
	"$KAESHI" book learn --book "$book" --error "$error" --depth "$depth" --level "$level" --deepen \
		--time "$time" --part "${PART:-1/1}" $threads
	if [ -n "$against" ]; then
		"$KAESHI" book learn --book "$book" --level "${PROOF_LEVEL:-24}" $threads $against
		"$KAESHI" book fix $against "$book"
	fi
	"$KAESHI" book verify "$book"
	if [ -n "${GAMES:-}" ]; then
		cp "$book" "$scratch/counted.book" # or they would count again in the next run
		book=$scratch/counted.book
		"$KAESHI" book import --count --skip --book "$book" $GAMES
	fi
}
"$KAESHI" book export --flat --book "$book" --out book/default.kbook
"$KAESHI" book stats book/default.kbook
