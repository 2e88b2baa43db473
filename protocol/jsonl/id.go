package jsonl

import (
	"encoding/json"
	"fmt"
)

// queryID is the id of a query as it stands in JSON, a text or a number, so that it
// comes back as what it was; "" is none. Ids are the same if they are written alike:
// 7 is neither 7.0 nor "7".
type queryID string

var errID = fmt.Errorf("id must be a number, or a text of 1 to %d bytes", longestID)

// UnmarshalJSON implements json.Unmarshaler.
func (id *queryID) UnmarshalJSON(written []byte) error {
	var value any
	if err := json.Unmarshal(written, &value); err != nil && !isNumber(written) { // one too large is a number too
		return err
	}
	switch text, isText := value.(string); {
	case isText && text != "" && len(text) <= longestID:
		canonical, err := json.Marshal(text) // an escape may stand for any character
		*id = queryID(canonical)
		return err
	case isNumber(written) && len(written) <= longestID:
		*id = queryID(written)
		return nil
	}
	return errID
}

func isNumber(written []byte) bool {
	return len(written) > 0 && (written[0] == '-' || written[0] >= '0' && written[0] <= '9')
}

// MarshalJSON implements json.Marshaler.
func (id queryID) MarshalJSON() ([]byte, error) { return []byte(id), nil }
