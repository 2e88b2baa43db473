#!/bin/sh
# Makes evaluation weights from a folder of games and exact values, in the steps
# that weights/README.md describes. Whatever is finished is kept, so a stopped run
# goes on with the same command; remove a file of FOLDER to make it and what
# follows from it anew.
#
# usage: scripts/train.sh DATA FOLDER
#
# DATA holds games_*.txt.gz and the exact values of tournament positions
# (wthor_theo24, wthor_exact14, wthor_exact10), FOLDER receives the labels and
# the weights, weights.kw last. THREADS is how many threads to use, 2 without it;
# SHARE=10 labels a tenth of the positions, for a trial. KAESHI names the program
# to use; without it, it is built for the purpose.

# shellcheck disable=SC2086 # lists of files and options
set -eu

if [ $# -ne 2 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi
data=$(cd "$1" && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
threads=${THREADS:-2} share=${SHARE:-1}

if [ -z "${KAESHI:-}" ]; then
	KAESHI=$folder/kaeshi
	(cd "$(dirname "$0")/.." && go build -o "$KAESHI" .)
fi
cd "$data"

strong="games_wthor.txt.gz games_egaroucid3.txt.gz games_logistello_book1999.txt.gz"
varied="games_tempura_gen0.txt.gz games_playok2023.txt.gz games_eothello.txt.gz games_flippy_perft6.txt.gz"
base="games_wthor.txt.gz wthor_theo24.txt.gz wthor_exact14.txt.gz wthor_exact10.txt.gz"

# fit NAME NOTE LABELS... makes FOLDER/NAME.kw.
fit() {
	out=$folder/$1.kw note=$2
	shift 2
	[ -e "$out" ] || "$KAESHI" train --set broad --threads "$threads" --held-out 5 --results 0.1 --ridge 5 \
		--patience 5 --name "$note" --checkpoint "${out%.kw}.state" --plot "${out%.kw}.svg" --out "$out" \
		$base "$@" | tee "${out%.kw}.txt"
}

# label NAME WEIGHTS ONE-IN SOURCES OPTIONS... makes FOLDER/NAME.kd.
label() {
	out=$folder/$1.kd weights=$folder/$2.kw one=$(($3 * share)) sources=$4
	shift 4
	[ -e "$out.done" ] || "$KAESHI" label --weights "$weights" --threads "$threads" --one-in "$one" \
		--level 5 --depth 8 --exact 14 --out "$out" "$@" $sources
	: >"$out.done"
}

fit results "WTHOR games and exact values"
label late-strong results 12 "$strong" --max-empties 14
label late-varied results 40 "$varied" --max-empties 14
late="$folder/late-strong.kd $folder/late-varied.kd"

fit late "WTHOR games, exact values, own labels to 14 empties" $late
label middle-strong late 10 "$strong" --min-empties 15 --max-empties 32
label middle-varied late 50 "$varied" --min-empties 15 --max-empties 32
middle="$late $folder/middle-strong.kd $folder/middle-varied.kd"

fit middle "WTHOR games, exact values, own labels to 32 empties" $middle
label early-strong middle 10 "$strong" --min-empties 33 --max-empties 54
label early-varied middle 50 "$varied" --min-empties 33 --max-empties 54

fit weights "WTHOR games, exact values, own labels" $middle "$folder/early-strong.kd" "$folder/early-varied.kd"
