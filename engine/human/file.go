package human

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"

	"kaeshi/engine/disk"
)

// A model's file is a head, little endian: magic, version (uint32), CRC-32C of what
// follows the head (uint32), length of the whole file (uint64); then, packed by zstd: the
// name and the openings (each a uint32 length and its bytes), a record of numbers (see
// numbers), and the rows.
const (
	magic    = "KAESHIHM"
	version  = 1
	headSize = 24
)

// mostUnpacked bounds what a file may unpack to, whatever it says.
const mostUnpacked = 64 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// numbers is all of a model that has a fixed size but the rows.
type numbers struct {
	RowScale float32
	Slopes   [RowPhases]float32
	Alone    Net
	Blended  Net
}

// Encode returns m as the contents of a file.
func (m *Model) Encode() ([]byte, error) {
	if len(m.Rows) != TableSize {
		return nil, fmt.Errorf("%d rows in place of %d", len(m.Rows), TableSize)
	}
	var body bytes.Buffer
	for _, part := range [][]byte{[]byte(m.Name), m.Openings.encode()} {
		binary.Write(&body, binary.LittleEndian, uint32(len(part)))
		body.Write(part)
	}
	binary.Write(&body, binary.LittleEndian, numbers{m.RowScale, m.Slopes, m.Alone, m.Blended})
	binary.Write(&body, binary.LittleEndian, m.Rows)
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	packed := encoder.EncodeAll(body.Bytes(), nil)
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, version)
	out = binary.LittleEndian.AppendUint32(out, crc32.Checksum(packed, castagnoli))
	out = binary.LittleEndian.AppendUint64(out, uint64(headSize+len(packed)))
	return append(out, packed...), nil
}

// Save writes m to a file that appears complete or not at all.
func (m *Model) Save(path string) error {
	data, err := m.Encode()
	if err != nil {
		return err
	}
	return disk.WriteFile(path, data)
}

// Load reads a model's file.
func Load(path string) (*Model, error) {
	var wrong error
	data, err := disk.Read(path, headSize, func(head []byte, size int64) error {
		wrong = checkHead(head, size)
		return wrong
	})
	if wrong != nil {
		err = fmt.Errorf("%s %w", filepath.Base(path), wrong)
	}
	if err != nil {
		return nil, fmt.Errorf("human model: %w", err)
	}
	m, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("human model: %s %w", filepath.Base(path), err)
	}
	return m, nil
}

func checkHead(head []byte, size int64) error {
	switch {
	case len(head) < headSize || string(head[:8]) != magic:
		return errors.New("is no model of human moves; kaeshi train-human makes them")
	case binary.LittleEndian.Uint32(head[8:]) != version:
		return fmt.Errorf("has version %d, this program reads version %d", binary.LittleEndian.Uint32(head[8:]), version)
	case binary.LittleEndian.Uint64(head[16:]) != uint64(size):
		return fmt.Errorf("is damaged: it has %d bytes in place of %d", size, binary.LittleEndian.Uint64(head[16:]))
	}
	return nil
}

var errDamaged = errors.New("is damaged")

// Decode reads the contents of a file.
func Decode(data []byte) (*Model, error) {
	if err := checkHead(data, int64(len(data))); err != nil {
		return nil, err
	}
	packed := data[headSize:]
	if crc32.Checksum(packed, castagnoli) != binary.LittleEndian.Uint32(data[12:]) {
		return nil, errDamaged
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostUnpacked))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	body, err := decoder.DecodeAll(packed, nil)
	if err != nil {
		return nil, errDamaged
	}
	return decodeBody(body)
}

func decodeBody(body []byte) (*Model, error) {
	r := bytes.NewReader(body)
	parts := [2][]byte{}
	for i := range parts {
		var size uint32
		if binary.Read(r, binary.LittleEndian, &size) != nil || int64(size) > int64(r.Len()) {
			return nil, errDamaged
		}
		parts[i] = make([]byte, size)
		r.Read(parts[i])
	}
	var n numbers
	m := &Model{Name: string(parts[0]), Rows: make([]int8, TableSize)}
	if binary.Read(r, binary.LittleEndian, &n) != nil || r.Len() != TableSize || binary.Read(r, binary.LittleEndian, m.Rows) != nil {
		return nil, errDamaged
	}
	m.RowScale, m.Slopes, m.Alone, m.Blended = n.RowScale, n.Slopes, n.Alone, n.Blended
	var err error
	if m.Openings, err = decodeOpenings(parts[1]); err != nil {
		return nil, errDamaged
	}
	return m, nil
}

// HasModel reports whether the program carries a model.
func HasModel() bool { return len(embedded) > 0 }

// Embedded returns the model that the program carries. It is unpacked when it is first
// asked for, and shared by all.
var Embedded = sync.OnceValues(func() (*Model, error) {
	if !HasModel() {
		return nil, errors.New("human model: this build carries none")
	}
	m, err := Decode(embedded)
	if err != nil {
		return nil, fmt.Errorf("human model: the embedded one %w", err)
	}
	return m, nil
})
