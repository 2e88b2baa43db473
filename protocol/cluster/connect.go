package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrStuck is what ends a hub whose server does not end when it should: with a full disk
// it can wait for itself for ever (nats-server 2.15.2, while it purges messages). Nothing is
// lost, but only a new process can go on.
var ErrStuck = errors.New("the server inside does not end, as may happen when its disk is full: start the hub again, nothing is lost")

// undated returns a context that ends with ctx, or when end is called, but has no deadline.
// The client gives requests their own limit, requestLimit, only under such a context; else a
// request whose answer was lost with a hub would wait until the deadline.
func undated(ctx context.Context) (own context.Context, end context.CancelFunc) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	return own, func() { stop(); cancel() }
}

// Address is how to reach a hub.
type Address struct {
	URL       string
	TokenFile string // holds the token, unless the URL does
	CAFile    string // certificates to trust besides the system's
	// Say is told of what befalls the connection, a line each.
	Say func(text string)
}

// Hub is a connection to a hub. It comes back by itself after it was lost.
type Hub struct {
	url  string
	conn *nats.Conn
	js   jetstream.JetStream
	say  func(string)
	gone chan struct{} // closed when it will not come back
	why  error
}

// Dial connects to a hub. If wait is set and nobody listens there yet, it waits until
// somebody does or ctx ends.
func Dial(ctx context.Context, a Address, wait bool) (*Hub, error) {
	shown, options, err := a.options()
	if err != nil {
		return nil, err
	}
	h := &Hub{url: shown, say: a.Say, gone: make(chan struct{})}
	if h.say == nil {
		h.say = func(string) {}
	}
	options = append(options,
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				h.say(fmt.Sprintf("lost the hub at %s (%v); trying again until it is back", shown, err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { h.say(fmt.Sprintf("the hub at %s is back", shown)) }),
		nats.ClosedHandler(func(c *nats.Conn) {
			h.why = explain(shown, c.LastError())
			close(h.gone)
		}),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // who asked is told
	)
	for told := false; ; told = true {
		h.conn, err = nats.Connect(a.URL, options...)
		if err == nil {
			break
		}
		if !wait || !isAbsent(err) {
			return nil, explain(shown, err)
		}
		if !told {
			h.say(fmt.Sprintf("no hub at %s yet; waiting for it", shown))
		}
		if !pause(ctx, time.Second) {
			return nil, ctx.Err()
		}
	}
	if h.js, err = jetstream.New(h.conn, jetstream.WithDefaultTimeout(requestLimit)); err != nil {
		h.Close()
		return nil, err
	}
	begun := time.Now()
	for told := false; ; told = true { // a hub that is just being restored says nothing of streams
		if err = h.prepare(ctx); err == nil || !isPassing(err) || !wait && (!isLate(err) || time.Since(begun) > formLimit) {
			break
		}
		if !told {
			h.say(fmt.Sprintf("%s: %v; waiting for it", shown, err))
		}
		if !pause(ctx, time.Second) {
			break
		}
	}
	if err != nil {
		h.Close()
		if isLate(err) {
			err = fmt.Errorf("the server gives no answer about its streams (%w)", err)
		}
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	return h, nil
}

// Close ends the connection.
func (h *Hub) Close() {
	h.conn.Close()
	<-h.gone
}

func (a Address) options() (shown string, options []nats.Option, err error) {
	u, err := url.Parse(a.URL)
	if err != nil || u.Host == "" {
		return "", nil, fmt.Errorf("--hub %s: not an address such as nats://127.0.0.1:4222", a.URL)
	}
	u.User = nil // the token is nobody's business
	options = []nats.Option{
		nats.Name("kaeshi"),
		nats.Timeout(requestLimit),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.ReconnectBufSize(-1), // what cannot be sent is tried again by who sends it
		nats.PingInterval(10 * time.Second),
		nats.MaxPingsOutstanding(2),
	}
	if a.TokenFile != "" {
		token, err := ReadToken(a.TokenFile)
		if err != nil {
			return "", nil, fmt.Errorf("--token-file: %w", err)
		}
		options = append(options, nats.Token(token))
	}
	if a.CAFile != "" {
		text, err := os.ReadFile(a.CAFile)
		if err != nil {
			return "", nil, fmt.Errorf("--tls-ca: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return "", nil, fmt.Errorf("--tls-ca: %s has no certificate in PEM form", a.CAFile)
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	return u.String(), options, nil
}

// ReadToken reads the file that a hub made.
func ReadToken(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" || strings.ContainsAny(token, " \t\n") {
		return "", fmt.Errorf("%s holds no token: one word is wanted", path)
	}
	return token, nil
}

// isAbsent reports whether an error means that nobody listens there.
func isAbsent(err error) bool {
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || strings.Contains(err.Error(), "connection refused") ||
		strings.Contains(err.Error(), "i/o timeout") || strings.Contains(err.Error(), "connection reset") || errors.Is(err, io.EOF)
}

// isPassing reports whether it may go by itself what keeps a hub from serving.
func isPassing(err error) bool {
	return isLate(err) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrConnectionReconnecting) ||
		errors.Is(err, nats.ErrReconnectBufExceeded) || errors.Is(err, nats.ErrDisconnected)
}

// isLate reports whether there was no answer in time, as from a cluster that has no
// leader yet.
func isLate(err error) bool {
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded)
}

// explain says what a failed connection means, and what to do.
func explain(url string, err error) error {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case err == nil:
		return fmt.Errorf("the connection to the hub at %s was closed", url)
	case errors.Is(err, nats.ErrAuthorization), strings.Contains(strings.ToLower(err.Error()), "authorization violation"):
		return fmt.Errorf("the hub at %s refuses the token; take the line that kaeshi hub printed, or name its file with --token-file", url)
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid):
		return fmt.Errorf("the certificate of the hub at %s is not trusted (%w); name the one it was signed with by --tls-ca", url, err)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("the hub at %s wants TLS; begin its address with tls:// and name its certificate with --tls-ca", url)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("the hub at %s has no TLS; begin its address with nats:// and leave --tls-ca out", url)
	case isAbsent(err):
		return fmt.Errorf("no hub at %s (%w); start one with kaeshi hub DIR, or correct the address", url, err)
	}
	return fmt.Errorf("hub at %s: %w", url, err)
}

// pause waits, and reports false if ctx ended meanwhile.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
