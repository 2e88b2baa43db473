// Package web is the board in the browser: a server for one page, which is embedded, and
// for the WebSocket over which the page speaks the JSON of package jsonl.
//
// Nobody but the page itself may drive the engine: see guard. Nothing is written to
// disk, and no file is opened.
package web

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"kaeshi/protocol/jsonl"
	"kaeshi/protocol/web/page"
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
	go page.Files() // which are ready then when the browser asks for them
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
	mux.HandleFunc("GET /", servePage)
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

// servePage answers with a file of the page.
func servePage(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = page.First
	}
	file, known := page.Files()[name]
	if !known {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", file.Type)
	w.Header().Set("Cache-Control", "no-cache") // ask each time whether it is still the same
	w.Header().Set("ETag", file.Tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file.Text))
}
