package weights

import "slices"

// firstVersion is the version of the files before phases had frames of their own:
// one frame, with the names and the scale, the weights, then the tables. The weights
// are differences from the phase before, the low bytes of all, then the high bytes.
const firstVersion = 1

// secondVersion is the version of the files whose phases had frames of their own, with all
// rows: differences from the first phase, part by part and block by block, the low bytes
// of a block before the high ones.
const (
	secondVersion = 2
	secondBlock   = 1 << 16
)

// decodeFirst reads what follows the header in a file of the first version.
func decodeFirst(frame []byte) (*Weights, error) {
	raw, err := unpackWhole(frame)
	if err != nil {
		return nil, err
	}
	return decodeFirstFrame(&reader{rest: raw})
}

func decodeFirstFrame(r *reader) (*Weights, error) {
	w, err := decodeNames(r)
	if err != nil {
		return nil, err
	}
	count, phase := w.Set.Phases*w.Set.Values(), w.Set.Values()
	low, high := r.bytes(count), r.bytes(count)
	w.decodeTables(r)
	if r.failed || len(r.rest) != 0 {
		return nil, errInside
	}
	w.Values = make([]int16, count)
	for n := 0; n < count; n += phase {
		if n > 0 {
			copy(w.Values[n:n+phase], w.Values[n-phase:n])
		}
		addBytes(w.Values[n:n+phase], low[n:], high[n:])
	}
	return w, nil
}

// decodeSecond turns phases that are packed as in the second version into values.
func (w *Weights) decodeSecond() error {
	size := w.Set.Values()
	values := make([]int16, w.Set.Phases*size)
	for n, frame := range w.packed {
		raw, err := unpackWhole(frame)
		if err != nil {
			return err
		}
		phase, r := values[n*size:(n+1)*size], &reader{rest: raw}
		if n > 0 {
			copy(phase, values)
		}
		for _, part := range partSizes(w.Set) {
			for own := range slices.Chunk(phase[:part], secondBlock) {
				low, high := r.bytes(len(own)), r.bytes(len(own))
				if r.failed {
					return errInside
				}
				addBytes(own, low, high)
			}
			phase = phase[part:]
		}
		if len(r.rest) != 0 {
			return errInside
		}
	}
	w.Values, w.packed = values, nil
	return nil
}

// addBytes adds numbers given by their low and high bytes.
func addBytes(values []int16, low, high []byte) {
	for i := range values {
		values[i] += int16(uint16(low[i]) | uint16(high[i])<<8)
	}
}
