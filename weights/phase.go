package weights

import (
	"bytes"
	"errors"
	"io"
	"math/bits"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The weights of a phase are packed into a zstd frame of their own, part by part and
// block by block. Most rows, the weights of one configuration in all lanes, are zero,
// since no game came to it: a block begins with a bit for each row, and only those that
// are not zero follow. Most of their values need one byte. The first phase stands as it
// is, so that the first move of a game waits for no other; the rest as differences from
// it, which leaves fewer rows.

// window is how far back the frames of phases refer, and so what unpacking needs;
// blockRows is how many rows lie together.
const (
	window    = 1 << 18
	blockRows = 1 << 12
)

// A value is coded so that small ones of either sign give small codes. A byte of wide stands
// for those from wide on, which follow the rows, two bytes each.
const wide = 0xFF

func encodeValue(v int16) uint16 { return uint16(v)<<1 ^ uint16(v>>15) }

func decodeValue(code uint16) int16 { return int16(code>>1) ^ -int16(code&1) }

// unpacker is what unpacking a phase needs, kept for the next one.
type unpacker struct {
	first, own         *zstd.Decoder
	firstRead, ownRead bytes.Reader
	values             [2][]int16 // one is taken while the other is filled
	marks              [blockRows / 8]byte
	rows               []uint32 // that are marked
	codes              []byte
}

var unpackers = sync.Pool{New: func() any { return new(unpacker) }}

// unpackPhase does for packed weights what Parts promises, and unpacks one part while
// another is taken, since the first move of a game waits for both. It fails where a frame
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
	parts, taken := make(chan []int16), make(chan struct{})
	go func() {
		defer close(taken)
		for part := range parts {
			take(part)
		}
	}()
	err := u.unpackParts(w, n, parts)
	close(parts)
	<-taken
	return err
}

// unpackParts sends the parts of a phase. Who receives one is done with that before it.
func (u *unpacker) unpackParts(w *Weights, n int, parts chan<- []int16) error {
	lanes := w.Set.Lanes
	for i, size := range partSizes(w.Set) {
		values := &u.values[i%len(u.values)]
		*values = slices.Grow((*values)[:0], size)
		part := (*values)[:size]
		for own := range slices.Chunk(part, blockRows*lanes) {
			clear(own)
			if err := u.add(u.own, own, lanes); err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			if err := u.add(u.first, own, lanes); err != nil {
				return err
			}
		}
		parts <- part
	}
	if extra, err := u.own.Read(u.marks[:1]); extra > 0 || err != io.EOF {
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
func (u *unpacker) add(from io.Reader, values []int16, lanes int) error {
	rows := len(values) / lanes
	marks := u.marks[:(rows+7)/8]
	if _, err := io.ReadFull(from, marks); err != nil {
		return err
	}
	if beyond := rows % 8; beyond > 0 && marks[len(marks)-1]>>beyond != 0 {
		return errInside
	}
	u.rows = u.rows[:0]
	for i, eight := range marks {
		for ; eight != 0; eight &= eight - 1 {
			u.rows = append(u.rows, uint32(8*i+bits.TrailingZeros8(eight)))
		}
	}
	codes, err := u.read(from, 0, len(u.rows)*lanes)
	if err != nil {
		return err
	}
	more, err := u.read(from, len(codes), 2*bytes.Count(codes, []byte{wide}))
	if err != nil {
		return err
	}
	codes = u.codes[:len(codes)] // which more may have moved
	addRowsKernel(values, codes, u.rows, lanes)
	for at := 0; len(more) > 0; at++ {
		at += bytes.IndexByte(codes[at:], wide)
		values[int(u.rows[at/lanes])*lanes+at%lanes] += decodeValue(byteOrder.Uint16(more)) - decodeValue(wide)
		more = more[2:]
	}
	return nil
}

// read returns the next bytes, and keeps those before at.
func (u *unpacker) read(from io.Reader, at, n int) ([]byte, error) {
	u.codes = slices.Grow(u.codes[:at], n)
	taken := u.codes[at : at+n]
	_, err := io.ReadFull(from, taken)
	return taken, err
}

// addRows adds coded rows to those with their numbers, each number by its byte alone.
// addRowsKernel is this or the same in assembly.
func addRows(values []int16, codes []byte, rows []uint32, lanes int) {
	for _, n := range rows {
		row, own := values[int(n)*lanes:][:lanes], codes[:lanes]
		for k, code := range own {
			row[k] += decodeValue(uint16(code))
		}
		codes = codes[lanes:]
	}
}

// packPhase returns the frame of a phase.
func packPhase(encoder *zstd.Encoder, w *Weights, n int) []byte {
	values := w.Phase(n)
	if n > 0 {
		values = slices.Clone(values)
		for i, v := range w.Phase(0) {
			values[i] -= v
		}
	}
	var raw []byte
	for _, size := range partSizes(w.Set) {
		for own := range slices.Chunk(values[:size], blockRows*w.Set.Lanes) {
			raw = appendBlock(raw, own, w.Set.Lanes)
		}
		values = values[size:]
	}
	return encoder.EncodeAll(raw, nil)
}

func appendBlock(raw []byte, values []int16, lanes int) []byte {
	rows := len(values) / lanes
	marks := make([]byte, (rows+7)/8)
	var codes, more []byte
	for n := range rows {
		row := values[n*lanes:][:lanes]
		if !slices.ContainsFunc(row, func(v int16) bool { return v != 0 }) {
			continue
		}
		marks[n/8] |= 1 << (n % 8)
		for _, v := range row {
			code := encodeValue(v)
			if code >= wide {
				more = byteOrder.AppendUint16(more, code)
			}
			codes = append(codes, byte(min(code, wide)))
		}
	}
	return slices.Concat(raw, marks, codes, more)
}
