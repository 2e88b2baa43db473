package search

// valueBits is the size of a table of values: small enough to leave the processor's
// caches to the weights. With 2^16 slots a search took 6% longer.
const valueBits = 12

// valueTable remembers the static values that a thread has found. A node asks for the
// same value several times: to order its parent's moves, in ProbCut, and in the shallower
// searches of the same position that ProbCut makes.
//
// A slot holds the upper 48 bits of the position's hash value, and below them the value
// less valueBase, which is never 0. The slot's number is the hash value's lowest bits. So
// two positions are taken for each other if their hash values agree in these 60 bits. No
// proof rests on a static value.
type valueTable [1 << valueBits]uint64

const (
	valueBase = -1 << 15
	valueMask = 1<<16 - 1
)

// get returns the value of the position with the hash value h, if it is there.
func (t *valueTable) get(h uint64) (value int, known bool) {
	slot := t[h%uint64(len(t))]
	return int(slot&valueMask) + valueBase, (slot^h)&^valueMask == 0 && slot&valueMask != 0
}

// set keeps the value of the position with the hash value h.
func (t *valueTable) set(h uint64, value int) {
	t[h%uint64(len(t))] = h&^valueMask | uint64(value-valueBase)
}
