package foreign

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"kaeshi/engine/board"
)

// An Egaroucid book of version 3; all numbers are little endian.
//
//	 0  "DICUORAGE"
//	 9  version, 1 byte
//	10  number of positions, 4 bytes
//	14  positions, 25 bytes each:
//	     0  the mover's discs, 8 bytes, then the opponent's; bit 63 is A1
//	    16  value, level; 1 byte each
//	    18  lines, 4 bytes
//	    22  the leaf's value, square and level; 1 byte each
//
// Bits and squares count from H8, which is the board turned by half: a position that is
// read as it lies is another image of itself, and its squares are those of that image.
// A value of -126, a square of 125 and a level of -1 are unknown. Positions where a side
// must pass are not in it.
//
// Version 2 has after the level a byte for the number of links and two for each, a
// value and a square, and nothing else: no lines and no leaf. Version 1 has no head but
// the number of positions, and a position is the discs and a byte: 64 less the value for the
// mover.
const (
	egaroucidMagic   = "DICUORAGE"
	egaroucidHeader  = len(egaroucidMagic) + 1 + 4
	egaroucidRecord  = 25
	egaroucidFixed2  = 19
	egaroucidLinks2  = 18
	egaroucidRecord2 = egaroucidFixed2 + 2*255
	egaroucidHeader1 = 4
	egaroucidRecord1 = 17

	egaroucidUnknown  = -126
	egaroucidNoSquare = 125
)

func isEgaroucid(head []byte, version byte) bool {
	rest, ok := bytes.CutPrefix(head, []byte(egaroucidMagic))
	return ok && len(rest) > 0 && rest[0] == version
}

// isEgaroucid1 reports whether a file has the length that it states and begins with a
// valid record.
func isEgaroucid1(head []byte, size int64) bool {
	if len(head) < egaroucidHeader1+egaroucidRecord1 {
		return false
	}
	count := int64(binary.LittleEndian.Uint32(head))
	var r Record
	_, err := parseEgaroucid1(head[egaroucidHeader1:], &r)
	return size == egaroucidHeader1+count*egaroucidRecord1 && err == nil
}

func egaroucidHead(kind Kind, head []byte) (Header, error) {
	at := egaroucidHeader - 4
	if kind == Egaroucid1 {
		at = 0
	}
	if len(head) < at+4 {
		return Header{}, fmt.Errorf("%v is truncated: %d bytes, not even a header", kind, len(head))
	}
	return Header{Kind: kind, Count: int64(int32(binary.LittleEndian.Uint32(head[at:])))}, nil
}

func appendEgaroucidHead(data []byte, h Header) []byte {
	data = append(data, egaroucidMagic...)
	data = append(data, 3)
	return binary.LittleEndian.AppendUint32(data, uint32(h.Count))
}

func parseEgaroucid3(data []byte, r *Record) (int, error) {
	if len(data) < egaroucidRecord {
		return 0, errShort
	}
	takeEgaroucid(data, r)
	r.Lines = binary.LittleEndian.Uint32(data[18:])
	leaf := Link{known(int(int8(data[22]))), board.Square(data[23])}
	switch {
	case leaf.Square < 64:
		r.Leaf = leaf
	case data[23] != egaroucidNoSquare && int8(data[23]) != -1 && leaf.Square != board.Pass:
		return 0, fmt.Errorf("%d is no square", data[23])
	}
	r.LeafLevel = int(int8(data[24]))
	return egaroucidRecord, check(r.Position)
}

func parseEgaroucid2(data []byte, r *Record) (int, error) {
	if len(data) < egaroucidFixed2 {
		return 0, errShort
	}
	size := egaroucidFixed2 + 2*int(data[egaroucidLinks2])
	if len(data) < size {
		return 0, errShort
	}
	takeEgaroucid(data, r) // its links say nothing that their positions do not
	return size, check(r.Position)
}

func parseEgaroucid1(data []byte, r *Record) (int, error) {
	if len(data) < egaroucidRecord1 {
		return 0, errShort
	}
	if data[16] > 128 {
		return 0, fmt.Errorf("%d is no value", data[16])
	}
	takeEgaroucid(append(bytes.Clone(data[:16]), byte(64-int(data[16])), 0xFF), r)
	return egaroucidRecord1, check(r.Position)
}

// takeEgaroucid reads what versions 2 and 3 share.
func takeEgaroucid(data []byte, r *Record) {
	*r = Record{
		Position: positionAt(data), Links: r.Links[:0],
		Value: known(int(int8(data[16]))), Level: int(int8(data[17])),
		Leaf: Link{Unknown, board.NoSquare}, LeafLevel: -1, Lower: Unknown, Upper: UnknownUpper,
	}
}

// known turns Egaroucid's mark for no value into ours.
func known(value int) int {
	if !Known(value) {
		return Unknown
	}
	return value
}

func appendEgaroucid(data []byte, r *Record) []byte {
	value, leaf := r.Value, r.Leaf
	if !Known(value) {
		value = egaroucidUnknown
	}
	if leaf.Square >= 64 || !Known(leaf.Score) {
		leaf = Link{egaroucidUnknown, egaroucidNoSquare}
	}
	data = appendPosition(data, r.Position)
	data = append(data, byte(value), byte(r.Level))
	data = binary.LittleEndian.AppendUint32(data, r.Lines)
	return append(data, byte(leaf.Score), byte(leaf.Square), byte(r.LeafLevel))
}
