#!/bin/sh
# Builds the board as a folder of static files, with the engine in it as WebAssembly:
# any web server or file host can offer it.
#
# Usage: scripts/site.sh OUT
#
# OUT is made, or has to be empty. To look at it here:
#   scripts/site.sh site && python3 -m http.server --directory site
set -eu

if [ $# -ne 1 ] || [ "$1" = --help ] || [ "$1" = -h ]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2
    test $# -eq 1 && test "$1" != "${1#-}" && exit 0
    exit 2
fi
out=$1
if [ -e "$out" ] && [ -n "$(ls -A "$out" 2>/dev/null)" ]; then
    echo "site.sh: $out is not empty: name another folder" >&2
    exit 1
fi
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$out/engine"
out=$(cd "$out" && pwd)
cd "$root"

version=$(go run . --version | sed -n 's/^kaeshi version \([^ ]*\).*/\1/p')
go run ./protocol/web/wasm/page "$out"
# Rounded weights are smaller by more than a quarter, and as good: protocol/web/README.md has the figures.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go run ./protocol/web/wasm/round "$work/kaeshi.kw"
echo "{\"Replace\": {\"$root/weights/kaeshi.kw\": \"$work/kaeshi.kw\"}}" >"$work/overlay.json"
GOOS=js GOARCH=wasm go build -overlay "$work/overlay.json" -trimpath -ldflags "-s -w -X main.version=$version" -o "$out/engine/kaeshi.wasm" ./protocol/web/wasm
gzip -9 -n -f "$out/engine/kaeshi.wasm"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$out/engine/"
touch "$out/.nojekyll" # GitHub Pages offers all files as they are then

size=$(find "$out" -type f ! -name '*.gz' -exec gzip -9 -c {} + | wc -c)
packed=$(wc -c <"$out/engine/kaeshi.wasm.gz")
echo "$out: $((size + packed)) bytes to load"
