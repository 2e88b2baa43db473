package notation

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock is the time that a side has for a game.
type Clock struct {
	Main      time.Duration
	Increment time.Duration // added after each move
	Extension time.Duration // once, when Main has run out
}

// ParseClock reads a clock as GGF writes it, "15:00" or "05:00/00:10/02:00": main
// time, increment and extension, each [[days.]hours:]minutes:seconds or plain
// minutes; what follows a comma is ignored.
func ParseClock(s string) (Clock, error) {
	var clock Clock
	parts := []*time.Duration{&clock.Main, &clock.Increment, &clock.Extension}
	fields := strings.Split(s, "/")
	if len(fields) > len(parts) {
		return Clock{}, fmt.Errorf("%s is not a clock", quote(s))
	}
	for i, field := range fields {
		text, _, _ := strings.Cut(field, ",")
		var err error
		if *parts[i], err = parseClockTime(strings.TrimSpace(text)); err != nil {
			return Clock{}, fmt.Errorf("%s is not a clock", quote(s))
		}
	}
	return clock, nil
}

func parseClockTime(s string) (time.Duration, error) {
	if s == "" {
		return 0, nil
	}
	days, rest, found := strings.Cut(s, ".")
	if !found {
		days, rest = "0", s
	}
	fields := strings.Split(rest, ":")
	switch len(fields) {
	case 1:
		fields = []string{"0", rest, "0"}
	case 2:
		fields = append([]string{"0"}, fields...)
	case 3:
	default:
		return 0, strconv.ErrSyntax
	}
	var total time.Duration
	units := []time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second}
	for i, field := range append([]string{days}, fields...) {
		count, err := strconv.ParseUint(field, 10, 16)
		if err != nil {
			return 0, err
		}
		total += time.Duration(count) * units[i]
	}
	return total, nil
}

// String prints the clock as GGF does, without the parts that are zero.
func (c Clock) String() string {
	text := formatClockTime(c.Main)
	if c.Increment != 0 || c.Extension != 0 {
		text += "/" + formatClockTime(c.Increment)
	}
	if c.Extension != 0 {
		text += "/" + formatClockTime(c.Extension)
	}
	return text
}

func formatClockTime(d time.Duration) string {
	seconds := int(d / time.Second)
	if hours := seconds / 3600; hours > 0 {
		return fmt.Sprintf("%d:%02d:%02d", hours, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%02d:%02d", seconds/60, seconds%60)
}
