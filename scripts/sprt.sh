#!/bin/sh
# Is a change stronger? Two engines play until a sequential test has decided.
#
# usage: scripts/sprt.sh NEW OLD [ELO0 ELO1] [OPTION...]
#
# NEW and OLD are engines as in match.sh. The test accepts ELO1 (the change is at
# least so much stronger) or ELO0 (it is not), with a risk of 5% each; without
# them 0 and 10. Further options go to "kaeshi match". The journal, sprt- and a few
# letters for the engines, openings and rules, lets the same command go on where it
# was stopped, unless --journal names another.
# Exit code 0: the change is stronger. 1: it is not. 2: not decided, or an error.
#
#   scripts/sprt.sh self:level=2,weights=new.kw self:level=2 0 5 --concurrency 4

set -eu

if [ $# -lt 2 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi
new=$1 old=$2 elo0=0 elo1=10
shift 2
case ${1:-} in
[0-9]* | -[0-9]*)
	if [ $# -lt 2 ]; then
		echo "$0: ELO0 needs an ELO1" >&2
		exit 2
	fi
	elo0=$1 elo1=$2
	shift 2
	;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap : INT TERM # the match itself ends in good order, and then this script

if [ -z "${KAESHI:-}" ]; then
	KAESHI=$work/kaeshi
	(cd "$(dirname "$0")/.." && go build -o "$KAESHI" .)
fi

# Enough games for any decision; the openings are repeated if they run out.
"$KAESHI" match --games 100000 --journal 'sprt-{id}.jsonl' "$@" \
	--sprt "elo0=$elo0 elo1=$elo1" -- "$new" "$old" >"$work/result" || exit 2
cat "$work/result"
case $(cat "$work/result") in
*"H1 accepted"*) exit 0 ;;
*"H0 accepted"*) exit 1 ;;
esac
exit 2
