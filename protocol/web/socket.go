package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// What one page may ask for and keep us holding.
const (
	mostWaiting  = 256      // positions that wait to be searched
	smallMessage = 64 << 10 // anybody may send at any time
	largeMessage = 12 << 20 // with a file in it: mostLarge of them are read at a time
	mostLarge    = 2
	mostUnread   = 1 << 20 // bytes of answers that are not read: then no more questions are taken
	mostStale    = 1 << 18 // and partial answers are left out from here on
	patience     = 30 * time.Second
)

// socket speaks with one page until that closes.
func (s *Server) socket(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Origin") == "" {
		http.Error(w, "only the page of this server may ask here", http.StatusForbidden)
		return
	}
	select {
	case s.sockets <- struct{}{}:
		defer func() { <-s.sockets }()
	default:
		http.Error(w, "too many pages are open: close one", http.StatusServiceUnavailable)
		return
	}
	conn, err := websocket.Accept(w, r, nil) // which has answered, if it refuses
	if err != nil {
		return
	}
	s.open.Add(1)
	defer s.open.Done()
	defer conn.CloseNow()
	conn.SetReadLimit(largeMessage)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out := newOutbox()
	session := s.pool.NewSession(ctx, mostWaiting, out.put)
	defer session.Close()
	go func() {
		defer stop()
		out.deliver(ctx, conn)
	}()
	go func() {
		defer stop()
		keepAlive(ctx, conn)
	}()
	err = s.read(ctx, conn, out, session.Line)
	switch {
	case errors.Is(err, errNoText):
		conn.Close(websocket.StatusUnsupportedData, err.Error())
	case ctx.Err() != nil:
		conn.Close(websocket.StatusGoingAway, "the server ends")
	}
}

var errNoText = errors.New("messages are text")

// read hands the messages of a page on.
func (s *Server) read(ctx context.Context, conn *websocket.Conn, out *outbox, take func([]byte)) error {
	for out.waitForRoom(ctx) {
		kind, r, err := conn.Reader(ctx)
		if err != nil {
			return err
		}
		if kind != websocket.MessageText {
			return errNoText
		}
		if err := s.readMessage(ctx, r, take); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (s *Server) readMessage(ctx context.Context, r io.Reader, take func([]byte)) error {
	text, err := io.ReadAll(io.LimitReader(r, smallMessage))
	if err != nil {
		return err
	}
	if len(text) < smallMessage {
		take(text)
		return nil
	}
	select {
	case s.large <- struct{}{}:
		defer func() { <-s.large }()
	case <-ctx.Done():
		return ctx.Err()
	}
	rest, err := io.ReadAll(r)
	if err == nil {
		take(append(text, rest...))
	}
	return err
}

// keepAlive looks now and then whether the page is still there.
func keepAlive(ctx context.Context, conn *websocket.Conn) {
	ticker := time.NewTicker(patience)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		alive, end := context.WithTimeout(ctx, patience)
		err := conn.Ping(alive)
		end()
		if err != nil {
			return
		}
	}
}

// outbox keeps answers until the page has read them, so that no search waits for one.
type outbox struct {
	mu      sync.Mutex
	answers [][]byte
	size    int
	filled  chan struct{} // tells deliver of an answer
	emptied chan struct{} // tells waitForRoom of one less
}

func newOutbox() *outbox {
	return &outbox{filled: make(chan struct{}, 1), emptied: make(chan struct{}, 1)}
}

// put takes an answer. A partial one that would only be late is left out.
func (o *outbox) put(answer any) {
	partial, isPartial := answer.(interface{ IsPartial() bool })
	o.mu.Lock()
	late := o.size > mostStale
	o.mu.Unlock()
	if late && isPartial && partial.IsPartial() {
		return
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text = []byte(`{"id":null,"error":"the answer has no form in JSON"}`)
	}
	o.mu.Lock()
	o.answers = append(o.answers, text)
	o.size += len(text)
	o.mu.Unlock()
	signal(o.filled)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// deliver sends answers until ctx ends or the page does not read them.
func (o *outbox) deliver(ctx context.Context, conn *websocket.Conn) {
	for {
		o.mu.Lock()
		var next []byte
		if len(o.answers) > 0 {
			next, o.answers = o.answers[0], o.answers[1:]
		}
		o.mu.Unlock()
		if next == nil {
			select {
			case <-o.filled:
				continue
			case <-ctx.Done():
				return
			}
		}
		inTime, end := context.WithTimeout(ctx, patience)
		err := conn.Write(inTime, websocket.MessageText, next)
		end()
		if err != nil {
			return
		}
		o.mu.Lock()
		o.size -= len(next)
		o.mu.Unlock()
		signal(o.emptied)
	}
}

// waitForRoom reports whether another question may be taken; false means that ctx is
// over.
func (o *outbox) waitForRoom(ctx context.Context) bool {
	for {
		o.mu.Lock()
		full := o.size > mostUnread
		o.mu.Unlock()
		if !full {
			return ctx.Err() == nil
		}
		select {
		case <-o.emptied:
		case <-ctx.Done():
			return false
		}
	}
}
