//go:build js

package notation

import "syscall/js"

// findEncoding returns the encoding that has a label in the Encoding Standard, under its
// own name; "" if there is none. Every browser has the tables of them, which would be a
// tenth of what the page has to load.
func findEncoding(label string) (name string, decode func(string) (string, error)) {
	defer func() {
		if recover() != nil { // the constructor throws at what it does not know
			name, decode = "", nil
		}
	}()
	decoder := js.Global().Get("TextDecoder").New(label)
	name = decoder.Get("encoding").String()
	if name == "windows-1252" { // which Node takes for Latin-1
		return name, func(text string) (string, error) { return fromLatin1([]byte(text)), nil }
	}
	return name, func(text string) (string, error) {
		bytes := js.Global().Get("Uint8Array").New(len(text))
		js.CopyBytesToJS(bytes, []byte(text))
		return decoder.Call("decode", bytes).String(), nil
	}
}
