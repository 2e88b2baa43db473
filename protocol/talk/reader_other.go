//go:build !unix && !windows

package talk

import (
	"context"
	"io"
)

// canWatch says that the system tells of readers that go.
const canWatch = false

// watchReader knows nothing where the system does not tell: that the client has gone
// shows at the next write.
func watchReader(context.Context, io.Writer, func()) {}
