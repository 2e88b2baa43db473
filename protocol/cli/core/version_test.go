package core

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	modified := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for _, test := range []struct {
		main     string
		settings []debug.BuildSetting
		want     string
	}{
		{"v" + number, []debug.BuildSetting{commit}, number},
		{"(devel)", nil, number + "-dev"},
		{"v0.0.0-20261130000000-0123456789ab", []debug.BuildSetting{commit}, number + "-dev+0123456789ab"},
		{"v0.0.0-20261130000000-0123456789ab+dirty", []debug.BuildSetting{commit, modified}, number + "-dev+0123456789ab.modified"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: test.main}, Settings: test.settings}
		if got := versionOf(info); got != test.want {
			t.Errorf("%s, %v: %s, want %s", test.main, test.settings, got, test.want)
		}
	}
}
