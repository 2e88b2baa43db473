//go:build !wasm

package book

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
)

// bbolt trusts its file: on a damaged page it panics, sometimes in a goroutine where
// nobody can catch it, or silently answers from an older state. So a working book is
// read once as a file before bbolt gets to see it, page by page and record by record.
//
// A page begins with its number, 8 bytes, its kind and the number of its elements, 2
// bytes each, and the number of pages that it goes on for, 4 bytes. All numbers are
// little endian here.
const (
	pageHeader  = 16
	pageElement = 16

	branchPage   = 0x01
	leafPage     = 0x02
	headPage     = 0x04
	freelistPage = 0x10

	bucketElement = 0x01

	boltVersion  = 2
	headSize     = 64 // behind the page's own header, its checksum included
	bucketHeader = 16
	maxPageSize  = 1 << 16
	longFreelist = 0xFFFF // the number of elements is in the first of them
)

// fileCheck is one reading of a working book's file.
type fileCheck struct {
	file     io.ReaderAt
	pageSize int
	pages    uint64 // in use or free; what is behind them is nothing
	seen     []bool
	content  tally
	version  byte   // of the form; 0 until it is found
	stated   *tally // what the book says of its content; nil in old ones
}

// head is what one of the first two pages says of the whole file. They take turns,
// the later one counts.
type head struct {
	pageSize              int
	root, freelist, pages uint64
	transaction           uint64
}

// checkFile returns what is damaged in a working book, or nil.
func checkFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	c := &fileCheck{file: file}
	newest, err := c.heads()
	if err != nil {
		return err
	}
	if length := newest.pages * uint64(c.pageSize); newest.pages > 1<<48 || uint64(info.Size()) < length {
		return fmt.Errorf("the book is truncated: %d bytes of %d", info.Size(), length)
	}
	c.pages, c.seen = newest.pages, make([]bool, newest.pages)
	c.seen[0], c.seen[1] = true, true
	if err := c.freelist(newest.freelist); err != nil {
		return err
	}
	if err := c.tree(newest.root, nil, nil, c.bucket); err != nil {
		return err
	}
	for number, seen := range c.seen {
		if !seen {
			return c.damaged(uint64(number), "nothing leads to it")
		}
	}
	switch {
	case c.version == 0:
		return errNotBook
	case c.version > 1 && c.stated == nil:
		return fmt.Errorf("the book is damaged: its tally is gone; restore a copy of it")
	case c.stated != nil && *c.stated != c.content:
		return fmt.Errorf("the book is damaged: %d records of %d, or not those that were written; restore a copy of it",
			c.content.records, c.stated.records)
	}
	return nil
}

// damaged names a place in the file and what is wrong there.
func (c *fileCheck) damaged(page uint64, format string, args ...any) error {
	return fmt.Errorf("the book is damaged at byte %d, page %d: %s; restore a copy of it",
		page*uint64(c.pageSize), page, fmt.Sprintf(format, args...))
}

// heads reads the first two pages. bbolt would do with one of them, but then the last
// change, which may have been everything, would be gone without a word.
func (c *fileCheck) heads() (newest head, err error) {
	for number := range uint64(2) {
		data := make([]byte, pageHeader+headSize)
		if _, err := c.file.ReadAt(data, int64(number)*int64(c.pageSize)); err != nil {
			return head{}, c.damaged(number, "the file ends there")
		}
		h, err := parseHead(number, data)
		if err == nil && number == 1 && h.pageSize != c.pageSize {
			err = fmt.Errorf("pages of %d bytes, not %d", h.pageSize, c.pageSize)
		}
		if err != nil {
			return head{}, c.damaged(number, "%v", err)
		}
		if c.pageSize = h.pageSize; number == 0 || h.transaction > newest.transaction {
			newest = h
		}
	}
	return newest, nil
}

