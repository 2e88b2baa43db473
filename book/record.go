package book

import (
	"encoding/binary"
	"hash/crc32"
	"time"

	"kaeshi/engine/board"
	"kaeshi/engine/search"
)

// A record of the working book: the key is the canonical position, the mover's discs
// first, big endian. The value is little endian, with a checksum over both, since
// bbolt guards only its own structure:
//
//	 0  value, own value, leaf's value; 2 bytes each, 1/100 discs
//	 6  leaf square (65: none), level, selectivity, origin (+128: has an own value)
//	10  visits, 4 bytes
//	14  time of the last update, 8 bytes, Unix seconds, 0 if unknown
//	22  CRC-32C, 4 bytes
const (
	storeRecord = storedBody + 4
	storedBody  = 22
	storeKey    = 16
	hasOwnBit   = 0x80
)

func storedKey(p board.Position) []byte { return appendKey(make([]byte, 0, storeKey), p) }

func appendKey(key []byte, p board.Position) []byte {
	key = binary.BigEndian.AppendUint64(key, p.Player)
	return binary.BigEndian.AppendUint64(key, p.Opponent)
}

func encodeStored(key []byte, e Entry) []byte {
	data := appendBody(make([]byte, 0, storeRecord), e)
	return binary.LittleEndian.AppendUint32(data, storedChecksum(key, data))
}

// appendBody writes the value of a record but for the checksum.
func appendBody(data []byte, e Entry) []byte {
	for _, v := range [...]Value{e.Value, e.Own, e.LeafValue} {
		data = binary.LittleEndian.AppendUint16(data, uint16(v))
	}
	origin := byte(e.Origin)
	if e.HasOwn {
		origin |= hasOwnBit
	}
	data = append(data, byte(e.Leaf), e.Level, byte(e.Selectivity), origin)
	data = binary.LittleEndian.AppendUint32(data, e.Visits)
	seconds := uint64(0)
	if !e.Updated.IsZero() {
		seconds = uint64(e.Updated.Unix())
	}
	return binary.LittleEndian.AppendUint64(data, seconds)
}

func storedChecksum(key, data []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, data)
}

func decodeStored(key, data []byte) (Entry, bool) {
	if len(key) != storeKey || len(data) != storeRecord ||
		storedChecksum(key, data[:storedBody]) != binary.LittleEndian.Uint32(data[storedBody:]) {
		return Entry{}, false
	}
	return decodeBody(data), true
}

func decodeBody(data []byte) Entry {
	e := Entry{
		Value:       Value(binary.LittleEndian.Uint16(data)),
		Own:         Value(binary.LittleEndian.Uint16(data[2:])),
		LeafValue:   Value(binary.LittleEndian.Uint16(data[4:])),
		Leaf:        min(board.Square(data[6]), board.NoSquare),
		Level:       data[7],
		Selectivity: min(search.Selectivity(data[8]), search.NoSelectivity),
		Origin:      min(Origin(data[9]&^hasOwnBit), origins-1),
		HasOwn:      data[9]&hasOwnBit != 0,
		Visits:      binary.LittleEndian.Uint32(data[10:]),
	}
	if seconds := binary.LittleEndian.Uint64(data[14:]); seconds != 0 {
		e.Updated = time.Unix(int64(seconds), 0)
	}
	return e
}
