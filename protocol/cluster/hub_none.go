//go:build nohub

package cluster

import (
	"context"
	"errors"
)

// HasHub reports whether this build can be a hub.
const HasHub = false

// HubOptions are how a hub is run.
type HubOptions struct {
	Dir, Listen, TokenFile, CertFile, KeyFile string
	Ready                                     func(url, token, tokenFile string)
	Say                                       func(text string)
}

// Serve says that this build has no hub in it.
func Serve(context.Context, HubOptions) error {
	return errors.New("this program was built without a hub (-tags nohub); use one that has it, or nats-server -js")
}
