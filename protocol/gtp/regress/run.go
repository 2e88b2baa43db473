package regress

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kaeshi/protocol/gtp/client"
)

// Verdict is the outcome of one test.
type Verdict int

// The verdicts. A Broken command is no test: the engine refused a command that
// sets the position up, or ended.
const (
	Passed Verdict = iota
	Failed
	UnexpectedPass
	KnownFailure
	Broken
)

// String names the verdict as the reports do.
func (v Verdict) String() string {
	return [...]string{"PASSED", "FAILED", "unexpected pass", "known failure", "ERROR"}[v]
}

// Good tells whether a suite with this verdict passes.
func (v Verdict) Good() bool { return v != Failed && v != Broken }

// Outcome is what became of a command.
type Outcome struct {
	Command
	Verdict Verdict
	Answer  string // with "?" before it if it was an error
	Err     error  // the engine ended, or did not answer in time
	Elapsed time.Duration
}

// Detail says why an outcome is not good; "" if it is.
func (o *Outcome) Detail() string {
	not := ""
	if o.Not {
		not = "not "
	}
	switch {
	case o.Err != nil:
		return fmt.Sprintf("%q: %v", o.Text, o.Err)
	case o.Verdict == Broken:
		return fmt.Sprintf("%q: the answer is %s", o.Text, quote(o.Answer))
	case o.Verdict == Failed || o.Verdict == KnownFailure:
		return fmt.Sprintf("correct is %s[%s], the answer is %s", not, o.Correct, quote(o.Answer))
	}
	return ""
}

// quote puts an answer on one line, without the middle of a long one.
func quote(answer string) string {
	const enough = 100
	if len(answer) > 2*enough {
		return fmt.Sprintf("%q...%q", answer[:enough], answer[len(answer)-enough:])
	}
	return fmt.Sprintf("%q", answer)
}

// Run sends the commands of a suite to an engine and tells of each test, and of
// each command that breaks the suite. An answer may take as long as patience.
// After a command that the engine did not survive, the tests left fail.
func Run(ctx context.Context, engine *client.Client, suite []Command, patience time.Duration, tell func(Outcome)) {
	var ended error
	for _, command := range suite {
		if ctx.Err() != nil {
			return
		}
		o := Outcome{Command: command, Err: ended}
		if ended == nil {
			o.ask(ctx, engine, patience)
			if o.Err != nil {
				ended = fmt.Errorf("the engine is gone since line %d", command.Line)
			}
		}
		o.judge()
		if command.Pattern != nil || o.Verdict == Broken && (ended == nil || o.Err != ended) {
			tell(o)
		}
	}
}

func (o *Outcome) ask(ctx context.Context, engine *client.Client, patience time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	start := time.Now()
	answer, err := engine.Command(ctx, o.Text)
	o.Elapsed = time.Since(start)
	o.Answer = answer
	switch {
	case errors.Is(err, client.ErrFailed):
		o.Answer = "? " + answer
		o.Verdict = Broken
	case errors.Is(err, context.DeadlineExceeded):
		o.Err = fmt.Errorf("no answer in %v", patience)
	default:
		o.Err = err
	}
}

// judge turns what is known into a verdict.
func (o *Outcome) judge() {
	switch refused := o.Verdict == Broken || o.Err != nil; {
	case o.Pattern == nil && refused:
		o.Verdict = Broken
	case o.Pattern == nil:
	case !refused && o.Pattern.MatchString(o.Answer) != o.Not:
		if o.Verdict = Passed; o.Known {
			o.Verdict = UnexpectedPass
		}
	default:
		if o.Verdict = Failed; o.Known {
			o.Verdict = KnownFailure
		}
	}
}
