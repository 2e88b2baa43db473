package web

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// guard refuses requests that are not from the page of this server. A page of another
// site is told by its Origin; a site that has its name point to this machine, by the
// Host; and who comes from another machine has to know the token.
type guard struct {
	port  int
	hosts []string // a request may name; nil means any, for then there is a token
	token string   // "" means that none is needed
}

func newGuard(address net.Addr, token string) guard {
	tcp, ok := address.(*net.TCPAddr)
	if ok && tcp.IP.IsLoopback() {
		port := strconv.Itoa(tcp.Port)
		g := guard{port: tcp.Port}
		for _, name := range []string{"127.0.0.1", "localhost", "::1", tcp.IP.String()} {
			g.hosts = append(g.hosts, net.JoinHostPort(name, port))
			if tcp.Port == http80 {
				g.hosts = append(g.hosts, strings.TrimSuffix(net.JoinHostPort(name, ""), ":"))
			}
		}
		return g
	}
	if token == "" {
		token = rand.Text()
	}
	g := guard{token: token}
	if ok {
		g.port = tcp.Port
	}
	return g
}

// http80 is the port that a browser leaves out.
const http80 = 80

// protect lets a handler see allowed requests only.
func (g *guard) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range safeHeaders {
			w.Header().Set(name, value)
		}
		if !g.knowsHost(r.Host) {
			http.Error(w, fmt.Sprintf("this server is not %.100q", r.Host), http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && !sameHost(origin, r.Host) {
			http.Error(w, "pages of other sites may not ask here", http.StatusForbidden)
			return
		}
		if g.token == "" {
			next.ServeHTTP(w, r)
			return
		}
		g.askToken(w, r, next)
	})
}

// safeHeaders keep a page from being framed, guessed at or told of to others. What it
// may load stands in the page itself.
var safeHeaders = map[string]string{
	"Content-Security-Policy":      "frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
}

func (g *guard) knowsHost(host string) bool {
	if g.hosts == nil {
		return true
	}
	for _, known := range g.hosts {
		if strings.EqualFold(known, host) {
			return true
		}
	}
	return false
}

func sameHost(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, host)
}

// askToken lets those through who have the token in their cookie. Who comes with it in
// the address, as it is printed, is given the cookie, so that the address of a game
// can be handed on without the token.
func (g *guard) askToken(w http.ResponseWriter, r *http.Request, next http.Handler) {
	name := fmt.Sprintf("kaeshi-%d", g.port)
	if given := r.URL.Query().Get("token"); r.URL.Path == "/" && g.isToken(given) {
		http.SetCookie(w, &http.Cookie{Name: name, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	if cookie, err := r.Cookie(name); err == nil && g.isToken(cookie.Value) {
		next.ServeHTTP(w, r)
		return
	}
	http.Error(w, "open this page by the address that kaeshi web has printed, with its token", http.StatusForbidden)
}

func (g *guard) isToken(given string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(g.token)) == 1
}

// URLs returns the addresses under which browsers find the page, the best first.
func (s *Server) URLs() []string {
	tcp, ok := s.listener.Addr().(*net.TCPAddr)
	if !ok {
		return nil
	}
	hosts := []string{tcp.IP.String()}
	if tcp.IP.IsUnspecified() {
		hosts = ownAddresses()
	}
	var urls []string
	for _, host := range hosts {
		u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, strconv.Itoa(tcp.Port)), Path: "/"}
		if s.guard.token != "" {
			u.RawQuery = url.Values{"token": {s.guard.token}}.Encode()
		}
		urls = append(urls, u.String())
	}
	return urls
}

// ownAddresses are those of this machine that others can reach, and at last the one
// that nobody else can.
func ownAddresses() (hosts []string) {
	addresses, _ := net.InterfaceAddrs() // without them the last one remains
	for _, a := range addresses {
		if network, ok := a.(*net.IPNet); ok && network.IP.IsGlobalUnicast() {
			hosts = append(hosts, network.IP.String())
		}
	}
	return append(hosts, "127.0.0.1")
}
