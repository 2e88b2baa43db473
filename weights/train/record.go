package train

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// Record is a position with what a search and a game say about it.
type Record struct {
	Position board.Position
	Score    int16        // by the search, for the side to move, in 1/100 disc
	Result   int8         // of the game, for the side to move, in discs; NoResult if unknown
	Move     board.Square // that was played, or that the search prefers
	Depth    uint8        // of the search in plies; for an exact score the number of empties
	Exact    bool         // Score is the final score with perfect play
	Child    bool         // one move on from the last record before that is none; all its moves are there
	Group    uint16       // see Sample
}

// NoResult says that a position comes from no finished game.
const NoResult = math.MinInt8

// A file of records is a header, magic, version (uint32) and CRC-32C of the words
// that describe its jobs (uint32), and blocks. A block
// is the records of one job, a game or some positions: number of the job
// (uint32), number of records (uint16), 0 (uint16), CRC-32C of the records
// (uint32), then 24 bytes a record: discs of the side to move, discs of the
// other side (uint64 each, bit 0 = a1), score (int16), result (int8), move
// (uint8, 64 = pass), depth (uint8), flags (uint8, bit 0 = exact, bit 1 = child),
// group (uint16). Everything is little endian. A file that a killed process leaves
// ends within a block at worst; all blocks before that one are whole.
const (
	recordsMagic   = "KAESHIPO"
	recordsVersion = 1
	recordsHeader  = 16
	blockHeader    = 12
	recordSize     = 24
	exactFlag      = 1
	childFlag      = 2
	scoreUnit      = 100 // per disc
)

var (
	byteOrder  = binary.LittleEndian
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// errCut ends the reading of records at an unfinished or damaged block.
var errCut = errors.New("the last block is cut off or damaged")

func appendRecord(b []byte, r *Record) []byte {
	b = byteOrder.AppendUint64(b, r.Position.Player)
	b = byteOrder.AppendUint64(b, r.Position.Opponent)
	b = byteOrder.AppendUint16(b, uint16(r.Score))
	var flags byte
	if r.Exact {
		flags |= exactFlag
	}
	if r.Child {
		flags |= childFlag
	}
	b = append(b, byte(r.Result), byte(r.Move), r.Depth, flags)
	return byteOrder.AppendUint16(b, r.Group)
}

func decodeRecord(b []byte) Record {
	return Record{
		Position: board.Position{Player: byteOrder.Uint64(b), Opponent: byteOrder.Uint64(b[8:])},
		Score:    int16(byteOrder.Uint16(b[16:])),
		Result:   int8(b[18]),
		Move:     board.Square(b[19]),
		Depth:    b[20],
		Exact:    b[21]&exactFlag != 0,
		Child:    b[21]&childFlag != 0,
		Group:    byteOrder.Uint16(b[22:]),
	}
}

func (r *Record) valid() bool {
	return r.Position.Valid() && r.Move <= board.Pass && r.Score >= -64*scoreUnit && r.Score <= 64*scoreUnit &&
		(r.Result == NoResult || r.Result >= -64 && r.Result <= 64)
}

// childMark names the label of a child in text.
const childMark = "child"

// Line prints the record as kaeshi train and kaeshi evaltest read it: the
// position seen by its mover and the search's score, then, as a comment, the
// rest.
func (r *Record) Line() string {
	kind := "depth"
	if r.Exact {
		kind = "exact"
	}
	mark := ""
	if r.Child {
		mark = childMark + ":"
	}
	line := fmt.Sprintf("%s; %s%s %% %s %d, move %v", notation.FormatPosition(r.Position, board.Black),
		mark, notation.FormatScore(float64(r.Score)/scoreUnit, 2), kind, r.Depth, r.Move)
	if r.Result != NoResult {
		line += fmt.Sprintf(", result %+d", r.Result)
	}
	return line
}

// ScanRecords calls block with the records of each job in a file of records.
// A file whose end is missing yields all whole blocks and then errCut.
func ScanRecords(r io.Reader, block func(job int, records []Record) error) error {
	head := make([]byte, recordsHeader)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:8]) != recordsMagic {
		return errors.New("this is no file of records")
	}
	if v := byteOrder.Uint32(head[8:]); v != recordsVersion {
		return fmt.Errorf("the records have format version %d; this program reads version %d", v, recordsVersion)
	}
	for {
		job, records, _, err := readBlock(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := block(job, records); err != nil {
			return err
		}
	}
}

