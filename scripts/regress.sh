#!/bin/sh
# Runs a regression suite in the format of GNU Go and GoGui through an engine.
#
#   scripts/regress.sh FILE.tst [ENGINE COMMAND...]
#
# A suite is GTP lines. A line that begins with a number is a test; the comment
# after it, "#? [PATTERN]", must match its whole answer; "#? [!PATTERN]" must not,
# and "*" at the end of the line marks a known failure. Prints PASSED or FAILED
# for each test; the exit code is 1 when one failed that was not known to.
# Without a command the engine is this source tree's, as go run builds it.
set -eu

if [ $# -lt 1 ]; then
    echo "usage: $0 FILE.tst [ENGINE COMMAND...]" >&2
    exit 2
fi
suite=$1
shift
if [ ! -r "$suite" ]; then
    echo "$0: cannot read $suite" >&2
    exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if [ $# -eq 0 ]; then
    (cd "$(dirname "$0")/.." && go build -o "$work/kaeshi" .)
    set -- "$work/kaeshi" gtp
fi

code=0
"$@" <"$suite" >"$work/answers" || code=$?

# The n-th command of the suite got the n-th answer, "=12 text" up to an empty line.
awk '
    { sub(/\r$/, "") }
    part == 1 && /^[=?]/ {
        status[++answers] = substr($0, 1, 1)
        sub(/^.[0-9]* ?/, "")
        answer[answers] = $0
        next
    }
    part == 1 {
        if ($0 != "") answer[answers] = answer[answers] "\n" $0
        next
    }
    /^#\?/ && test != "" {
        pattern = $0
        sub(/^#\?[ \t]*\[/, "", pattern)
        known = pattern ~ /\]\*[ \t]*$/
        sub(/\]\*?[ \t]*$/, "", pattern)
        negated = sub(/^!/, "", pattern)
        matched = answer[commands] ~ ("^(" pattern ")$")
        good = status[commands] == "=" && (negated ? !matched : matched)
        if (good) verdict = known ? "PASSED unexpectedly" : "PASSED"
        else verdict = known ? "FAILED as known" : "FAILED"
        if (good) passed++
        else if (known) expected++
        else failed++
        printf "%s %s", test, verdict
        if (!good) printf ": correct is %s[%s], the answer was \"%s %s\"", negated ? "not " : "", pattern, status[commands], answer[commands]
        printf "\n"
        test = ""
    }
    {
        sub(/#.*/, "")
        if ($0 !~ /[^ \t]/) next
        commands++
        test = $1 ~ /^[0-9]+$/ ? $1 : ""
    }
    END {
        printf "%d passed, %d failed, %d known failures\n", passed, failed, expected
        exit failed > 0
    }
' part=1 "$work/answers" part=2 "$suite" || failed=1

if [ "$code" -ne 0 ]; then
    echo "$0: $1 ended with code $code" >&2
    exit 2
fi
exit "${failed:-0}"
