// Command gen writes the assembly of the kernels: go run . in this directory.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// output is a file, relative to the engine's folder, and what goes into it.
type output struct {
	path string
	fill func(*build.Context)
	data func(*ir.File)
}

var outputs = []output{
	{path: "board/tables_amd64.s", data: addTables},
	{path: "board/cpu_amd64.s", fill: cpuid},
	{path: "board/moves_amd64.s", fill: moves},
	{path: "board/flip_amd64.s", fill: flips},
	{path: "board/stable_amd64.s", fill: stable},
	{path: "board/successors_amd64.s", fill: successors},
	{path: "search/last_amd64.s", fill: last},
	{path: "search/near_amd64.s", fill: nearMoves},
	{path: "tt/prefetch_amd64.s", fill: prefetch},
	{path: "eval/kernel_amd64.s", fill: evaluation},
	{path: "../weights/rows_amd64.s", fill: unpackRows},
}

const engine = "../../engine"

func main() {
	log.SetFlags(0)
	for _, out := range outputs {
		text, err := out.generate()
		if err == nil {
			err = os.WriteFile(filepath.Join(engine, out.path), text, 0o644)
		}
		if err != nil {
			log.Fatalf("%s: %v", out.path, err)
		}
	}
}

// generate returns the text of the file.
func (out *output) generate() ([]byte, error) {
	c := build.NewContext()
	c.ConstraintExpr("amd64,!purego")
	if out.fill != nil {
		out.fill(c)
	}
	file, err := c.Result()
	if err != nil {
		return nil, err
	}
	if out.data != nil {
		out.data(file)
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, err
	}
	return printer.NewGoAsm(printer.Config{Name: "scripts/gen"}).Print(file)
}

// tableSymbol names the table as code in the package with the given path calls
// it: its own package needs no path.
func tableSymbol(importPath string) operand.Symbol {
	return operand.Symbol{Name: importPath + "·squares"}
}
