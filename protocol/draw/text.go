package draw

import "unicode"

// TextWidth returns what a text may take on a canvas, rather too much than too little:
// who looks at an SVG picture has a font of his own. Letters of the East are as wide as
// they are high.
func TextWidth(s string, size float64) float64 {
	const (
		narrow, wide, widest = 0.62, 0.78, 1.0
		firstWide            = 0x1100 // in Unicode, Hangul Jamo
	)
	width := 0.0
	for _, r := range s {
		switch {
		case r >= firstWide, r == 'W', r == 'M', r == 'm', r == 'w', r == '%', r == '@':
			width += widest
		case unicode.IsUpper(r):
			width += wide
		default:
			width += narrow
		}
	}
	return width * size
}
