package board

// Each kernel x has a body in plain Go, xGeneric, and on amd64 others in assembly.
// xKernel calls the fastest one that this machine can run. It branches on CPU instead
// of calling a function value: the branch is always predicted, and the compiler sees
// that no argument escapes.

// Kernels returns the name of the kernels in use: the fastest that this machine can run.
func Kernels() string { return kernelsName() }

const plainGo = "plain Go"
