package notation

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// largestNumber is beyond any evaluation or time that a game record can mean.
const largestNumber = 1e6

// parseNumber reads a decimal number; "" is one that is missing, and so is what is
// not finite, which programs write that had none.
func parseNumber(s string) (Number, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" {
		return Number{}, nil
	}
	value, err := strconv.ParseFloat(strings.Replace(s, "-nan", "nan", 1), 64) // as C prints it
	isFinite := !math.IsNaN(value) && !math.IsInf(value, 0)
	switch {
	case !isFinite && err == nil:
		return Number{}, nil
	case err != nil || strings.Trim(s, "+-.0123456789eE") != "": // ParseFloat knows hexadecimal numbers
		return Number{}, fmt.Errorf("%s is not a number", quote(s))
	}
	if value < -largestNumber || value > largestNumber {
		return Number{}, fmt.Errorf("%s is beyond %g", quote(s), largestNumber)
	}
	return Number{Value: value + 0, Known: true}, nil // + 0 turns -0 into 0
}

// String prints the shortest decimal form, "" if the number is missing.
func (n Number) String() string {
	if !n.Known {
		return ""
	}
	return formatFloat(n.Value)
}

func formatFloat(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// FormatScore prints discs, or what is counted like them, with a sign and so many
// decimals, as "+2.35". What rounds to nothing is "+0.00", from whichever side it is
// seen.
func FormatScore(discs float64, decimals int) string {
	text := fmt.Sprintf("%+.*f", decimals, discs)
	if strings.Trim(text, "-0.") == "" {
		return "+" + text[1:]
	}
	return text
}

// opposite returns the number from the other side's view.
func (n Number) opposite() Number {
	n.Value = 0 - n.Value
	return n
}
