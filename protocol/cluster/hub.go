//go:build !nohub

package cluster

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"kaeshi/engine/disk"
)

// HasHub reports whether this build can be a hub.
const HasHub = true

// HubOptions are how a hub is run.
type HubOptions struct {
	Dir       string // where its data is
	Listen    string // host:port
	TokenFile string // "" means token in Dir; made if it is not there
	CertFile  string
	KeyFile   string
	// Ready is told where the hub listens and which token it wants.
	Ready func(url, token, tokenFile string)
	// Say is told of what goes wrong, a line each.
	Say func(text string)
}

// maxPayload is what a message may hold. Ours are far smaller; see partSize.
const maxPayload = 8 << 20

// Serve runs a hub until ctx ends. When its disk is full it waits for room, and begins
// again with what it has; if it cannot do that in this process, it returns ErrStuck.
func Serve(ctx context.Context, o HubOptions) error {
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	if o.TokenFile == "" {
		o.TokenFile = filepath.Join(o.Dir, "token")
	}
	token, err := ownToken(o.TokenFile)
	if err != nil {
		return err
	}
	options, err := o.server(token)
	if err != nil {
		return err
	}
	for first := true; ; first = false {
		log := &hubLog{say: o.Say, full: make(chan struct{}, 1)}
		hub, err := start(options, log)
		if err != nil {
			return err
		}
		if address, ok := hub.Addr().(*net.TCPAddr); ok {
			options.Port = address.Port // the next start is at the same place
		}
		if first && o.Ready != nil {
			scheme := "nats"
			if options.TLS {
				scheme = "tls"
			}
			o.Ready(scheme+"://"+hub.Addr().String(), token, o.TokenFile)
		}
		full := watch(ctx, hub, log)
		ended := endWithin(endPatience, func() { hub.Shutdown(); hub.WaitForShutdown() })
		if !full {
			return nil
		}
		o.Say(fmt.Sprintf("%s: no space left on the disk; the hub waits for room, and nothing is lost", o.Dir))
		if !waitForRoom(ctx, o.Dir) {
			return nil
		}
		if !ended {
			return ErrStuck
		}
		o.Say("there is room again; the hub goes on")
	}
}

// endPatience is how long a server may take to end.
const endPatience = 20 * time.Second

// endWithin reports whether end returns in so much time.
func endWithin(patience time.Duration, end func()) bool {
	ended := make(chan struct{})
	go func() { end(); close(ended) }()
	select {
	case <-ended:
		return true
	case <-time.After(patience):
		return false
	}
}

func (o *HubOptions) server(token string) (*server.Options, error) {
	host, portText, err := net.SplitHostPort(o.Listen)
	port, numberErr := strconv.Atoi(portText)
	if err != nil || numberErr != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("--listen %s: not an address such as 127.0.0.1:4222", o.Listen)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	options := &server.Options{
		ServerName: "kaeshi", Host: host, Port: port, Authorization: token,
		NoSigs: true, MaxPayload: maxPayload,
		JetStream: true, StoreDir: o.Dir, SyncAlways: true, SyncInterval: time.Minute,
		JetStreamMaxMemory: 256 << 20,
	}
	if (o.CertFile == "") != (o.KeyFile == "") {
		return nil, errors.New("--tls-cert and --tls-key belong together")
	}
	if o.CertFile != "" {
		pair, err := tls.LoadX509KeyPair(o.CertFile, o.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
		options.TLS = true
		options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	return options, nil
}

// start starts the server, and waits until it serves.
func start(options *server.Options, log *hubLog) (*server.Server, error) {
	address := net.JoinHostPort(options.Host, strconv.Itoa(options.Port))
	if options.Port > 0 { // the server itself would only end the process
		probe, err := net.Listen("tcp", address)
		if err != nil {
			return nil, fmt.Errorf("--listen: %w", err)
		}
		probe.Close()
	}
	own := *options // a server fills in what is open
	hub, err := server.NewServer(&own)
	if err != nil {
		return nil, err
	}
	hub.SetLoggerV2(log, false, false, false)
	go hub.Start()
	const patience = 5 * time.Minute // for a store that has to be read after a crash
	if !hub.ReadyForConnections(patience) {
		hub.Shutdown()
		return nil, fmt.Errorf("%s: the hub does not start; see what it said before", options.StoreDir)
	}
	if !hub.JetStreamEnabled() {
		hub.Shutdown()
		return nil, fmt.Errorf("%s cannot be used: another hub has it, or it cannot be written", options.StoreDir)
	}
	return hub, nil
}

// watch waits for the end, and reports whether it came because the disk is full: a stream
// that could not be written once takes nothing any more until the server starts again.
func watch(ctx context.Context, hub *server.Server, log *hubLog) (full bool) {
	for hub.JetStreamEnabled() {
		select {
		case <-ctx.Done():
			return false
		case <-log.full:
			return true
		case <-time.After(retryPause):
		}
	}
	return ctx.Err() == nil
}

// waitForRoom waits until a file of some size can be written.
func waitForRoom(ctx context.Context, dir string) bool {
	const some = 1 << 20
	path := filepath.Join(dir, "room")
	for pause(ctx, time.Second) {
		err := os.WriteFile(path, make([]byte, some), 0o600)
		os.Remove(path)
		if err == nil {
			return true
		}
	}
	return false
}

// ownToken reads the token, or makes one that nobody can guess.
func ownToken(path string) (string, error) {
	token, err := ReadToken(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	random := make([]byte, 16)
	rand.Read(random)
	token = hex.EncodeToString(random)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(token + "\n")
	return token, errors.Join(err, file.Sync(), file.Close(), disk.SyncFolder(filepath.Dir(path)))
}

// hubLog hands on what the server has to say of errors.
type hubLog struct {
	say  func(string)
	full chan struct{} // told when there is no room on the disk
}

func (l *hubLog) tell(format string, v []any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, "no space left") || strings.Contains(text, "out of space") {
		select {
		case l.full <- struct{}{}:
		default:
		}
		return // Serve says it once
	}
	if l.say != nil {
		l.say(text)
	}
}

func (*hubLog) Noticef(string, ...any)           {}
func (*hubLog) Warnf(string, ...any)             {}
func (l *hubLog) Fatalf(format string, v ...any) { l.tell(format, v) }
func (l *hubLog) Errorf(format string, v ...any) { l.tell(format, v) }
func (*hubLog) Debugf(string, ...any)            {}
func (*hubLog) Tracef(string, ...any)            {}
