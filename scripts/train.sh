#!/bin/sh
# Makes evaluation weights from a folder of games and exact values, in the steps
# that weights/README.md describes. What is finished is kept: after a stop the same
# command goes on. To make a file of FOLDER again, and what depends on it, remove it.
#
# usage: scripts/train.sh DATA FOLDER
#
# DATA holds games_*.txt.gz and the exact values of tournament positions
# (wthor_theo24, wthor_exact14, wthor_exact10); OPENINGS, without which games begin
# at random, names a file of openings. FOLDER receives labels and weights,
# weights.kw last. THREADS is how many threads to use, 2 without it; SHARE=10 labels
# a tenth of the positions and plays a tenth of the games, for a trial. KAESHI names
# the program to use; without it, it is built for the purpose.

# shellcheck disable=SC2086 # lists of files and options
set -eu

if [ $# -ne 2 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi
absolute() { echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"; }
mkdir -p "$2"
data=$(absolute "$1") folder=$(absolute "$2")
threads=${THREADS:-2} share=${SHARE:-1}

if [ -n "${OPENINGS:-}" ]; then OPENINGS=$(absolute "$OPENINGS"); fi
if [ -n "${KAESHI:-}" ]; then
	KAESHI=$(absolute "$(command -v "$KAESHI")")
else
	KAESHI=$folder/kaeshi
	(cd "$(dirname "$0")/.." && go build -o "$KAESHI" .)
fi
cd "$data"

strong="games_wthor.txt.gz games_egaroucid3.txt.gz games_logistello_book1999.txt.gz"
varied="games_tempura_gen0.txt.gz games_playok2023.txt.gz games_eothello.txt.gz games_flippy_perft6.txt.gz"
base="games_wthor.txt.gz wthor_theo24.txt.gz wthor_exact14.txt.gz wthor_exact10.txt.gz"
records= # of labels and games so far

# fit NAME makes FOLDER/NAME.kw, tables, from everything so far; network NAME makes
# FOLDER/NAME-fit.kw, a network, and NAME.kw, the same with its own ProbCut.
fit() {
	train "$1" --set broad --results 0.1 --ridge 5 --patience 3 --epochs 15 \
		--name "broad set, WTHOR games, exact values and own labels"
}
network() {
	train "$1-fit" --set quarters --results 0.02 --ridge 2 --rate 0.04 --patience 16 --epochs 16 --seed 2 --window 4 \
		--name "quarters set, WTHOR games, exact values and own labels"
	[ -e "$folder/$1.kw" ] || "$KAESHI" calibrate --positions 4000 \
		--weights "$folder/$1-fit.kw" --out "$folder/$1.kw" games_wthor.txt.gz
}
train() {
	out=$folder/$1.kw state=$folder/$1
	shift
	[ -e "$out" ] || "$KAESHI" train --threads "$threads" --held-out 5 "$@" \
		--checkpoint "$state.state" --plot "$state.svg" --out "$out" $base $records |
		tee "$state.txt"
	[ -e "$out" ]
}

# label NAME WEIGHTS ONE-IN SOURCES OPTIONS... makes FOLDER/NAME.kd.
label() {
	out=$folder/$1.kd weights=$folder/$2.kw one=$(($3 * share)) sources=$4
	shift 4
	[ -e "$out.done" ] || "$KAESHI" label --weights "$weights" --threads "$threads" --one-in "$one" \
		--level 9 "$@" --out "$out" $sources
	: >"$out.done"
	records="$records $out"
}

# games NAME WEIGHTS NUMBER OPTIONS... makes FOLDER/NAME.kd.
games() {
	out=$folder/$1.kd weights=$folder/$2.kw number=$(($3 / share))
	shift 3
	[ -e "$out.done" ] || "$KAESHI" selfplay --weights "$weights" --threads "$threads" --games "$number" \
		--level 9 --exact 14 "$@" --out "$out"
	: >"$out.done"
	records="$records $out"
}

fit results
label late-strong results 12 "$strong" --exact 14 --max-empties 14
label late-varied results 40 "$varied" --exact 14 --max-empties 14

fit late
label middle late 18 "$strong" --depth 8 --exact 14 --min-empties 15 --max-empties 32
label late-stray late 5 "$strong" --exact 13 --min-empties 8 --max-empties 13 --stray 3 --seed 2

fit middle
label middle-stray middle 15 "$strong" --depth 6 --exact 13 --min-empties 17 --max-empties 44 --stray 3 --seed 3
games openings middle 10784 --depth 6 --noise 0.05 --seed 5 ${OPENINGS:+--openings "$OPENINGS"}

fit early
label early-stray early 30 "$strong" --depth 8 --exact 13 --min-empties 26 --max-empties 50 --stray 2 --seed 11
games random early 4000 --depth 8 --noise 0.08 --random 10 --seed 9

fit tables
label late-again tables 2 "$strong" --exact 14 --min-empties 5 --max-empties 16 --stray 2 --seed 101
label late-varied-again tables 12 "$varied" --exact 14 --min-empties 6 --max-empties 15 --stray 1 --seed 102
label late-near tables 3 "$strong" --exact 13 --min-empties 9 --max-empties 11 --stray 2 --seed 77
label late-far tables 1 "$strong" --exact 14 --min-empties 9 --max-empties 13 --stray 4 --seed 78
label middle-far tables 4 "$strong" --depth 8 --exact 16 --min-empties 17 --max-empties 32 --stray 3 --seed 103
label early-far tables 11 "$strong" --depth 8 --exact 16 --min-empties 33 --max-empties 52 --stray 3 --seed 104

fit more
label middle-again more 8 "$strong" --depth 8 --exact 15 --min-empties 16 --max-empties 42 --stray 2 --seed 106

network first
label wide first 3 "$strong" --depth 8 --exact 15 --min-empties 17 --max-empties 54 --stray 2 --seed 201
label middle-third first 2 "$strong" --depth 8 --exact 15 --min-empties 15 --max-empties 42 --stray 3 --seed 202
label late-third first 2 "$strong" --exact 14 --min-empties 10 --max-empties 14 --stray 3 --seed 203

network second
games openings-deep second 26000 --depth 12 --noise 0.05 --seed 301 ${OPENINGS:+--openings "$OPENINGS"}
"$KAESHI" selfplay --print "$folder/openings-deep.kd" >"$folder/openings-deep.txt"
label openings-near second 1 "$folder/openings-deep.txt" --depth 8 --exact 15 --min-empties 16 --max-empties 52 --stray 2 --seed 401
label openings-far second 1 "$folder/openings-deep.txt" --depth 8 --exact 15 --min-empties 16 --max-empties 52 --stray 3 --seed 402

network third
label middle-fourth third 2 "$strong" --depth 8 --exact 15 --min-empties 16 --max-empties 48 --stray 2 --seed 401
label late-fourth third 1 "$strong" --exact 13 --min-empties 7 --max-empties 13 --stray 3 --seed 601
label late-fifth third 1 "$strong" --exact 14 --min-empties 7 --max-empties 14 --stray 2 --seed 602
label late-exact third 4 "$strong" --exact 17 --min-empties 15 --max-empties 17 --stray 2 --seed 603

network weights
