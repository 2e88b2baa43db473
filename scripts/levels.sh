#!/bin/bash
# Measures how long each level takes for a move: levels.sh ENGINE [LEVEL...]
# Prints the median and the longest time of ten midgame positions with 28 to 52 empty
# squares. Times are processor times, so that other work on the machine counts for
# little. The time for a search of depth 1, mostly the start, is subtracted.
set -euo pipefail
engine=${1:?usage: levels.sh ENGINE [LEVEL...]}
shift
[ $# -gt 0 ] || set -- $(seq 0 30)

lines=(
	f5d6c4d3c2b3b4b5
	f5f6d3c5d6c7b5e3
	f5f4e3d2c3e6e1g5e2d1
	f5f6e6d6f7g6h5g5e7f4c5d8
	f5d6c3d3c4f4f6f3e6e7d7c5b6d8
	f5f6e6f4g6d6c6e7f8e8d8f7g5d7e3h6c4g4
	f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6
	f5f6e6f4g5e7e3g6d6c4f7h5f8c7c6g4c5d7d8b5c8d3f3f2
	f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6
	f5f6e6f4g5g6e7d6c5g4c3c6d7b5h3f7e3d3g3e2f8b3a5b6h4h5a6c7c4f3c8b7
)

# cpu prints the processor time that the engine takes for its standard input.
cpu() {
	local TIMEFORMAT=%3U
	{ time "$engine" analyze --threads 1 >/dev/null; } 2>&1
}

seconds() {
	local line
	for line in "${lines[@]}"; do
		printf '{"id":"x","moves":"%s","level":%d}\n' "$line" "$1" | cpu
	done
}

idle=$(for _ in 1 2 3 4 5 6 7; do printf '{"id":"x","depth":1}\n' | cpu; done | sort -n | sed -n 4p)
echo "level   median  longest seconds"
for level; do
	seconds "$level" | sort -n | awk -v level="$level" -v idle="$idle" '
		{ spent[NR] = $1 > idle ? $1 - idle : 0 }
		END { printf "%5d %8.3f %8.3f\n", level, (spent[int((NR + 1) / 2)] + spent[int(NR / 2) + 1]) / 2, spent[NR] }'
done
