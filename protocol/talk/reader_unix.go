//go:build unix

package talk

import (
	"context"
	"io"
	"syscall"

	"golang.org/x/sys/unix"
)

// canWatch says that the system tells of readers that go.
const canWatch = true

// watchReader calls gone when nobody can read any more what is written to w, a pipe
// or a socket, until ctx ends. A search writes nothing for a long time, and a client
// that has died would not be noticed.
func watchReader(ctx context.Context, w io.Writer, gone func()) {
	file, ok := w.(syscall.Conn)
	if !ok {
		return
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return
	}
	for ctx.Err() == nil {
		var events int16
		if err := conn.Control(func(fd uintptr) {
			look := []unix.PollFd{{Fd: int32(fd)}} // errors and the end are always told
			if _, err := unix.Poll(look, int(patience.Milliseconds())); err == nil {
				events = look[0].Revents
			}
		}); err != nil || events&unix.POLLNVAL != 0 {
			return
		}
		if events&(unix.POLLERR|unix.POLLHUP) != 0 {
			gone()
			return
		}
	}
}
