#!/bin/sh
# Pipes regression suites through an engine and reports PASSED or FAILED.
#
# usage: scripts/regress.sh [OPTION...] FILE.tst...
#
# A suite is GTP lines in GNU Go's and GoGui's format, see "kaeshi regress --help".
# Without --engine 'COMMAND' the engine is this program. The exit code is 1 if
# a test failed that is not marked as known to fail. KAESHI names the program to use; without it,
# it is built for the purpose.
#
#   scripts/regress.sh tests/gtp/*.tst
#   scripts/regress.sh --engine 'gnugo --mode gtp' --junit report.xml suite.tst

set -eu

if [ $# -lt 1 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi

if [ -z "${KAESHI:-}" ]; then
	bin=$(mktemp -d)
	trap 'rm -rf "$bin"' EXIT
	trap : INT TERM # the run itself ends in good order, and then this script
	KAESHI=$bin/kaeshi
	(cd "$(dirname "$0")/.." && go build -o "$KAESHI" .)
fi

"$KAESHI" regress "$@"
