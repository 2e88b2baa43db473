package core

import (
	"os"
	"runtime"
	"runtime/debug"
)

// CollectLate puts the first garbage collection off until the heap has 32 MB: at Go's usual
// 4 MB it would come again and again while the first move waits for its weights, which are
// 11 MB. After the first one all is as usual.
func CollectLate() {
	const percent = 800 // of 4 MB
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(percent)
	collected := &struct{ next *int }{} // what nothing refers to goes with the first collection
	runtime.AddCleanup(collected, func(usual int) { debug.SetGCPercent(usual) }, usual)
}
