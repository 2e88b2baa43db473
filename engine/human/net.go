package human

import "math"

// Hidden is the number of units in a net's only hidden layer.
const Hidden = 32

// Net makes one number of what is known of a move: a linear part, and a hidden layer
// that lets what is known depend on each other, such as a loss on the strength.
type Net struct {
	Linear [Inputs]float32
	In     [Hidden][Inputs]float32
	Bias   [Hidden]float32
	Out    [Hidden]float32
}

// leak is the slope of a unit below zero.
const leak = 0.05

// Logit returns the net's number; active gets what the hidden units put out.
func (n *Net) Logit(x *[Inputs]float32, active *[Hidden]float32) float32 {
	var sum float32
	for i, v := range x {
		sum += n.Linear[i] * v
	}
	for h := range n.In {
		a := n.Bias[h]
		for i, w := range &n.In[h] {
			a += w * x[i]
		}
		if a < 0 {
			a *= leak
		}
		active[h] = a
		sum += n.Out[h] * a
	}
	return sum
}

// Slope returns the slope of a hidden unit that puts out a.
func Slope(a float32) float32 {
	if a < 0 {
		return leak
	}
	return 1
}

// Softmax turns logits into probabilities, in place.
func Softmax(x []float64) {
	top := math.Inf(-1)
	for _, v := range x {
		top = max(top, v)
	}
	sum := 0.0
	for i, v := range x {
		x[i] = math.Exp(v - top)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}
