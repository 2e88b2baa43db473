package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// results makes the way by which results come, from the one after seq on. It is asked
// for, not sent: so a coordinator that is slow is not flooded, and after a lost
// connection it begins again where it was.
func (s *Session) results(after uint64) (jetstream.Consumer, error) {
	return s.hub.js.CreateConsumer(s.ctx, resultsStream, jetstream.ConsumerConfig{
		FilterSubject: resultsSubject + s.run.ID + ".*", AckPolicy: jetstream.AckNonePolicy,
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1,
		InactiveThreshold: time.Minute, MemoryStorage: true, Replicas: 1,
	})
}

const (
	fetchAtOnce = 256
	fetchWait   = 2 * time.Second
)

// receiveForEver takes results until the session ends.
func (s *Session) receiveForEver() {
	s.mu.Lock()
	after := s.lastStored()
	s.mu.Unlock()
	var from jetstream.Consumer
	var heard uint64 // of the consumer
	for s.ctx.Err() == nil {
		if from == nil {
			var err error
			if from, err = s.results(after); err != nil {
				s.trouble(err)
				pause(s.ctx, retryPause)
				continue
			}
			heard = 0
		}
		waiting, cancel := context.WithTimeout(s.ctx, fetchWait)
		batch, err := from.Fetch(1, jetstream.FetchContext(waiting))
		whole := true
		if err == nil {
			for m := range batch.Messages() {
				after, heard, whole = s.receiveOne(m, after, heard)
				if !whole {
					break
				}
			}
			if err = batch.Error(); err == nil {
				after, heard, whole, err = s.receiveMore(from, after, heard, whole)
			}
		}
		if !whole || err != nil && waiting.Err() == nil {
			from = nil // begin again behind the last one that came
			pause(s.ctx, retryPause/10)
		}
		cancel()
	}
}

// receiveMore takes what is there already.
func (s *Session) receiveMore(from jetstream.Consumer, after, heard uint64, whole bool) (uint64, uint64, bool, error) {
	for whole {
		batch, err := from.FetchNoWait(fetchAtOnce)
		if err != nil {
			return after, heard, whole, err
		}
		n := 0
		for m := range batch.Messages() {
			n++
			if whole {
				after, heard, whole = s.receiveOne(m, after, heard)
			}
		}
		if err := batch.Error(); err != nil || n < fetchAtOnce {
			return after, heard, whole, err
		}
	}
	return after, heard, whole, nil
}

// receiveOne takes a message. It is not whole if one before it has not come.
func (s *Session) receiveOne(m jetstream.Msg, after, heard uint64) (uint64, uint64, bool) {
	about, err := m.Metadata()
	if err != nil {
		return after, heard, true // not from the stream
	}
	if about.Sequence.Consumer != heard+1 {
		return after, heard, false
	}
	r, err := decodeResult(m.Data(), s.run.ID)
	if err != nil {
		s.hub.say(fmt.Sprintf("leaves out what is no result: %d bytes at %s", len(m.Data()), m.Subject()))
	}
	s.take(about.Sequence.Stream, &r)
	return about.Sequence.Stream, about.Sequence.Consumer, true
}

// receive takes so many results that are there when the session begins.
func (s *Session) receive(from jetstream.Consumer, count int) {
	var after, heard uint64
	for whole := true; count > 0 && whole; {
		batch, err := from.FetchNoWait(min(count, fetchAtOnce))
		if err != nil {
			return
		}
		n := 0
		for m := range batch.Messages() {
			n++
			if whole {
				after, heard, whole = s.receiveOne(m, after, heard)
			}
		}
		if n == 0 {
			return
		}
		count -= n
	}
}

func (s *Session) lastStored() uint64 {
	if len(s.stored) == 0 {
		return s.removed
	}
	return s.stored[len(s.stored)-1].seq
}

// lookAfter keeps the run known to the hub, counts the crew, removes results that are
// kept, and asks again what the hub has lost.
func (s *Session) lookAfter() {
	lastLook := time.Now()
	for {
		if err := s.announce(); err != nil {
			s.trouble(err)
		} else {
			s.mu.Lock()
			s.said = ""
			s.mu.Unlock()
		}
		s.countCrew()
		s.removeKept()
		if time.Since(lastLook) >= s.timing.Lease {
			s.findLost()
			lastLook = time.Now()
		}
		if !pause(s.ctx, min(s.timing.Sign, s.timing.Lease)/2) {
			return
		}
	}
}

// countCrew counts the workers that fit and live.
func (s *Session) countCrew() {
	signs, now, err := s.hub.workers(s.ctx)
	if err != nil {
		return
	}
	var crew Crew
	for i := range signs {
		switch sign := &signs[i]; {
		case now.Sub(sign.Seen) > 4*s.timing.Sign:
		case sign.Fits(&s.run.Spec):
			crew.Workers++
			crew.Slots += sign.Slots
		default:
			crew.Others = append(crew.Others, *sign)
		}
	}
	s.mu.Lock()
	s.slots, s.run.Workers = crew.Slots, crew.Workers
	s.mu.Unlock()
	s.rouse()
	if s.crew != nil {
		s.crew(crew)
	}
}

