package train

import (
	"errors"
	"fmt"
	"io"

	"kaeshi/weights/train"
)

// printErrors prints the errors of an evaluation, a line for each number of empties.
func printErrors(w io.Writer, errs *train.ByEmpties) error {
	const format = "%7s %10d %9.3f %9.3f %12.4f\n"
	fmt.Fprintf(w, "%7s %10s %9s %9s %12s\n", "empties", "positions", "mean abs", "RMS", "correlation")
	for empties := range errs {
		if e := &errs[empties]; e.Count > 0 {
			fmt.Fprintf(w, format, fmt.Sprint(empties), e.Count, e.MeanAbsolute(), e.RootMeanSquare(), e.Correlation())
		}
	}
	total := errs.Total()
	if total.Count == 0 {
		return errors.New("no position to measure")
	}
	_, err := fmt.Fprintf(w, format, "all", total.Count, total.MeanAbsolute(), total.RootMeanSquare(), total.Correlation())
	return err
}
