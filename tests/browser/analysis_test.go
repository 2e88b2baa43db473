package browser

import (
	"testing"
)

// The values come, deepen, and depth 20 is reached and passed.
func TestAnalysis(t *testing.T) {
	p := open(t, serve(t, "127.0.0.1:0").url("#moves=F5D6C3D3C4F4C5B3C2E6"), wide)
	p.waitFor(`document.querySelectorAll('.square.valued').length === document.querySelectorAll('.square.open').length`)
	p.waitFor(`Number(/depth (\d+)/.exec(document.querySelector('.progress').innerText)?.[1]) >= 20`)
	p.waitFor(`document.querySelectorAll('.square.best b').length > 0 && document.querySelectorAll('.lines li').length === 3`)
	p.shoot("wide")
}
