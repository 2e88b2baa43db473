package human

import "math"

// SkillOf makes a mean loss a move, in discs, the measure of strength that the nets are
// told: 0 at a loss of one disc, 1 at half as much.
func SkillOf(loss float64) float64 { return -math.Log2(max(loss, 0.01)) }

// CappedLoss is what a move's loss counts in the mean: one blunder is not all.
func CappedLoss(discs float64) float64 { return min(discs, 10) }

// lossesOfElo is what the rated players lose a move, in discs, by a search to depth 6.
var lossesOfElo = [...]struct{ elo, loss float64 }{
	{369, 5.47}, {640, 4.05}, {851, 3.84}, {1147, 2.47}, {1367, 1.64}, {1565, 1.51}, {1737, 1.26}, {2016, 0.62}, {2152, 0.31},
}

// EloOfSkill returns the strength of rated players who lose as much a move.
func EloOfSkill(skill float64) float64 {
	k := 1
	for k < len(lossesOfElo)-1 && skill > SkillOf(lossesOfElo[k].loss) {
		k++
	}
	a, b := lossesOfElo[k-1], lossesOfElo[k]
	t := (skill - SkillOf(a.loss)) / (SkillOf(b.loss) - SkillOf(a.loss))
	return max(0, a.elo+t*(b.elo-a.elo))
}
