//go:build !js

package human

import _ "embed"

//go:embed kaeshi.khm
var embedded []byte
