package gtp

import (
	"fmt"
	"strings"
	"time"
)

const (
	engineName = "Kaeshi"
	gameName   = "Othello"
)

func (s *Server) protocolVersion(*call) (string, error) { return "2", nil }
func (s *Server) name(*call) (string, error)            { return engineName, nil }
func (s *Server) version(*call) (string, error)         { return s.options.Version, nil }
func (s *Server) listGames(*call) (string, error)       { return gameName, nil }
func (s *Server) nothing(*call) (string, error)         { return "", nil }

// knownCommand never fails, whatever stands after it.
func (s *Server) knownCommand(c *call) (string, error) {
	known := len(c.args) > 0 && s.commands[c.args[0]] != nil
	return fmt.Sprint(known), nil
}

func (s *Server) listCommands(*call) (string, error) {
	var names []string
	for _, g := range s.groups {
		for _, c := range g.commands {
			names = append(names, c.name)
		}
	}
	return strings.Join(names, "\n"), nil
}

func (s *Server) setGame(c *call) (string, error) {
	if !strings.EqualFold(c.text(0), gameName) {
		return "", errUnsupportedGame
	}
	return "", nil
}

func (s *Server) cpuTime(*call) (string, error) {
	return fmt.Sprintf("%.3f", ProcessorTime().Seconds()), nil
}

func (s *Server) quit(*call) (string, error) {
	s.quitting = true
	return "", nil
}

// versions tells what a report of a fault should say.
func (s *Server) versions(*call) (string, error) {
	text := engineName + " " + s.options.Version
	if s.options.Describe != nil {
		text += "\n" + s.options.Describe()
	}
	return text, nil
}

// started stands in for the processor time where the system does not tell it.
var started = time.Now()
