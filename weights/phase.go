package weights

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The weights of a phase are packed into a zstd frame of their own, part by part and
// block by block, a block's low bytes before the high ones, which are much alike. The first
// phase stands as it is, so that the first move of a game waits for no other; the
// rest as differences from it, which makes the file a third smaller.

// window is how far back the frames of phases refer, and so what unpacking needs;
// block is how many values lie together.
const (
	window = 1 << 18
	block  = 1 << 16
)

// unpacker is what unpacking a phase needs, kept for the next one.
type unpacker struct {
	first, own         *zstd.Decoder
	firstRead, ownRead bytes.Reader
	values             []int16
	bytes              [2 * block]byte
}

var unpackers = sync.Pool{New: func() any { return new(unpacker) }}

// unpackPhase does for packed weights what Parts promises. It fails where a frame
// is not what it should be.
func unpackPhase(w *Weights, n int, take func(part []int16)) error {
	u := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	if err := start(&u.own, &u.ownRead, w.packed[n]); err != nil {
		return err
	}
	if n > 0 {
		if err := start(&u.first, &u.firstRead, w.packed[0]); err != nil {
			return err
		}
	}
	for _, size := range partSizes(w.Set) {
		if cap(u.values) < size {
			u.values = make([]int16, size)
		}
		part := u.values[:size]
		for own := range slices.Chunk(part, block) {
			clear(own)
			if err := u.add(u.own, own); err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			if err := u.add(u.first, own); err != nil {
				return err
			}
		}
		take(part)
	}
	if extra, err := u.own.Read(u.bytes[:1]); extra > 0 || err != io.EOF {
		return errors.Join(errInside, err)
	}
	return nil
}

// start makes a decoder, if there is none yet, ready to unpack a frame.
func start(decoder **zstd.Decoder, r *bytes.Reader, frame []byte) error {
	r.Reset(frame)
	if *decoder != nil {
		return (*decoder).Reset(r)
	}
	var err error
	*decoder, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(window))
	return err
}

// add unpacks the next block and adds it to values.
func (u *unpacker) add(from io.Reader, values []int16) error {
	packed := u.bytes[:2*len(values)]
	if _, err := io.ReadFull(from, packed); err != nil {
		return err
	}
	addBytes(values, packed[:len(values)], packed[len(values):])
	return nil
}

// addBytes adds numbers given by their low and high bytes. It is a function of its
// own, of slices of one length, because the first move of a game waits for it.
func addBytes(values []int16, low, high []byte) {
	low, high = low[:len(values)], high[:len(values)]
	for i := range values {
		values[i] += int16(uint16(low[i]) | uint16(high[i])<<8)
	}
}

// packPhase returns the frame of a phase.
func packPhase(encoder *zstd.Encoder, w *Weights, n int) []byte {
	rest, before := w.Phase(n), w.Phase(0)
	var raw []byte
	for _, size := range partSizes(w.Set) {
		for at := 0; at < size; at += block {
			var low, high []byte
			for i := at; i < min(at+block, size); i++ {
				v := rest[i]
				if n > 0 {
					v -= before[i]
				}
				low, high = append(low, byte(v)), append(high, byte(uint16(v)>>8))
			}
			raw = append(append(raw, low...), high...)
		}
		rest, before = rest[size:], before[size:]
	}
	return encoder.EncodeAll(raw, nil)
}
