//go:build js

// Command wasm is the engine for the page without a server: a worker of the browser
// runs it, and speaks to it in the JSON of package jsonl.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"kaeshi/book"
	"kaeshi/engine"
	"kaeshi/protocol/jsonl"
)

// version is set by the linker.
var version = "unknown"

const (
	hashMB      = 32
	mostWaiting = 256
)

func main() {
	options := engine.Options{Threads: 1, HashMB: hashMB, Book: book.Embedded()}
	e, err := engine.New(options)
	if err != nil {
		panic(err) // it has no file that could be wrong
	}
	pool := jsonl.NewPool([]jsonl.Engine{e}, jsonl.Options{Version: version, Level: engine.DefaultLevel, Book: options.Book})
	post := js.Global().Get("postMessage")
	session := pool.NewSession(context.Background(), mostWaiting, func(answer any) {
		if text, err := json.Marshal(answer); err == nil {
			post.Invoke(string(text))
		}
	})
	js.Global().Set("kaeshiLine", js.FuncOf(func(_ js.Value, lines []js.Value) any {
		session.Line([]byte(lines[0].String()))
		return nil
	}))
	js.Global().Call("kaeshiReady")
	select {}
}
