package humanfit

import (
	"context"
	"math"
	"math/rand/v2"

	"kaeshi/engine/human"
)

func exp2(x float64) float64 { return math.Exp2(x) }

// Sample is a choice as a net sees it.
type Sample struct {
	Moves  [][human.Inputs]float32
	Played int
}

// NewSample returns the sample of a choice; ok is false if its move is not there.
func NewSample(m *human.Model, c *Choice, j *human.Judgement, skill float64, searched bool) (s Sample, ok bool) {
	situation := c.Situation(skill)
	s = Sample{Moves: m.Inputs(&situation, j, searched), Played: -1}
	for i, sq := range j.Moves {
		if sq == c.Played {
			s.Played = i
		}
	}
	return s, s.Played >= 0
}

// parameters is the number of weights of a net.
const parameters = human.Inputs + human.Hidden*(human.Inputs+2)

// flatten lists the weights of a net in a fixed order.
func flatten(n *human.Net, f func(i int, w *float32)) {
	k := 0
	next := func(w *float32) { f(k, w); k++ }
	for i := range n.Linear {
		next(&n.Linear[i])
	}
	for h := range n.In {
		for i := range n.In[h] {
			next(&n.In[h][i])
		}
	}
	for h := range n.Bias {
		next(&n.Bias[h])
	}
	for h := range n.Out {
		next(&n.Out[h])
	}
}

// NetOptions say how a net is fitted.
type NetOptions struct {
	Epochs int
	Batch  int
	Rate   float64
	Seed   uint64
}

// FitNet fits a net by Adam (Kingma, Ba 2015) to the samples, in an order that the seed
// decides. It reports the mean loss of each pass.
func FitNet(ctx context.Context, samples []Sample, o NetOptions, report func(epoch int, loss float64)) (*human.Net, error) {
	random := rand.New(rand.NewPCG(o.Seed, 0))
	net := &human.Net{}
	for h := range net.In {
		for i := range net.In[h] {
			net.In[h][i] = float32(random.NormFloat64() / math.Sqrt(human.Inputs))
		}
		net.Out[h] = float32(random.NormFloat64() / math.Sqrt(human.Hidden) / 4)
	}
	var first, second [parameters]float64
	order := make([]int, len(samples))
	for i := range order {
		order[i] = i
	}
	step := 0
	steps := o.Epochs * ((len(samples) + o.Batch - 1) / o.Batch)
	for epoch := range o.Epochs {
		random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		sum := 0.0
		for from := 0; from < len(order); from += o.Batch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			batch := order[from:min(from+o.Batch, len(order))]
			gradient := &human.Net{}
			for _, i := range batch {
				sum += learn(net, gradient, &samples[i])
			}
			step++
			rate := o.Rate * (1 - 0.98*float64(step)/float64(steps))
			correct1, correct2 := 1-math.Pow(0.9, float64(step)), 1-math.Pow(0.999, float64(step))
			var slopes [parameters]float32
			flatten(gradient, func(i int, g *float32) { slopes[i] = *g })
			flatten(net, func(i int, w *float32) {
				g := float64(slopes[i]) / float64(len(batch))
				first[i] += 0.1 * (g - first[i])
				second[i] += 0.001 * (g*g - second[i])
				*w += float32(rate * first[i] / correct1 / (math.Sqrt(second[i]/correct2) + 1e-8))
			})
		}
		report(epoch+1, sum/float64(len(samples)))
	}
	return net, nil
}

// learn adds the slopes of the log likelihood of a sample, and returns its loss.
func learn(net, gradient *human.Net, s *Sample) float64 {
	var active [64][human.Hidden]float32
	var p [64]float64
	logits := p[:len(s.Moves)]
	for i := range s.Moves {
		logits[i] = float64(net.Logit(&s.Moves[i], &active[i]))
	}
	human.Softmax(logits)
	for i := range s.Moves {
		g := float32(-logits[i])
		if i == s.Played {
			g++
		}
		x := &s.Moves[i]
		for k, v := range x {
			gradient.Linear[k] += g * v
		}
		for h, a := range &active[i] {
			gradient.Out[h] += g * a
			back := g * net.Out[h] * human.Slope(a)
			gradient.Bias[h] += back
			in := &gradient.In[h]
			for k, v := range x {
				in[k] += back * v
			}
		}
	}
	return -math.Log(max(logits[s.Played], 1e-12))
}
