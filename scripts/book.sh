#!/bin/sh
# Makes the built-in opening book anew: book/openings.txt, the scored openings, and
# book/default.kbook, which is compiled into the program. Build again afterwards.
#
#   scripts/book.sh [LEVEL]
#
# LEVEL is that of the search which scores the ends of the named openings in
# book/names.tsv. KAESHI names the program to use; without it, it is built for the
# purpose. With one thread and the same weights the result is the same every time.

set -eu

level=${1:-10}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "${KAESHI:-}" ]; then
	KAESHI=$work/kaeshi
	go build -o "$KAESHI" .
fi

grep -v '^#' book/names.tsv | cut -f1 >"$work/lines.txt"
"$KAESHI" book score --level "$level" --from "$work/lines.txt" --out book/openings.txt
"$KAESHI" book build --from book/openings.txt --out book/default.kbook
"$KAESHI" book stats book/default.kbook
