package train

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// errCut ends the reading of records at a block that a killed process left behind.
var errCut = errors.New("the last block is not finished, as a killed process leaves it")

// damagedBlock is a block that is wrong, while the next one can be found.
type damagedBlock struct{ at int64 }

func (d *damagedBlock) Error() string {
	return fmt.Sprintf("the block at byte %d is damaged, and is left out", d.at)
}

// errLost says that nothing behind a place can be told apart.
func errLost(at int64) error {
	return fmt.Errorf("damaged at byte %d, and where the next block begins cannot be told; the file stays as it is: "+
		"go on with another, or with a copy of its first %d bytes", at, at)
}

// headCheck is the check of a block's job and number of records, never 0.
func headCheck(head []byte) uint16 {
	sum := crc32.Checksum(head[:6], castagnoli)
	return max(1, uint16(sum)^uint16(sum>>16))
}

// blockReader reads the blocks of a file and knows where it is.
type blockReader struct {
	r  io.Reader
	at int64 // behind the last block
	// Where a block without check was damaged, unless one was right since: it may be
	// its length that is wrong. 0 is nowhere.
	doubt int64
	hole  bool // the last block was nothing but zeros
}

// next returns a block; io.EOF at a clean end, errCut at one that is not finished. A
// *damagedBlock may be followed by others; any other error ends the file.
func (b *blockReader) next() (job int, records []Record, err error) {
	start := b.at
	var head [blockHeader]byte
	switch _, err := io.ReadFull(b.r, head[:]); {
	case err == io.ErrUnexpectedEOF:
		return 0, nil, b.cut()
	case err != nil:
		return 0, nil, err
	}
	if wasHole := b.hole; b.isHole(head) && wasHole {
		return 0, nil, errLost(start)
	}
	check := byteOrder.Uint16(head[6:])
	isRight, isOld := check == headCheck(head[:]), check == 0
	body := make([]byte, int(byteOrder.Uint16(head[4:]))*recordSize)
	switch n, err := io.ReadFull(b.r, body); {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		body = body[:n]
		if !isRight && (!isOld || holdsBlock(body) || isShorter(body, byteOrder.Uint32(head[8:]))) {
			return 0, nil, errLost(start)
		}
		return 0, nil, b.cut()
	case err != nil:
		return 0, nil, err
	}
	isWhole := crc32.Checksum(body, castagnoli) == byteOrder.Uint32(head[8:])
	if !isWhole && (isOld && b.doubt > 0 || !isOld && !isRight) {
		return 0, nil, errLost(max(b.doubt, start))
	}
	b.at += int64(len(head) + len(body))
	records, areValid := decodeRecords(body)
	switch {
	case !isWhole && isOld:
		b.doubt = start
		return 0, nil, &damagedBlock{start}
	case !isWhole, !areValid, !isOld && !isRight:
		return 0, nil, &damagedBlock{start}
	}
	b.doubt = 0
	return int(byteOrder.Uint32(head[:])), records, nil
}

// cut ends the file at a block that is not finished, unless that may be no block.
func (b *blockReader) cut() error {
	if b.doubt > 0 {
		return errLost(b.doubt)
	}
	return errCut
}

// isHole reports whether a block is nothing but zeros, and notes it: one job may have
// no records, but a row of such jobs is a hole in the file.
func (b *blockReader) isHole(head [blockHeader]byte) bool {
	b.hole = head == [blockHeader]byte{}
	return b.hole
}

// holdsBlock reports whether a block begins among what seems to be the records of the
// one before, whose number is damaged then.
func holdsBlock(body []byte) bool {
	for ; len(body) > blockHeader; body = body[min(recordSize, len(body)):] {
		size := int(byteOrder.Uint16(body[4:])) * recordSize
		check := byteOrder.Uint16(body[6:])
		isHead := check == headCheck(body) || check == 0
		if rest := body[blockHeader:]; isHead && size > 0 && size <= len(rest) &&
			crc32.Checksum(rest[:size], castagnoli) == byteOrder.Uint32(body[8:]) {
			return true
		}
	}
	return false
}

// isShorter reports whether fewer records have the checksum of a block.
func isShorter(body []byte, want uint32) bool {
	sum := uint32(0)
	for ; len(body) >= recordSize; body = body[recordSize:] {
		if sum = crc32.Update(sum, castagnoli, body[:recordSize]); sum == want {
			return true
		}
	}
	return false
}

func decodeRecords(body []byte) (records []Record, areValid bool) {
	records = make([]Record, len(body)/recordSize)
	for i := range records {
		records[i] = decodeRecord(body[i*recordSize:])
		if !records[i].valid() {
			return nil, false
		}
	}
	return records, true
}

// ScanRecords calls block with the records of each job in a file of records, and bad
// with what is wrong with a block that is damaged, and goes on as long as these return
// nil. A file whose end is missing yields all whole blocks and then errCut.
func ScanRecords(r io.Reader, block func(job int, records []Record) error, bad func(error) error) error {
	head := make([]byte, recordsHeader)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:8]) != recordsMagic {
		return errors.New("this is no file of records")
	}
	if v := byteOrder.Uint32(head[8:]); v != recordsVersion {
		return fmt.Errorf("the records have format version %d; this program reads version %d", v, recordsVersion)
	}
	blocks := blockReader{r: r, at: recordsHeader}
	for {
		job, records, err := blocks.next()
		var damage *damagedBlock
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &damage):
			err = bad(err)
		case err == nil:
			err = block(job, records)
		}
		if err != nil {
			return err
		}
	}
}
