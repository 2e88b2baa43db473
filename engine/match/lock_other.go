//go:build !unix

package match

import "os"

// lock trusts the user where no lock is known.
func lock(*os.File) error { return nil }
