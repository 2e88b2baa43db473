package train

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"

	"github.com/gofrs/flock"

	"kaeshi/engine/board"
	"kaeshi/engine/disk"
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
// (uint32), number of records (uint16), check of these two (uint16, 0 in files of
// older versions), CRC-32C of the records (uint32), then 24 bytes a record: discs of the side to move, discs of the
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

// RecordFile is a file of records that grows job by job.
type RecordFile struct {
	file    *os.File
	lock    *flock.Flock
	done    map[int]bool
	damaged []error
	isNew   bool // was not there before
	durable bool // every block is on the disk before Add returns
}

// OpenRecords opens a file of records to add to, or begins it, for this process
// alone. The recipe is all that decides what a job yields; a file of another recipe
// is left alone. What a killed process left unfinished at the end is cut off; a block
// that is damaged stays where it is, and its job is not done.
func OpenRecords(path, recipe string) (*RecordFile, error) {
	err := disk.Check(path)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f := &RecordFile{file: file, isNew: isNew, done: map[int]bool{}}
	if f.lock, err = lockRecords(path); err != nil {
		file.Close()
		return nil, err
	}
	if err := f.findEnd(recipe); err != nil {
		f.Close()
		return nil, notation.WithName(path, err)
	}
	return f, nil
}

// lockRecords keeps others from writing the file. The system lets go of the lock when
// the process ends, however it ends.
func lockRecords(path string) (*flock.Flock, error) {
	name := path
	if runtime.GOOS == "windows" { // where nobody else could read a locked file
		name += ".lock"
	}
	lock := flock.New(name)
	locked, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
	case !locked:
		return nil, fmt.Errorf("%s is being written by another process; wait for its end or choose another file", path)
	}
	return lock, nil
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
		_, err = f.file.Seek(recordsHeader, io.SeekStart)
		return err
	}
	blocks := blockReader{r: r, at: recordsHeader}
	for {
		job, _, err := blocks.next()
		var damage *damagedBlock
		if errors.As(err, &damage) {
			f.damaged = append(f.damaged, err)
			continue
		}
		if err == io.EOF || errors.Is(err, errCut) {
			break
		}
		if err != nil {
			return err
		}
		f.done[job] = true
	}
	if err := f.file.Truncate(blocks.at); err != nil {
		return err
	}
	_, err = f.file.Seek(blocks.at, io.SeekStart)
	return err
}

// Done reports whether the job's records are in the file; Jobs counts those that
// are.
func (f *RecordFile) Done(job int) bool { return f.done[job] }

// Jobs returns how many jobs the file holds.
func (f *RecordFile) Jobs() int { return len(f.done) }

// Add writes the records of a job in one piece.
func (f *RecordFile) Add(job int, records []Record) error {
	body := encodeRecords(records)
	block := byteOrder.AppendUint32(nil, uint32(job))
	block = byteOrder.AppendUint16(block, uint16(len(records)))
	block = byteOrder.AppendUint16(block, headCheck(block))
	block = byteOrder.AppendUint32(block, crc32.Checksum(body, castagnoli))
	if _, err := f.file.Write(append(block, body...)); err != nil {
		return err
	}
	if f.durable {
		if err := f.file.Sync(); err != nil {
			return err
		}
	}
	f.done[job] = true
	return nil
}

// Durable has Add wait until the records are on the disk, for others then forget them.
func (f *RecordFile) Durable() { f.durable = true }

// Abandon closes the file, and removes it if it was not there before and nothing was added.
func (f *RecordFile) Abandon() error {
	err := f.Close()
	if f.isNew && len(f.done) == 0 {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return err
}

// Damaged returns what is wrong with blocks of the file, each with its place.
func (f *RecordFile) Damaged() []error { return f.damaged }

// Close closes the file and lets others have it.
func (f *RecordFile) Close() error { return errors.Join(f.file.Close(), f.lock.Close()) }
