package train

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"

	"kaeshi/engine/notation"
)

// longestLine is far beyond any line that these files have.
const longestLine = 1 << 20

// ReadFile adds the samples of a file. What it holds shows in its contents, not
// its name: gzip or plain, games or labelled positions, even mixed.
func (d *Data) ReadFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return d.read(path, file)
}

func (d *Data) read(name string, r io.Reader) error {
	buffered := bufio.NewReaderSize(r, 1<<16)
	var text io.Reader = buffered
	if start, _ := buffered.Peek(2); bytes.Equal(start, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return notation.WithName(name, err)
		}
		text = unzipped
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, longestLine)
	number := 0
	for lines.Scan() {
		number++
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '%' || line[0] == '#' {
			continue
		}
		if err := d.addLine(line); err != nil {
			d.Bad = append(d.Bad, &notation.Error{Name: name, Line: number, Err: err})
		}
	}
	if err := lines.Err(); err != nil {
		return &notation.Error{Name: name, Line: number + 1, Err: fmt.Errorf("reading stops: %w", err)}
	}
	return nil
}
