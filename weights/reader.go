package weights

import (
	"bytes"
	"math"
)

func writeNumber(b *bytes.Buffer, n int) { b.Write(byteOrder.AppendUint32(nil, uint32(n))) }

func writeText(b *bytes.Buffer, text string) {
	writeNumber(b, len(text))
	b.WriteString(text)
}

// reader takes a frame apart. After a read beyond its end failed is set, and
// everything read is zero.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.rest, r.failed = nil, true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) number() int {
	b := r.bytes(4)
	if b == nil {
		return 0
	}
	return int(byteOrder.Uint32(b))
}

func (r *reader) text() string { return string(r.bytes(r.number())) }

func (r *reader) floats() []float32 {
	b := r.bytes(4 * r.number())
	values := make([]float32, len(b)/4)
	for i := range values {
		values[i] = math.Float32frombits(byteOrder.Uint32(b[4*i:]))
	}
	return values
}