func parseHead(number uint64, data []byte) (head, error) {
	body := data[pageHeader:]
	sum := fnv.New64a()
	sum.Write(body[:headSize-8])
	h := head{
		pageSize: int(binary.LittleEndian.Uint32(body[8:])),
		root:     binary.LittleEndian.Uint64(body[16:]),
		freelist: binary.LittleEndian.Uint64(body[32:]),
		pages:    binary.LittleEndian.Uint64(body[40:]), transaction: binary.LittleEndian.Uint64(body[48:]),
	}
	switch {
	case binary.LittleEndian.Uint64(body[headSize-8:]) != sum.Sum64(),
		binary.LittleEndian.Uint64(data) != number, binary.LittleEndian.Uint16(data[8:]) != headPage:
		return head{}, fmt.Errorf("the head of the file is not as it was written")
	case binary.LittleEndian.Uint32(body) != boltMagic, binary.LittleEndian.Uint32(body[4:]) != boltVersion,
		h.pageSize < pageHeader+headSize, h.pageSize > maxPageSize, h.pages < 2:
		return head{}, fmt.Errorf("the head of the file makes no sense")
	}
	return h, nil
}

// page reads a page of one of the kinds, which nothing else has led to, with all the
// pages that it goes on for.
func (c *fileCheck) page(number uint64, kinds ...uint16) (data []byte, kind uint16, elements int, err error) {
	if number >= c.pages {
		return nil, 0, 0, c.damaged(number, "it is beyond the end of the book, page %d", c.pages)
	}
	data = make([]byte, c.pageSize)
	if _, err := c.file.ReadAt(data, int64(number)*int64(c.pageSize)); err != nil {
		return nil, 0, 0, fmt.Errorf("page %d: %w", number, err)
	}
	kind = binary.LittleEndian.Uint16(data[8:])
	more := uint64(binary.LittleEndian.Uint32(data[12:]))
	if binary.LittleEndian.Uint64(data) != number || !slices.Contains(kinds, kind) || number+more >= c.pages {
		return nil, 0, 0, c.damaged(number, "its header makes no sense")
	}
	if more > 0 {
		data = append(data, make([]byte, more*uint64(c.pageSize))...)
		if _, err := c.file.ReadAt(data[c.pageSize:], int64(number+1)*int64(c.pageSize)); err != nil {
			return nil, 0, 0, fmt.Errorf("page %d: %w", number+1, err)
		}
	}
	for at := number; at <= number+more; at++ {
		if err := c.use(at); err != nil {
			return nil, 0, 0, err
		}
	}
	return data, kind, int(binary.LittleEndian.Uint16(data[10:])), nil
}

// use notes that a page is used. It fails if it is used already.
func (c *fileCheck) use(number uint64) error {
	if number >= c.pages {
		return c.damaged(number, "it is beyond the end of the book")
	}
	if c.seen[number] {
		return c.damaged(number, "it is used twice")
	}
	c.seen[number] = true
	return nil
}

// freelist reads the numbers of the pages that are free.
func (c *fileCheck) freelist(number uint64) error {
	data, _, elements, err := c.page(number, freelistPage)
	if err != nil {
		return err
	}
	numbers := data[pageHeader:]
	if elements == longFreelist {
		elements, numbers = int(min(binary.LittleEndian.Uint64(numbers), c.pages)), numbers[8:]
	}
	if 8*elements > len(numbers) {
		return c.damaged(number, "%d free pages do not find room there", elements)
	}
	for i := range elements {
		if err := c.use(binary.LittleEndian.Uint64(numbers[8*i:])); err != nil {
			return err
		}
	}
	return nil
}

// leafVisitor is shown what is on the leaves of a tree, in order.
type leafVisitor func(page uint64, isBucket bool, key, value []byte) error

// tree reads the pages under one. Its keys are not before low, and before high unless
// that is nil.
func (c *fileCheck) tree(number uint64, low, high []byte, visit leafVisitor) error {
	data, kind, elements, err := c.page(number, branchPage, leafPage)
	if err != nil {
		return err
	}
	if kind == leafPage {
		return c.leaf(number, data, elements, low, high, visit)
	}
	children, err := c.elements(number, data, elements, func(element []byte) (at, key, value uint32) {
		return binary.LittleEndian.Uint32(element), binary.LittleEndian.Uint32(element[4:]), 0
	})
	if err != nil {
		return err
	}
	for i, child := range children {
		if err := c.ordered(number, child.key, low, high); err != nil {
			return err
		}
		next := high
		if i+1 < len(children) {
			next = children[i+1].key
		}
		if err := c.tree(binary.LittleEndian.Uint64(child.head[8:]), child.key, next, visit); err != nil {
			return err
		}
		low = child.key
	}
	return nil
}

