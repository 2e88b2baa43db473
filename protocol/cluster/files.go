package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"kaeshi/engine/disk"
)

// Weights and books travel by the SHA-256 of what is in them. A worker finds them by that
// and checks them by it, so no name from elsewhere ever becomes a path.

// PutFile stores a file at the hub, unless it is there, and returns its SHA-256.
func (h *Hub) PutFile(ctx context.Context, path string) (sum string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	sum = hex.EncodeToString(hash.Sum(nil))
	store, err := h.js.ObjectStore(ctx, filesBucket)
	if err != nil {
		return "", serverError(err)
	}
	const fresh = keepFor / 2 // older ones may end before a long run does
	if info, err := store.GetInfo(ctx, sum); err == nil && time.Since(info.ModTime) < fresh {
		return sum, nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	if _, err := store.Put(ctx, jetstream.ObjectMeta{Name: sum, Description: filepath.Base(path)}, file); err != nil {
		return "", fmt.Errorf("%s cannot be stored at the hub: %w", path, serverError(err))
	}
	return sum, nil
}

// File returns the path of a file in the folder cache, where it is fetched to if need be.
func (h *Hub) File(ctx context.Context, sum, cache string) (path string, err error) {
	if raw, err := hex.DecodeString(sum); err != nil || len(raw) != sha256.Size {
		return "", fmt.Errorf("a file is named by %q, which is no SHA-256", sum)
	}
	path = filepath.Join(cache, sum)
	if got, err := sumOf(path); err == nil && got == sum {
		return path, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	store, err := h.js.ObjectStore(ctx, filesBucket)
	if err != nil {
		return "", serverError(err)
	}
	object, err := store.Get(ctx, sum)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return "", fmt.Errorf("the hub has no file %s", sum)
	}
	if err != nil {
		return "", serverError(err)
	}
	defer object.Close()
	data, err := io.ReadAll(object)
	if err != nil {
		return "", err
	}
	got := sha256.Sum256(data)
	if hex.EncodeToString(got[:]) != sum {
		return "", fmt.Errorf("the file %s at the hub is damaged", sum)
	}
	return path, disk.WriteFile(path, data)
}

func sumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return hex.EncodeToString(hash.Sum(nil)), err
}
