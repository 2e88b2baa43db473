//go:build long && !nohub

package cluster

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Three servers keep three copies; one of them goes in the middle of a run.
func TestThreeServers(t *testing.T) {
	var routes []*url.URL
	var ports []int
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		l.Close()
	}
	var servers []*server.Server
	var urls []string
	for i := range 3 {
		s := plainServer(t, &server.Options{ServerName: fmt.Sprint("server", i), Routes: routes,
			Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: ports[i]}})
		servers = append(servers, s)
	}
	for _, s := range servers {
		until(t, "the server listens", func() bool { return s.ReadyForConnections(time.Second) })
		urls = append(urls, s.ClientURL())
	}
	until(t, "the servers have a leader", func() bool {
		for _, s := range servers {
			if s.JetStreamIsLeader() {
				return len(s.JetStreamClusterPeers()) == 3
			}
		}
		return false
	})
	h := &testHub{url: strings.Join(urls, ",")}
	startWorker(t, h, "worker", 2, square, nil)
	p, _ := place(t, h)
	stream, err := p.Hub.js.Stream(t.Context(), jobsStream)
	if err != nil || stream.CachedInfo().Config.Replicas != replicas {
		t.Fatalf("%+v, %v", stream.CachedInfo().Config, err)
	}
	run, kept := squares(60)
	old := run.Done
	run.Done = func(i int, answer []byte) error {
		if i == 20 {
			servers[1].Shutdown()
		}
		return old(i, answer)
	}
	if err := p.Do(limited(t), run); err != nil || strings.Join(*kept, " ") != strings.Join(wantSquares(60), " ") {
		t.Errorf("kept %v, %v", *kept, err)
	}
}
