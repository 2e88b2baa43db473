//go:build js

package search

import "time"

// A browser has one thread for the search and for the messages that may end it, and
// nobody interrupts the search there: it has to pause by itself.
const (
	pauseEvery = 20 * time.Millisecond
	pauseFor   = time.Microsecond // to the end of what waits
)

var paused time.Time

// pause lets others run if it is time.
func pause() {
	if now := time.Now(); now.Sub(paused) >= pauseEvery {
		time.Sleep(pauseFor)
		paused = time.Now()
	}
}
