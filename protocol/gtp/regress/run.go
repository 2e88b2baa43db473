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

// The verdicts. The last two are of commands that are no tests: the engine
// refused one, or ended with it.
const (
	Passed Verdict = iota
	Failed
	UnexpectedPass
	KnownFailure
	Refused
	Ended
)

// String names the verdict as the reports do.
func (v Verdict) String() string {
	return [...]string{"PASSED", "FAILED", "unexpected pass", "known failure", "refused", "ERROR"}[v]
}

// Outcome is what became of a command.
type Outcome struct {
	Command
	Verdict Verdict
	Answer  string // with "?" before it if it was an error
	Err     error  // the engine ended, or did not answer in time
	Elapsed time.Duration
}

// Detail says what was wrong; "" if nothing was.
func (o *Outcome) Detail() string {
	not := ""
	if o.Not {
		not = "not "
	}
	switch {
	case o.Err != nil:
		return fmt.Sprintf("%q: %v", o.Text, o.Err)
	case o.Verdict == Refused:
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
// each other command that it refused or that it did not survive. An answer may take as long as patience.
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
		if command.Pattern != nil || o.Verdict == Refused || o.Verdict == Ended && o.Err != ended {
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
		o.Verdict = Refused
	case errors.Is(err, context.DeadlineExceeded):
		o.Err = fmt.Errorf("no answer in %v", patience)
	default:
		o.Err = err
	}
}

// judge turns what is known into a verdict.
func (o *Outcome) judge() {
	refused := o.Verdict == Refused
	switch {
	case o.Pattern == nil && o.Err != nil:
		o.Verdict = Ended
	case o.Pattern == nil:
	case o.Err == nil && !refused && o.Pattern.MatchString(o.Answer) != o.Not:
		if o.Verdict = Passed; o.Known {
			o.Verdict = UnexpectedPass
		}
	default:
		if o.Verdict = Failed; o.Known {
			o.Verdict = KnownFailure
		}
	}
}
