package notation

import (
	"fmt"
	"strconv"
	"strings"
)

// largestNumber is beyond any evaluation or time that a game record can mean.
const largestNumber = 1e6

// parseNumber reads a decimal number; "" is one that is missing.
func parseNumber(s string) (Number, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return Number{}, nil
	}
	value, err := strconv.ParseFloat(s, 64)
	// ParseFloat also knows words such as "nan" and hexadecimal numbers.
	if err != nil || strings.Trim(s, "+-.0123456789eE") != "" {
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

// opposite returns the number from the other side's view.
func (n Number) opposite() Number {
	n.Value = 0 - n.Value
	return n
}
