// Package web is the board in the browser: a server for one page, which is embedded, and
// for the WebSocket over which the page speaks the JSON of package jsonl.
//
// Nobody but the page itself may drive the engine: see guard. Nothing is written to
// disk, and no file is opened.
package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"kaeshi/protocol/jsonl"
)

// What the server holds at most; README.md says what that comes to.
const (
	mostSockets     = 64  // pages
	mostConnections = 512 // of any kind, each with little behind it
	mostHeader      = 16 << 10
	headerPatience  = 10 * time.Second
	idlePatience    = time.Minute
)

// Server shows the page to browsers.
type Server struct {
	pool     *jsonl.Pool
	guard    guard
	sockets  chan struct{} // holds a token for each that is open
	large    chan struct{} // for each large message that is read
	open     sync.WaitGroup
	listener net.Listener
}

// New returns a server on a listener whose pages ask the pool. Where others than the
// programs of this machine can reach the listener they need the token; an empty one is
// drawn.
func New(pool *jsonl.Pool, listener net.Listener, token string) *Server {
	return &Server{
		pool: pool, guard: newGuard(listener.Addr(), token), listener: listener,
		sockets: make(chan struct{}, mostSockets), large: make(chan struct{}, mostLarge),
	}
}

// Serve answers until ctx ends.
func (s *Server) Serve(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	h := &http.Server{
		Handler: s.handler(ctx), ReadHeaderTimeout: headerPatience, IdleTimeout: idlePatience, MaxHeaderBytes: mostHeader,
	}
	defer context.AfterFunc(ctx, func() { h.Close() })()
	err := h.Serve(&limitedListener{Listener: s.listener, free: make(chan struct{}, mostConnections)})
	stop()
	s.open.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func (s *Server) handler(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", page{})
	mux.HandleFunc("GET /ws", func(w http.ResponseWriter, r *http.Request) { s.socket(ctx, w, r) })
	return s.guard.protect(mux)
}

// limitedListener accepts a bounded number of connections; more wait to be accepted.
type limitedListener struct {
	net.Listener
	free chan struct{}
}

func (l *limitedListener) Accept() (net.Conn, error) {
	l.free <- struct{}{}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &limitedConn{Conn: conn, release: sync.OnceFunc(func() { <-l.free })}, nil
}

type limitedConn struct {
	net.Conn
	release func()
}

func (c *limitedConn) Close() error {
	c.release()
	return c.Conn.Close()
}