func (c *fileCheck) leaf(number uint64, data []byte, count int, low, high []byte, visit leafVisitor) error {
	elements, err := c.elements(number, data, count, func(element []byte) (at, key, value uint32) {
		return binary.LittleEndian.Uint32(element[4:]), binary.LittleEndian.Uint32(element[8:]), binary.LittleEndian.Uint32(element[12:])
	})
	if err != nil {
		return err
	}
	for i, e := range elements {
		if err := c.ordered(number, e.key, low, high); err != nil {
			return err
		}
		if i > 0 && bytes.Equal(e.key, low) {
			return c.damaged(number, "a key stands there twice")
		}
		flags := binary.LittleEndian.Uint32(e.head)
		if flags > bucketElement {
			return c.damaged(number, "element %d is of no known kind", i+1)
		}
		if err := visit(number, flags == bucketElement, e.key, e.value); err != nil {
			return err
		}
		low = e.key
	}
	return nil
}

// fileElement is an element of a page: its head, and what that points at.
type fileElement struct{ head, key, value []byte }

// elements cuts a page into its elements; place reads from the head of one how far
// behind it the key begins, and the lengths of key and value.
func (c *fileCheck) elements(number uint64, data []byte, count int, place func([]byte) (at, key, value uint32)) ([]fileElement, error) {
	all := make([]fileElement, count)
	for i := range all {
		begin := pageHeader + i*pageElement
		if begin+pageElement > len(data) {
			return nil, c.damaged(number, "%d elements do not find room there", count)
		}
		head := data[begin:][:pageElement]
		at, key, value := place(head)
		from := uint64(begin) + uint64(at)
		if from+uint64(key)+uint64(value) > uint64(len(data)) || key == 0 {
			return nil, c.damaged(number, "element %d is not inside it", i+1)
		}
		all[i] = fileElement{head, data[from:][:key], data[from+uint64(key):][:value]}
	}
	return all, nil
}

func (c *fileCheck) ordered(number uint64, key, low, high []byte) error {
	if bytes.Compare(key, low) < 0 || high != nil && bytes.Compare(key, high) >= 0 {
		return c.damaged(number, "its keys are not in order")
	}
	return nil
}

// bucket reads one of the buckets at the top.
func (c *fileCheck) bucket(page uint64, isBucket bool, name, value []byte) error {
	visit := c.record(name)
	if !isBucket || len(value) < bucketHeader || visit == nil {
		return c.damaged(page, "something in it is not of a book")
	}
	if root := binary.LittleEndian.Uint64(value); root != 0 {
		return c.tree(root, nil, nil, visit)
	}
	inline := value[bucketHeader:] // a small bucket has no page of its own
	if len(inline) < pageHeader || binary.LittleEndian.Uint16(inline[8:]) != leafPage {
		return c.damaged(page, "a small bucket in it makes no sense")
	}
	return c.leaf(page, inline, int(binary.LittleEndian.Uint16(inline[10:])), nil, nil, visit)
}

// record returns what looks at the records of a bucket, nil if that is none of ours.
func (c *fileCheck) record(bucket []byte) leafVisitor {
	number := 0
	switch {
	case bytes.Equal(bucket, metaBucket):
		return c.aboutItself
	case !slices.ContainsFunc(tallied, func(name []byte) bool { return bytes.Equal(bucket, name) }):
		return nil
	}
	positions := bytes.Equal(bucket, positionsBucket)
	return func(page uint64, isBucket bool, key, value []byte) error {
		number++
		_, ok := decodeStored(key, value)
		if isBucket || positions && !ok {
			return c.damaged(page, "record %d is not as it was written", number)
		}
		c.content.add(bucket, key, value)
		return nil
	}
}

// aboutItself takes what a book says of itself.
func (c *fileCheck) aboutItself(page uint64, isBucket bool, key, value []byte) error {
	switch {
	case bytes.Equal(key, versionKey) && len(value) == 1 && value[0] >= 1:
		if c.version = value[0]; c.version > storeVersion {
			return fmt.Errorf("the book has version %d; this program reads versions up to %d", c.version, storeVersion)
		}
	case bytes.Equal(key, tallyKey) && len(value) == tallySize:
		stated := decodeTally(value)
		c.stated = &stated
	default:
		return c.damaged(page, "what the book says of itself makes no sense")
	}
	return nil
}
