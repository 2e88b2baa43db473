package weights

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2/maybe"
	"github.com/klauspost/compress/zstd"

	"kaeshi/engine/disk"
	"kaeshi/engine/pattern"
)

// A weights file is a header and a zstd frame. Header, little endian: magic,
// version (uint32), CRC-32C of the frame (uint32), length of the whole file
// (uint64). Frame: name, name of the set, description of the set (each a uint32
// length and text), scale (uint32), the weights, then a uint32 number of tables,
// each a name, a uint32 length and that many float32 values.
//
// Weights are written phase by phase as differences from the phase before, first
// the low bytes of all, then the high bytes: neighbouring phases are alike, and
// so are high bytes, which makes the file half as large.
const (
	magic      = "KAESHIKW"
	version    = 1
	headerSize = 24
)

// maxFrame bounds what a file may unpack to, whatever it claims.
const maxFrame = 256 << 20

var (
	byteOrder  = binary.LittleEndian
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// Load reads a weights file.
func Load(path string) (*Weights, error) {
	var wrong error
	data, err := disk.Read(path, headerSize, func(head []byte, size int64) error {
		wrong = checkHead(head, uint64(size))
		return wrong
	})
	switch {
	case wrong != nil:
		return nil, fmt.Errorf("weights: %s %w", filepath.Base(path), wrong)
	case err != nil:
		return nil, fmt.Errorf("weights: %w", err)
	}
	w, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("weights: %s %w", filepath.Base(path), err)
	}
	return w, nil
}

// Save writes w to a file that appears complete or not at all.
func (w *Weights) Save(path string) error {
	data, err := w.Encode()
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := maybe.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}

// Encode returns w as the contents of a weights file.
func (w *Weights) Encode() ([]byte, error) {
	if len(w.Values) != w.Set.Phases*w.Set.Values() {
		return nil, fmt.Errorf("%d weights do not fill pattern set %q", len(w.Values), w.Set.Name)
	}
	var raw bytes.Buffer
	for _, text := range []string{w.Name, w.Set.Name, w.Set.Description()} {
		writeText(&raw, text)
	}
	writeNumber(&raw, w.Scale)
	raw.Write(packWeights(w.Values, w.Set.Values()))
	writeNumber(&raw, len(w.Tables))
	for _, name := range slices.Sorted(maps.Keys(w.Tables)) {
		writeText(&raw, name)
		writeNumber(&raw, len(w.Tables[name]))
		if err := binary.Write(&raw, byteOrder, w.Tables[name]); err != nil {
			return nil, err
		}
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	file := encoder.EncodeAll(raw.Bytes(), make([]byte, headerSize))
	copy(file, magic)
	byteOrder.PutUint32(file[8:], version)
	byteOrder.PutUint32(file[12:], crc32.Checksum(file[headerSize:], castagnoli))
	byteOrder.PutUint64(file[16:], uint64(len(file)))
	return file, nil
}

// Decode reads the contents of a weights file. Its errors continue a sentence
// that begins with the file's name.
func Decode(file []byte) (*Weights, error) {
	if err := checkHeader(file); err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxFrame))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	raw, err := decoder.DecodeAll(file[headerSize:], nil)
	if err != nil {
		return nil, fmt.Errorf("is corrupt: %w", err)
	}
	return decodeFrame(&reader{rest: raw})
}

// checkHead judges a file by its header and its size, before it is read.
func checkHead(head []byte, length uint64) error {
	known := min(len(head), len(magic))
	if string(head[:known]) != magic[:known] || known == 0 {
		return errors.New("is not a weights file of Kaeshi")
	}
	if len(head) < headerSize {
		return fmt.Errorf("is truncated: %d bytes, less than a header", len(head))
	}
	if v := byteOrder.Uint32(head[8:]); v != version {
		return fmt.Errorf("has format version %d; this program reads version %d", v, version)
	}
	switch size := byteOrder.Uint64(head[16:]); {
	case length < size:
		return fmt.Errorf("is truncated: %d bytes of %d", length, size)
	case length > size:
		return fmt.Errorf("is corrupt: %d bytes instead of %d", length, size)
	case length > maxFrame:
		return fmt.Errorf("is corrupt: %d bytes are more than weights can have", length)
	}
	return nil
}

func checkHeader(file []byte) error {
	if err := checkHead(file[:min(len(file), headerSize)], uint64(len(file))); err != nil {
		return err
	}
	if crc32.Checksum(file[headerSize:], castagnoli) != byteOrder.Uint32(file[12:]) {
		return errors.New("is corrupt: its checksum does not match its contents")
	}
	return nil
}

func decodeFrame(r *reader) (*Weights, error) {
	w := &Weights{Name: r.text()}
	setName, description := r.text(), r.text()
	w.Scale = r.number()
	if r.failed {
		return nil, errInside
	}
	var err error
	if w.Set, err = pattern.ByName(setName); err != nil {
		return nil, fmt.Errorf("is for another program: %w", err)
	}
	if w.Set.Description() != description {
		return nil, fmt.Errorf("is for another program: its pattern set %q has other patterns than ours", setName)
	}
	count := w.Set.Phases * w.Set.Values()
	packed := r.bytes(2 * count)
	if w.Scale < 1 || packed == nil {
		return nil, errInside
	}
	w.Values = unpackWeights(packed, w.Set.Values())
	for tables := r.number(); tables > 0 && !r.failed; tables-- {
		name := r.text()
		if values := r.floats(); !r.failed {
			if w.Tables == nil {
				w.Tables = map[string][]float32{}
			}
			w.Tables[name] = values
		}
	}
	if r.failed || len(r.rest) != 0 {
		return nil, errInside
	}
	return w, nil
}

// errInside reports contents that pass the checksum and yet make no sense.
var errInside = errors.New("is corrupt: its contents do not follow the format")

func packWeights(values []int16, phase int) []byte {
	packed := make([]byte, 2*len(values))
	low, high := packed[:len(values)], packed[len(values):]
	for i, v := range values {
		if i >= phase {
			v -= values[i-phase]
		}
		low[i], high[i] = byte(v), byte(uint16(v)>>8)
	}
	return packed
}

func unpackWeights(packed []byte, phase int) []int16 {
	values := make([]int16, len(packed)/2)
	low, high := packed[:len(values)], packed[len(values):]
	before := make([]int16, phase)
	for rest := values; len(rest) > 0; rest = rest[phase:] {
		unpackPhase(rest[:phase], before, low, high)
		before, low, high = rest[:phase], low[phase:], high[phase:]
	}
	return values
}

// unpackPhase adds the differences to the weights of the phase before. It is a
// function of its own, of slices of one length, because the first move of a game
// waits for it.
func unpackPhase(values, before []int16, low, high []byte) {
	before, low, high = before[:len(values)], low[:len(values)], high[:len(values)]
	for i := range values {
		values[i] = before[i] + int16(uint16(low[i])|uint16(high[i])<<8)
	}
}
