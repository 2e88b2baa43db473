package foreign

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"kaeshi/engine/board"
)

// An Edax book, version 4; all numbers are little endian.
//
//	 0  "XADE", "KOOB"
//	 8  version, release; 1 byte each
//	10  year, 2 bytes; month, day, hour, minute, second, a byte of padding
//	18  level, number of empty squares down to which it goes, errors of the midgame and
//	    of the endgame, verbosity; 4 bytes each
//	38  number of positions, 4 bytes: a hint
//	42  positions to the end of the file
//
// A position:
//
//	 0  the mover's discs, 8 bytes, then the opponent's; bit 0 is A1
//	16  games won, drawn and lost, lines without an end; 4 bytes each
//	32  value and its bounds, 2 bytes each
//	38  number of links, level; 1 byte each
//	40  links, then the leaf: score, square (64: pass, 65: none); 1 byte each
//
// A score of -127 is unknown, and of 127 for a bound from above.
const (
	edaxMagic   = "XADEKOOB"
	edaxVersion = 4
	edaxHeader  = 42
	edaxFixed   = 40
	edaxLinks   = 38
	edaxLink    = 2
	// edaxRecord is the size of the longest position.
	edaxRecord = edaxFixed + 256*edaxLink
)

func isEdax(head []byte) bool { return bytes.HasPrefix(head, []byte(edaxMagic)) }

func edaxHead(head []byte) (Header, error) {
	if len(head) < edaxHeader {
		return Header{}, fmt.Errorf("%v is truncated: %d bytes, not even a header", Edax, len(head))
	}
	if version := head[8]; version != edaxVersion {
		return Header{}, fmt.Errorf("it is an Edax book of version %d; version %d can be read", version, edaxVersion)
	}
	number := func(at int) int32 { return int32(binary.LittleEndian.Uint32(head[at:])) }
	return Header{
		Kind: Edax, Count: int64(number(38)), Release: head[9],
		Year: int16(binary.LittleEndian.Uint16(head[10:])), Month: head[12], Day: head[13],
		Hour: head[14], Minute: head[15], Second: head[16], padding: head[17],
		Level: number(18), Empties: number(22), MidgameError: number(26), EndcutError: number(30), Verbosity: number(34),
	}, nil
}

func appendEdaxHead(data []byte, h Header) []byte {
	data = append(data, edaxMagic...)
	data = append(data, edaxVersion, h.Release)
	data = binary.LittleEndian.AppendUint16(data, uint16(h.Year))
	data = append(data, h.Month, h.Day, h.Hour, h.Minute, h.Second, h.padding)
	for _, n := range []int32{h.Level, h.Empties, h.MidgameError, h.EndcutError, h.Verbosity, int32(h.Count)} {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	return data
}

// parseEdax reads the position that data begins with, and returns its size.
func parseEdax(data []byte, r *Record) (int, error) {
	if len(data) < edaxFixed {
		return 0, errShort
	}
	if err := check(positionAt(data)); err != nil {
		return 0, err
	}
	links := int(data[edaxLinks])
	size := edaxFixed + (links+1)*edaxLink
	if len(data) < size {
		return 0, errShort
	}
	short := func(at int) int { return int(int16(binary.LittleEndian.Uint16(data[at:]))) }
	*r = Record{
		Position: positionAt(data), Links: r.Links[:0],
		Wins: binary.LittleEndian.Uint32(data[16:]), Draws: binary.LittleEndian.Uint32(data[20:]),
		Losses: binary.LittleEndian.Uint32(data[24:]), Lines: binary.LittleEndian.Uint32(data[28:]),
		Value: short(32), Lower: short(34), Upper: short(36), Level: int(data[39]), LeafLevel: int(data[39]),
	}
	for at := edaxFixed; at < size; at += edaxLink {
		link := Link{int(int8(data[at])), board.Square(data[at+1])}
		if link.Square > board.NoSquare {
			return 0, fmt.Errorf("%d is no square", link.Square)
		}
		if at+edaxLink < size {
			r.Links = append(r.Links, link)
		} else {
			r.Leaf = link
		}
	}
	return size, nil
}

func appendEdax(data []byte, r *Record) []byte {
	data = appendPosition(data, r.Position)
	for _, n := range []uint32{r.Wins, r.Draws, r.Losses, r.Lines} {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	for _, n := range []int{r.Value, r.Lower, r.Upper} {
		data = binary.LittleEndian.AppendUint16(data, uint16(n))
	}
	data = append(data, byte(len(r.Links)), byte(max(r.Level, 0)))
	for _, l := range r.Links {
		data = append(data, byte(l.Score), byte(l.Square))
	}
	return append(data, byte(r.Leaf.Score), byte(r.Leaf.Square))
}

func positionAt(data []byte) board.Position {
	return board.Position{Player: binary.LittleEndian.Uint64(data), Opponent: binary.LittleEndian.Uint64(data[8:])}
}

func appendPosition(data []byte, p board.Position) []byte {
	data = binary.LittleEndian.AppendUint64(data, p.Player)
	return binary.LittleEndian.AppendUint64(data, p.Opponent)
}
