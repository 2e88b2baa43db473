package train

import (
	"fmt"
	"io"

	"kaeshi/engine/notation"
	"kaeshi/weights/train"
)

// printErrors prints the errors of an evaluation, a line for each number of empties.
func printErrors(w io.Writer, errs *train.ByEmpties) error {
	total := errs.Total()
	judged := total.Chosen > 0
	fmt.Fprintf(w, "%7s %10s %9s %9s %12s %7s %7s %7s", "empties", "positions", "mean abs", "RMS", "correlation", "bias", "slope", "fitted")
	if judged {
		fmt.Fprintf(w, " %7s %7s %6s %6s %6s", "choices", "regret", "first", "of 2", "of 3")
	}
	fmt.Fprintln(w)
	for empties := range errs {
		if y := &errs[empties]; y.Values.Count > 0 {
			printLine(w, fmt.Sprint(empties), y, judged)
		}
	}
	return printLine(w, "all", total, judged)
}

func printLine(w io.Writer, name string, y *train.Yardstick, judged bool) error {
	e := &y.Values
	fmt.Fprintf(w, "%7s %10d %9.3f %9.3f %12.4f %7s %7.3f %7.3f", name, e.Count,
		e.MeanAbsolute(), e.RootMeanSquare(), e.Correlation(), notation.FormatScore(e.Bias(), 2), e.Slope(), e.Fitted())
	if judged && y.Chosen > 0 {
		fmt.Fprintf(w, " %7d %7.3f %5.1f%% %5.1f%% %5.1f%%", y.Chosen, y.Regret(), 100*y.Share(1), 100*y.Share(2), 100*y.Share(3))
	}
	_, err := fmt.Fprintln(w)
	return err
}