// readBlock returns a block and the bytes it takes, io.EOF at a clean end.
func readBlock(r io.Reader) (job int, records []Record, size int64, err error) {
	var head [blockHeader]byte
	switch _, err := io.ReadFull(r, head[:]); {
	case err == io.EOF:
		return 0, nil, 0, io.EOF
	case err != nil:
		return 0, nil, 0, errCut
	}
	count := int(byteOrder.Uint16(head[4:]))
	body := make([]byte, count*recordSize)
	if _, err := io.ReadFull(r, body); err != nil {
		return 0, nil, 0, errCut
	}
	if crc32.Checksum(body, castagnoli) != byteOrder.Uint32(head[8:]) {
		return 0, nil, 0, errCut
	}
	records = make([]Record, count)
	for i := range records {
		records[i] = decodeRecord(body[i*recordSize:])
		if !records[i].valid() {
			return 0, nil, 0, errCut
		}
	}
	return int(byteOrder.Uint32(head[:])), records, int64(len(head) + len(body)), nil
}

// RecordFile is a file of records that grows job by job.
type RecordFile struct {
	file *os.File
	done map[int]bool
}

// OpenRecords opens a file of records to add to, or begins it. The recipe is all
// that decides what a job yields; a file of another recipe is left alone. What a
// killed process left unfinished at the end is cut off.
func OpenRecords(path, recipe string) (*RecordFile, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f := &RecordFile{file: file, done: map[int]bool{}}
	if err := f.findEnd(recipe); err != nil {
		file.Close()
		return nil, notation.WithName(path, err)
	}
	return f, nil
}

// findEnd notes the jobs in the file and moves behind the last whole block.
func (f *RecordFile) findEnd(recipe string) error {
	r := bufio.NewReaderSize(f.file, 1<<20)
	head := make([]byte, recordsHeader)
	n, err := io.ReadFull(r, head)
	want := byteOrder.AppendUint32([]byte(recordsMagic), recordsVersion)
	want = byteOrder.AppendUint32(want, crc32.Checksum([]byte(recipe), castagnoli))
	switch {
	case !bytes.HasPrefix(want, head[:min(n, len(recordsMagic))]):
		return errors.New("this is no file of records, and stays as it is")
	case !bytes.HasPrefix(want, head[:n]):
		return errors.New("this file was made with other options or another version, and stays as it is")
	}
	if err != nil { // new, or killed while it was
		if _, err := f.file.WriteAt(want, 0); err != nil {
			return err
		}
	}
	end := int64(recordsHeader)
	for {
		job, _, size, err := readBlock(r)
		if err != nil {
			break
		}
		f.done[job] = true
		end += size
	}
	if err := f.file.Truncate(end); err != nil {
		return err
	}
	_, err = f.file.Seek(end, io.SeekStart)
	return err
}

// Done tells whether the job's records are in the file; Jobs counts those that
// are.
func (f *RecordFile) Done(job int) bool { return f.done[job] }

// Jobs returns how many jobs the file holds.
func (f *RecordFile) Jobs() int { return len(f.done) }

// Add writes the records of a job in one piece.
func (f *RecordFile) Add(job int, records []Record) error {
	var body []byte
	for i := range records {
		body = appendRecord(body, &records[i])
	}
	block := byteOrder.AppendUint32(nil, uint32(job))
	block = byteOrder.AppendUint16(block, uint16(len(records)))
	block = byteOrder.AppendUint16(block, 0)
	block = byteOrder.AppendUint32(block, crc32.Checksum(body, castagnoli))
	if _, err := f.file.Write(append(block, body...)); err != nil {
		return err
	}
	f.done[job] = true
	return nil
}

// Close closes the file.
func (f *RecordFile) Close() error { return f.file.Close() }
