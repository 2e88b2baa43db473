package weights

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"kaeshi/engine/disk"
	"kaeshi/engine/pattern"
)

// A weights file is a header, a list of frames, and the frames, which zstd packs.
// Header, little endian: magic, version (uint32), CRC-32C of what follows the header
// (uint32), length of the whole file (uint64). List: number of frames (uint32), the
// length of each (uint32). The first frame describes: name, name of the set,
// description of the set (each a uint32 length and text), scale (uint32), then a
// uint32 number of tables, each a name, a uint32 length and that many float32 values.
// Each other frame is a phase, see packPhase.
const (
	magic      = "KAESHIKW"
	version    = 3
	headerSize = 24
)

// maxFrame bounds what a frame, or a file, may unpack to, whatever it says.
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
	if err := disk.WriteFile(path, data); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}

// Encode returns w as the contents of a weights file.
func (w *Weights) Encode() ([]byte, error) {
	if w.Values != nil && len(w.Values) != w.Set.Phases*w.Set.Values() {
		return nil, fmt.Errorf("%d weights do not fill pattern set %q", len(w.Values), w.Set.Name)
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window), zstd.WithEncoderCRC(false)) // the file has one
	if err != nil {
		return nil, err
	}
	frames := [][]byte{encoder.EncodeAll(w.describe(), nil)}
	if w.Values == nil {
		frames = append(frames, w.packed...)
	} else {
		for n := range w.Set.Phases {
			frames = append(frames, packPhase(encoder, w, n))
		}
	}
	file := byteOrder.AppendUint32(make([]byte, headerSize), uint32(len(frames)))
	for _, frame := range frames {
		file = byteOrder.AppendUint32(file, uint32(len(frame)))
	}
	file = append(file, slices.Concat(frames...)...)
	copy(file, magic)
	byteOrder.PutUint32(file[8:], version)
	byteOrder.PutUint32(file[12:], crc32.Checksum(file[headerSize:], castagnoli))
	byteOrder.PutUint64(file[16:], uint64(len(file)))
	return file, nil
}

// describe returns the contents of the first frame.
func (w *Weights) describe() []byte {
	var raw bytes.Buffer
	for _, text := range []string{w.Name, w.Set.Name, w.Set.Description()} {
		writeText(&raw, text)
	}
	writeNumber(&raw, w.Scale)
	writeNumber(&raw, len(w.Tables))
	for _, name := range slices.Sorted(maps.Keys(w.Tables)) {
		writeText(&raw, name)
		writeNumber(&raw, len(w.Tables[name]))
		for _, value := range w.Tables[name] {
			writeNumber(&raw, int(math.Float32bits(value)))
		}
	}
	return raw.Bytes()
}

// Decode reads the contents of a weights file, and keeps them. Its errors continue a
// sentence that begins with the file's name.
func Decode(file []byte) (*Weights, error) {
	if err := checkHeader(file); err != nil {
		return nil, err
	}
	old := byteOrder.Uint32(file[8:])
	if old == firstVersion {
		return decodeFirst(file[headerSize:])
	}
	w, err := decodeUnchecked(file)
	if err != nil {
		return nil, err
	}
	if old == secondVersion {
		return w, w.decodeSecond()
	}
	return w, w.checkPhases()
}

// checkPhases unpacks all phases and forgets them: later there is nobody to tell that
// one is not what it should be.
func (w *Weights) checkPhases() error {
	var checking errgroup.Group
	checking.SetLimit(runtime.GOMAXPROCS(0)) // each takes megabytes
	for n := range w.packed {
		checking.Go(func() error { return unpackPhase(w, n, func([]int16) {}) })
	}
	if checking.Wait() != nil {
		return errInside
	}
	return nil
}

// decodeUnchecked is Decode for a file of the newest version that is known to be whole. It
// leaves phases packed, whatever is in them.
func decodeUnchecked(file []byte) (*Weights, error) {
	r := &reader{rest: file[headerSize:]}
	lengths := make([]int, min(r.number(), len(r.rest)/4))
	for i := range lengths {
		lengths[i] = r.number()
	}
	frames := make([][]byte, len(lengths))
	for i, length := range lengths {
		frames[i] = r.bytes(length)
	}
	if r.failed || len(r.rest) != 0 || len(frames) == 0 {
		return nil, errInside
	}
	raw, err := unpackWhole(frames[0])
	if err != nil {
		return nil, err
	}
	d := &reader{rest: raw}
	w, err := decodeNames(d)
	if err != nil {
		return nil, err
	}
	w.decodeTables(d)
	if d.failed || len(d.rest) != 0 || w.Set.Phases != len(frames)-1 {
		return nil, errInside
	}
	w.packed = frames[1:]
	return w, nil
}

// unpackWhole returns the contents of a frame.
func unpackWhole(frame []byte) ([]byte, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxFrame))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	raw, err := decoder.DecodeAll(frame, nil)
	if err != nil {
		return nil, fmt.Errorf("is corrupt: %w", err)
	}
	return raw, nil
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
	if v := byteOrder.Uint32(head[8:]); v < firstVersion || v > version {
		return fmt.Errorf("has format version %d; this program reads versions %d to %d", v, firstVersion, version)
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

// decodeNames reads what every file begins with, up to the scale.
func decodeNames(r *reader) (*Weights, error) {
	w := &Weights{Name: r.text()}
	setName, description := r.text(), r.text()
	w.Scale = r.number()
	if r.failed || w.Scale < 1 {
		return nil, errInside
	}
	var err error
	if w.Set, err = pattern.ByName(setName); err != nil {
		return nil, fmt.Errorf("is for another program: %w", err)
	}
	if w.Set.Description() != description {
		return nil, fmt.Errorf("is for another program: its pattern set %q has other patterns than ours", setName)
	}
	return w, nil
}

func (w *Weights) decodeTables(r *reader) {
	for tables := r.number(); tables > 0 && !r.failed; tables-- {
		name := r.text()
		if values := r.floats(); !r.failed {
			if w.Tables == nil {
				w.Tables = map[string][]float32{}
			}
			w.Tables[name] = values
		}
	}
}

// errInside reports contents that pass the checksum and yet make no sense.
var errInside = errors.New("is corrupt: its contents do not follow the format")
