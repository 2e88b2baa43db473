package talk

import (
	"context"
	"io"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// canWatch says that the system tells of readers that go.
const canWatch = true

// pipeInformation is FILE_PIPE_LOCAL_INFORMATION.
type pipeInformation struct {
	kind, configuration, instances, current uint32
	inboundQuota, readAvailable             uint32
	outboundQuota, writeAvailable           uint32
	state, end                              uint32
}

// filePipeLocalInformation is the class of pipeInformation.
const filePipeLocalInformation = 24

// watchReader calls gone when nobody can read any more what is written to w, a pipe,
// until ctx ends. A search writes nothing for a long time, and a client that has died
// would not be noticed.
func watchReader(ctx context.Context, w io.Writer, gone func()) {
	file, ok := w.(syscall.Conn)
	if !ok {
		return
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return
	}
	look := time.NewTicker(patience)
	defer look.Stop()
	for ctx.Err() == nil {
		var pipe pipeInformation
		var failure error
		if err := conn.Control(func(fd uintptr) {
			var status windows.IO_STATUS_BLOCK
			failure = windows.NtQueryInformationFile(windows.Handle(fd), &status, (*byte)(unsafe.Pointer(&pipe)),
				uint32(unsafe.Sizeof(pipe)), filePipeLocalInformation)
		}); err != nil || failure != nil {
			return // closed, or no pipe
		}
		if pipe.state == windows.FILE_PIPE_CLOSING_STATE {
			gone()
			return
		}
		select {
		case <-look.C:
		case <-ctx.Done():
		}
	}
}
