//go:build !long

package cluster

// How often TestKills kills.
const (
	workerKills      = 6
	hubKills         = 1
	coordinatorKills = 1
	workerStops      = 1
)
