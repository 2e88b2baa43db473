package match

// maxAdjudicated bounds --adjudicate: more empties take our solver minutes.
const maxAdjudicated = 24
