//go:build !nohub

package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// plainServer starts a NATS server as others run it: without anything of ours.
func plainServer(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.NoSigs, o.NoLog, o.JetStream, o.StoreDir = "127.0.0.1", true, true, true, t.TempDir()
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

func TestPlainServer(t *testing.T) {
	s := plainServer(t, &server.Options{})
	until(t, "the server listens", func() bool { return s.ReadyForConnections(time.Second) })
	h := &testHub{url: s.ClientURL()}
	startWorker(t, h, "worker", 2, square, nil)
	p, _ := place(t, h)
	do(t, p, 40)
}

func TestServerWithoutJetStream(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(s.Shutdown)
	until(t, "the server listens", func() bool { return s.ReadyForConnections(time.Second) })
	if _, err := Dial(t.Context(), Address{URL: s.ClientURL()}, false); err == nil || !strings.Contains(err.Error(), "JetStream is off there") {
		t.Errorf("error %v", err)
	}
}

// writeCertificate makes a certificate that signed itself.
func writeCertificate(t *testing.T, dir, name string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, name+".pem"), filepath.Join(dir, name+".key")
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: cert}, keyFile: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

func TestCertificates(t *testing.T) {
	dir := t.TempDir()
	cert, key := writeCertificate(t, dir, "hub")
	other, _ := writeCertificate(t, dir, "other")
	h := startHub(t, t.TempDir(), "127.0.0.1:0", func(o *HubOptions) { o.CertFile, o.KeyFile = cert, key })
	plain := newHub(t)
	for _, test := range []struct{ url, ca, token, want string }{
		{h.url, cert, h.tokenFile, ""},
		{h.url, "", h.tokenFile, "is not trusted"},
		{h.url, other, h.tokenFile, "is not trusted"},
		{h.url, filepath.Join(dir, "none"), h.tokenFile, "--tls-ca: "},
		{h.url, key, h.tokenFile, "has no certificate"},
		{h.url, cert, plain.tokenFile, "refuses the token"},
		{plain.url, cert, plain.tokenFile, "has no TLS"},
	} {
		hub, err := Dial(t.Context(), Address{URL: test.url, CAFile: test.ca, TokenFile: test.token}, false)
		switch {
		case err == nil && test.want == "":
			hub.Close()
		case err == nil || test.want == "" || !strings.Contains(err.Error(), test.want):
			t.Errorf("%s with %q: %v", test.url, test.ca, err)
		}
	}
}
