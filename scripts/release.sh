#!/bin/bash
# Makes the archives of a release: one for each system, with the program, its
# licence and those of the libraries in it, the documents, completions and the
# manual page; and a file of checksums. The same commit gives the same bytes.
#
# usage: scripts/release.sh FOLDER [SYSTEM/PROCESSOR...]
#
# Without names all of linux, darwin and windows for amd64 and arm64 are made.
# Needs Go, git, tar, gzip and for Windows zip. The work tree has to be clean, so
# that the version says what is in it.
set -euo pipefail

if [ $# -lt 1 ]; then
	sed -n 's/^# \{0,1\}usage:/usage:/p' "$0" >&2
	exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
cd "$(dirname "$0")/.."

die() { echo "release.sh: $*" >&2; exit 1; }
for tool in go git tar gzip zip; do
	command -v $tool >/dev/null || die "$tool is not installed"
done
[ -z "$(git status --porcelain)" ] || die "the work tree has changes: commit them first"

export CGO_ENABLED=0 TZ=UTC LC_ALL=C
umask 022
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
seconds=$(git log -1 --format=%ct)
build() { go build -trimpath -buildvcs=true -ldflags '-s -w -buildid=' -o "$1" .; }

# What runs here prints what goes into every archive.
build "$scratch/kaeshi"
version=$("$scratch/kaeshi" --version | awk 'NR == 1 { print $NF }')
"$scratch/kaeshi" man >"$scratch/kaeshi.1"
mkdir "$scratch/completions"
for shell in bash zsh fish; do
	"$scratch/kaeshi" completion $shell >"$scratch/completions/kaeshi.$shell"
done

# notices SYSTEM PROCESSOR prints the licences of Go and of every library in the program.
notices() {
	echo "The program contains the Go library and the modules below, each under the licence that follows its name."
	licence "Go $(go env GOVERSION)" "$(go env GOROOT)"
	GOOS=$1 GOARCH=$2 go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}' . |
		sort -u | while IFS=$'\t' read -r name folder; do licence "$name" "$folder"; done
}
licence() {
	local found
	found=$(find "$2" -maxdepth 1 -type f \( -iname 'LICEN[CS]E*' -o -iname 'COPYING*' -o -iname 'NOTICE*' -o -iname UNLICENSE \) | sort)
	# Debian keeps Go's licence apart from Go.
	[ -n "$found" ] || found=$(find /usr/share/doc/golang* -name copyright 2>/dev/null | head -n 1)
	[ -n "$found" ] || die "no licence in $2"
	printf '\n\n==== %s\n' "$1"
	while IFS= read -r file; do
		printf '\n'
		cat "$file"
	done <<<"$found"
}

for target; do
	system=${target%/*} processor=${target#*/}
	name=kaeshi-$version-$system-$processor
	folder=$scratch/$name
	program=kaeshi
	[ "$system" != windows ] || program=kaeshi.exe
	mkdir "$folder"
	GOOS=$system GOARCH=$processor build "$folder/$program"
	notices "$system" "$processor" >"$folder/NOTICES.txt"
	cp -R LICENSE README.md README.ja.md CHANGELOG.md "$scratch/kaeshi.1" "$scratch/completions" "$folder"
	find "$folder" -exec touch -h -d "@$seconds" {} +
	case $system in
	windows) (cd "$scratch" && rm -f "$out/$name.zip" && find "$name" | sort | zip -q -X -@ "$out/$name.zip") ;;
	*) tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$seconds" -cf - "$name" |
		gzip -n -9 >"$out/$name.tar.gz" ;;
	esac
	echo "$out/$name"
done
(cd "$out" && sha256sum kaeshi-"$version"-* >SHA256SUMS && cat SHA256SUMS)
