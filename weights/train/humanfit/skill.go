package humanfit

import (
	"kaeshi/engine/board"
	"kaeshi/engine/human"
)

// priorMoves is how many moves of a typical player are added to what is seen of one.
const priorMoves = 12

// seen is what a player lost in the moves of a game, in discs.
type seen struct{ losses, moves float64 }

// losses adds up by side what the moves of a game lost.
func losses(choices []Choice, judgements []human.Judgement) (sides [2]seen) {
	for i := range choices {
		s := &sides[choices[i].Side]
		s.losses += lossOf(&choices[i], &judgements[i])
		s.moves++
	}
	return sides
}

// lossOf returns what the move that was played counts.
func lossOf(c *Choice, j *human.Judgement) float64 {
	for i, l := range j.Losses(human.Thought) {
		if j.Moves[i] == c.Played {
			return human.CappedLoss(l)
		}
	}
	return 0
}

// Skills returns for each choice of a game how strong its player is by the player's
// other moves in the game; typical is the mean loss of the players of such games.
func Skills(choices []Choice, judgements []human.Judgement, typical float64) []float64 {
	return skillsWith(choices, judgements, typical, priorMoves)
}

// Shown returns for each choice what the player's other moves in the game show of the
// strength, and nothing else: to sort players by it, who are told apart less by Skills.
func Shown(choices []Choice, judgements []human.Judgement) []float64 {
	return skillsWith(choices, judgements, 0, 0)
}

func skillsWith(choices []Choice, judgements []human.Judgement, typical, prior float64) []float64 {
	sides := losses(choices, judgements)
	skills := make([]float64, len(choices))
	for i := range choices {
		s := sides[choices[i].Side]
		own := lossOf(&choices[i], &judgements[i])
		mean := (s.losses - own + prior*typical) / max(s.moves-1+prior, 1)
		skills[i] = human.SkillOf(mean)
	}
	return skills
}

// TypicalLoss returns the mean loss a move over games.
func TypicalLoss(games []Game, c *Cache) float64 {
	var all seen
	for i := range games {
		for _, s := range losses(choicesOf(&games[i]), c.Judgements(&games[i])) {
			all.losses += s.losses
			all.moves += s.moves
		}
	}
	if all.moves == 0 {
		return 1
	}
	return all.losses / all.moves
}

func choicesOf(g *Game) (out []Choice) {
	for c := range g.Choices() {
		out = append(out, c)
	}
	return out
}

// Situation returns what a person of that skill faced.
func (c *Choice) Situation(skill float64) human.Situation {
	return human.Situation{Position: c.Position, Last: c.Last, Before: c.Before, Skill: skill}
}

// CountOpenings counts the first moves of games, later ones more: a game counts half as
// much as one that many games later. Only the positions of the first plies count.
func CountOpenings(games []Game, halfLife, plies int, least float32) *human.Openings {
	counts := map[board.Position][]human.OpeningMove{}
	for i := range games {
		weight := float32(exp2(-float64(len(games)-1-i) / float64(halfLife)))
		p := board.Start()
		for ply, sq := range games[i].Moves {
			if ply == plies {
				break
			}
			if p.MustPass() {
				p = p.Pass()
			}
			if !p.Legal(sq) {
				break
			}
			canonical, s := p.Canonical()
			counts[canonical] = counted(counts[canonical], sq.Transform(s), weight)
			p = p.Play(sq)
		}
	}
	return human.NewOpenings(counts, least)
}

func counted(moves []human.OpeningMove, sq board.Square, weight float32) []human.OpeningMove {
	for k := range moves {
		if moves[k].Square == sq {
			moves[k].Games += weight
			return moves
		}
	}
	return append(moves, human.OpeningMove{Square: sq, Games: weight})
}
