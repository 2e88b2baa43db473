package weights

// firstVersion is the version of the files before phases had frames of their own:
// one frame, with the names and the scale, the weights, then the tables. The weights
// are differences from the phase before, the low bytes of all, then the high bytes.
const firstVersion = 1

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
