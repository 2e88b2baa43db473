package web

import (
	"fmt"
	"os/exec"
	"runtime"
)

// openers are the programs by which each system opens an address.
var openers = map[string][]string{
	"darwin":  {"open"},
	"windows": {"rundll32", "url.dll,FileProtocolHandler"},
}

// openBrowser shows an address in the browser of the system, and does not wait for it.
func openBrowser(url string) error {
	opener, known := openers[runtime.GOOS]
	if !known {
		opener = []string{"xdg-open"}
	}
	opening := exec.Command(opener[0], append(opener[1:], url)...)
	if err := opening.Start(); err != nil {
		return fmt.Errorf("no browser opens: %w", err)
	}
	go opening.Wait() // it may end as it likes
	return nil
}
