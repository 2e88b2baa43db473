//go:build long

package cluster

// How often TestKills kills.
const (
	workerKills      = 1000
	hubKills         = 50
	coordinatorKills = 50
	workerStops      = 20
)
