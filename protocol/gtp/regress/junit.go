package regress

import (
	"encoding/xml"
	"io"
	"time"
)

// Report is the outcomes of one suite.
type Report struct {
	Name     string
	Outcomes []Outcome
	Elapsed  time.Duration
}

// Count returns how many outcomes have the verdict.
func (r *Report) Count(v Verdict) (n int) {
	for i := range r.Outcomes {
		if r.Outcomes[i].Verdict == v {
			n++
		}
	}
	return n
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     float64      `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     float64     `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    float64       `xml:"time,attr"`
	Failure *junitMessage `xml:"failure"`
	Error   *junitMessage `xml:"error"`
	Skipped *junitMessage `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
}

// WriteJUnit writes the reports as JUnit XML. A known failure is a skipped test,
// which no reader of such files takes for a fault.
func WriteJUnit(w io.Writer, reports []Report) error {
	var all junitSuites
	for i := range reports {
		suite := reports[i].junit()
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Errors += suite.Errors
		all.Skipped += suite.Skipped
		all.Time += suite.Time
		all.Suites = append(all.Suites, suite)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (r *Report) junit() junitSuite {
	suite := junitSuite{
		Name:     r.Name,
		Tests:    len(r.Outcomes),
		Failures: r.Count(Failed),
		Errors:   r.Count(Ended),
		Skipped:  r.Count(KnownFailure),
		Time:     r.Elapsed.Seconds(),
	}
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		test := junitCase{Class: r.Name, Name: o.Text, Time: o.Elapsed.Seconds()}
		message := &junitMessage{o.Detail()}
		switch o.Verdict {
		case Failed:
			test.Failure = message
		case Ended:
			test.Error = message
		case KnownFailure:
			test.Skipped = message
		case UnexpectedPass:
			test.Output = o.Verdict.String()
		case Refused:
			test.Output = o.Verdict.String() + ": " + o.Detail()
		}
		suite.Cases = append(suite.Cases, test)
	}
	return suite
}
