// Package completion prints what a shell needs to complete verbs and options, and the
// manual page.
package completion

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// Flag is what the scripts add at the end of the words so far.
const Flag = "--generate-bash-completion"

// shells are the shells that can be taught to complete our words, each with the
// script that does it.
var shells = []struct {
	name   string
	script func(*cli.App) (string, error)
}{
	{"bash", func(*cli.App) (string, error) { return bashCompletion, nil }},
	{"zsh", func(*cli.App) (string, error) { return zshCompletion, nil }},
	{"fish", (*cli.App).ToFishCompletion},
}

// Command is the verb completion.
func Command() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a script that teaches a shell to complete verbs and options",
		ArgsUsage: "bash|zsh|fish",
		Description: "bash:  source <(kaeshi completion bash), in ~/.bashrc\n" +
			"zsh:   source <(kaeshi completion zsh), in ~/.zshrc after compinit\n" +
			"fish:  kaeshi completion fish >~/.config/fish/completions/kaeshi.fish\n\n" +
			"Example: kaeshi completion bash",
		BashComplete: func(c *cli.Context) {
			for _, shell := range shells {
				fmt.Fprintln(c.App.Writer, shell.name)
			}
		},
		Action: completion,
	}
}

func completion(c *cli.Context) error {
	if c.NArg() != 1 {
		return errors.New("completion needs the name of one shell: bash, zsh or fish")
	}
	for _, shell := range shells {
		if shell.name == c.Args().First() {
			script, err := shell.script(c.App)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.App.Writer, strings.TrimSpace(script))
			return err
		}
	}
	return fmt.Errorf("no completion for %q: choose bash, zsh or fish", c.Args().First())
}

// The program itself knows the answers: the scripts ask it, with the words so
// far and one more option. Where it has none, files are completed.
const bashCompletion = `
_kaeshi() {
    local current=${COMP_WORDS[COMP_CWORD]}
    local -a asked=("${COMP_WORDS[@]:0:COMP_CWORD}")
    if [[ $current == -* ]]; then
        asked+=("$current")
    fi
    local answers
    answers=$("${asked[@]}" ` + Flag + ` 2>/dev/null)
    mapfile -t COMPREPLY < <(compgen -W "$answers" -- "$current")
}
complete -o bashdefault -o default -F _kaeshi kaeshi`

const zshCompletion = `
#compdef kaeshi
_kaeshi() {
    local current=${words[CURRENT]}
    local -a asked answers
    asked=("${(@)words[1,CURRENT-1]}")
    if [[ $current == -* ]]; then
        asked+=("$current")
    fi
    answers=("${(@f)$("${asked[@]}" ` + Flag + ` 2>/dev/null)}")
    if [[ -n ${answers[1]} ]]; then
        compadd -- "${answers[@]}"
    else
        _files
    fi
}
compdef _kaeshi kaeshi`