// removeKept removes the results from the hub whose answers are all kept.
func (s *Session) removeKept() {
	s.mu.Lock()
	upTo, n := s.removed, 0
	for _, stored := range s.stored {
		if s.anyOpen(stored.names) {
			break
		}
		upTo = stored.seq
		n++
	}
	s.mu.Unlock()
	if n == 0 {
		return
	}
	if err := s.purge(s.ctx, resultsStream, resultsSubject+s.run.ID+".>", upTo+1); err != nil {
		return // next time
	}
	s.mu.Lock()
	s.stored, s.removed = s.stored[n:], upTo
	s.mu.Unlock()
}

func (s *Session) anyOpen(names []string) bool {
	for _, name := range names {
		if s.asked[name] != nil {
			return true
		}
		if _, waits := s.early[name]; waits && s.resuming {
			return true
		}
	}
	return false
}

// purge removes messages before a sequence number; 0 removes them all.
func (s *Session) purge(ctx context.Context, stream, subject string, before uint64) error {
	handle, err := s.hub.js.Stream(ctx, stream)
	if err != nil {
		return err
	}
	options := []jetstream.StreamPurgeOpt{jetstream.WithPurgeSubject(subject)}
	if before > 0 {
		options = append(options, jetstream.WithPurgeSequence(before))
	}
	return handle.Purge(ctx, options...)
}

// findLost asks again what is neither waiting at the hub nor has come back: a job whose
// result was damaged, or a hub that began anew.
func (s *Session) findLost() {
	ctx, cancel := context.WithTimeout(s.ctx, requestLimit)
	defer cancel()
	handle, err := s.hub.js.Stream(ctx, jobsStream)
	if err != nil {
		return
	}
	info, err := handle.Info(ctx, jetstream.WithSubjectFilter(jobsSubject+s.run.ID+".>"))
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for job, sent := range s.sent {
		if _, there := info.State.Subjects[jobsSubject+s.run.ID+"."+job]; there {
			sent.missed = 0
			continue
		}
		// A result is stored before its job goes, so at the second look it has come.
		if sent.missed++; sent.missed > 1 {
			s.giveUpJob(job)
		}
	}
	s.rouse()
}

// leftJobs returns the jobs that an earlier coordinator has left at the hub, and removes
// what is no job.
func (s *Session) leftJobs() (left []job, err error) {
	ctx, cancel := context.WithTimeout(s.ctx, 2*requestLimit)
	defer cancel()
	handle, err := s.hub.js.Stream(ctx, jobsStream)
	if err != nil {
		return nil, err
	}
	for seq := uint64(1); ; {
		m, err := handle.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(jobsSubject+s.run.ID+".*"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return left, nil
		}
		if err != nil {
			return nil, err
		}
		seq = m.Sequence + 1
		run, name, ok := jobOf(m.Subject, jobsSubject)
		j, err := decodeJob(m.Data, run, name)
		if !ok || err != nil {
			_ = handle.DeleteMsg(ctx, m.Sequence)
			continue
		}
		left = append(left, j)
	}
}

// missing is how many questions of jobs and answers that were left behind have not been
// asked again yet.
func (s *Session) missing(left []job) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.early)
	for i := range left {
		for _, q := range left[i].Questions {
			if s.asked[q.Name] == nil {
				n++
			}
		}
	}
	return n
}

// adopt takes over the jobs that were left behind, and removes those that ask nothing
// which is still open.
func (s *Session) adopt(left []job) {
	for i := range left {
		if !s.adoptJob(&left[i]) {
			_ = s.purge(s.ctx, jobsStream, jobsSubject+s.run.ID+"."+left[i].Name, 0)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resuming = false
	clear(s.early)
}

// adoptJob reports whether a job that is at the hub asks something that is open.
func (s *Session) adoptJob(j *job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	sent := &sentJob{}
	for _, q := range j.Questions {
		if a := s.asked[q.Name]; a != nil && !a.told && a.job == "" {
			a.job = j.Name
			sent.open = append(sent.open, q.Name)
		}
	}
	if len(sent.open) == 0 {
		return false
	}
	s.sent[j.Name] = sent
	inJob := func(a *asked) bool { return a.job != "" }
	kept := s.queue[:0]
	for _, a := range s.queue {
		if !inJob(a) {
			kept = append(kept, a)
		}
	}
	s.queue = kept
	return true
}

// isThere reports whether a job was refused because it is at the hub already.
func isThere(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "per subject")
}
