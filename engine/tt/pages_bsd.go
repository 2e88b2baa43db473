//go:build unix && !linux

package tt

func adviseHuge([]byte) {}

func populate(buckets []bucket) { touch(buckets) }
