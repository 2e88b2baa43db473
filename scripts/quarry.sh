#!/bin/sh
# Let Kaeshi play a game in Quarry, in a window on a display of its own.
#
#   scripts/quarry.sh [-b PLAYER] [-w PLAYER] [-t CLOCK] [-s SECONDS] FOLDER
#
#   -b, -w   a player: the command of an engine, or "person", who clicks on the
#            squares that a weak engine chooses (default: kaeshi for Black, gtp-rhino
#            for White)
#   -t       0 no limit, 1 ten minutes a game, 2 fifteen seconds a move, 3 thirty
#            seconds and then ten moves in a minute (default: 0)
#   -s       close the window after so many seconds, even during a search
#
# FOLDER gets the log of what Quarry and the engines said (gtp.log) and pictures of
# the window. Fails if an engine outlives the window.
# Needs Debian's quarry, xvfb, xdotool, imagemagick and for White grhino.
set -eu
cd "$(dirname "$0")/.."

die() { echo "quarry.sh: $*" >&2; exit 1; }

black=$PWD/kaeshi white=/usr/games/gtp-rhino clock=0 seconds='' quiet=10
while getopts b:w:t:s: option; do
	case $option in
	b) black=$OPTARG ;;
	w) white=$OPTARG ;;
	t) clock=$OPTARG ;;
	s) seconds=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || die "name the folder for the log and the pictures"
PATH=$PATH:/usr/games
for tool in quarry Xvfb xdotool import; do
	command -v $tool >/dev/null || die "$tool is not installed"
done
person=$PWD/kaeshi
go build -o "$person" .
mkdir -p "$1"
folder=$(cd "$1" && pwd)

home=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 1000x800x24 3>"$home/display" 2>/dev/null &
server=$!
quarry=
trap 'kill $quarry $server 2>/dev/null || :; rm -rf "$home"' EXIT
while [ ! -s "$home/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$home/display")
export DISPLAY

# Quarry keeps engines and the wishes for the next game in one file.
engine() { # NAME COMMAND
	[ "$2" = person ] || printf '[GTP Engine "%s "]\nScreen name format = "%%n %%v"\nName = "%s"\nCommand line = "%s"\nSupported games = "Reversi"\n\n' "$1" "$1" "$2"
}
is_computer() { [ "$1" = person ] && echo false || echo true; }
{
	engine one "$black"
	engine two "$white"
	cat <<END
[New Game Parameters]
Game = "Reversi"
White player name = "a person"
White is computer = $(is_computer "$white")
Engine playing white = "two"
Black player name = "a person"
Black is computer = $(is_computer "$black")
Engine playing black = "one"

[New Reversi Game Parameters]
Board size = 8
Time control type = $clock
Keep track of total time = 0
Time limit for game = 10:00
Time limit for move = 00:15
Main time = 00:30
Overtime period length = 01:00
Moves per overtime = 10
END
} >"$home/.quarry"

HOME=$home setsid stdbuf -oL quarry --gtp-log=- >"$folder/gtp.log" 2>"$folder/quarry.err" &
quarry=$!

picture() { import -window root "$folder/$1.png"; }
window() { # TITLE: waits for the window and prints its number
	for _ in $(seq 100); do
		xdotool search --onlyvisible --name "$1" 2>/dev/null && return
		sleep 0.1
	done
	die "no window \"$1\""
}
press() { # WINDOW KEY
	xdotool windowfocus "$1" key "$2"
	sleep 1
}
# Quarry and its engines are a session of their own.
# shellcheck disable=SC2009 # pgrep knows no sessions' states
engines() { ps -s "$quarry" -o pid=,stat= | grep -v Z | grep -vc "^ *$quarry " || :; }

centre=$(window 'Quarry Control Center')
press "$centre" alt+n
dialogue=$(window 'New Game')
picture players
press "$dialogue" alt+f
picture rules
press "$dialogue" alt+p
game=$(window ' vs[.] ')

# What was played so far, as GTP.
record() {
	awk '/^> play/ { print "play", $3, $4 }
		/^> genmove/ { colour = $3 }
		/^  = [A-H][1-8]$/ && colour { print "play", colour, $2; colour = "" }' "$folder/gtp.log"
}
# A person clicks on a square, once it is the person's turn.
click_for() { # COLOUR
	square=$({ echo set_level 1; record; echo "reg_genmove $1"; } | "$person" | sed -n '/^= [A-H][1-8]$/s/= //p')
	[ -n "$square" ] || return 0
	column=$(printf '%d' "'$square") row=${square#?}
	xdotool mousemove --window "$game" $((77 + 51 * (column - 65))) $((106 + 51 * row)) sleep 0.1 mousedown 1 sleep 0.1 mouseup 1
	sleep 0.3
}

# The game has ended when nobody has said anything for a while.
begun=$(date +%s)
spoken() { stat -c %Y "$folder/gtp.log"; }
while :; do
	now=$(date +%s)
	[ -z "$seconds" ] || [ $((now - begun)) -lt "$seconds" ] || break
	[ $((now - $(spoken))) -lt $quiet ] || break
	[ "$black" != person ] || click_for black
	[ "$white" != person ] || click_for white
	sleep 0.2
done
picture game
kill $quarry
wait $quarry 2>/dev/null || :
for _ in $(seq 20); do
	[ "$(engines)" -eq 0 ] && break
	sleep 0.1
done
[ "$(engines)" -eq 0 ] || die "an engine outlives the window"
grep -c '^> genmove' "$folder/gtp.log" | sed 's/$/ moves asked for, no engine left running/'
