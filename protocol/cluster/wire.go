package cluster

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
)

// A message is eight letters that say what it is, the CRC-32C of the rest (uint32, little
// endian), and JSON.
const (
	jobMark    = "KAESHIJ1"
	resultMark = "KAESHIR1"
	headSize   = len(jobMark) + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errNotOurs is what is wrong with a message that this program has not written.
var errNotOurs = errors.New("not a message of kaeshi, or a damaged one")

// question is one piece of a job.
type question struct {
	Name string `json:"name"` // hash of all that determines the answer
	Text []byte `json:"text"`
	Tag  string `json:"tag,omitempty"` // what a cancellation may name
}

// job is what a worker does at a time.
type job struct {
	Run       string     `json:"run"`
	Name      string     `json:"name"`
	Questions []question `json:"questions"`
	Seconds   float64    `json:"seconds"` // after so many no further question is begun
}

// answer is that to one question, or why there is none.
type answer struct {
	Name    string  `json:"name"`
	Text    []byte  `json:"text,omitempty"`
	Failure string  `json:"failure,omitempty"`
	Final   bool    `json:"final,omitempty"` // it is no use to try again
	Seconds float64 `json:"seconds"`
}

// result is what a worker says of a job. Questions of the job that it does not speak of
// are handed back.
type result struct {
	Run     string   `json:"run"`
	Job     string   `json:"job"`
	Worker  string   `json:"worker"`
	Answers []answer `json:"answers"`
	More    bool     `json:"more,omitempty"` // another part of it follows
}

func encode(mark string, v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	message := binary.LittleEndian.AppendUint32([]byte(mark), crc32.Checksum(body, castagnoli))
	return append(message, body...), nil
}

func decode(mark string, message []byte, v any) error {
	if len(message) < headSize || string(message[:len(mark)]) != mark {
		return errNotOurs
	}
	body := message[headSize:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(message[len(mark):]) || json.Unmarshal(body, v) != nil {
		return errNotOurs
	}
	return nil
}

func decodeJob(message []byte, run, name string) (j job, err error) {
	if err = decode(jobMark, message, &j); err == nil && (j.Run != run || j.Name != name || len(j.Questions) == 0) {
		err = errNotOurs
	}
	return j, err
}

func decodeResult(message []byte, run string) (r result, err error) {
	if err = decode(resultMark, message, &r); err == nil && r.Run != run {
		err = errNotOurs
	}
	return r, err
}
