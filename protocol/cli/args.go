package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/completion"
	"kaeshi/protocol/cli/core"
)

// defaultVerb is what the program does when it is told nothing.
const defaultVerb = "gtp"

// arrange brings the arguments into the one order that the flag parser
// understands, verb, options, "--", words, so that options may stand anywhere:
// before the verb, after a file name, or without any verb, which means gtp.
// Unknown verbs and options end here, by name.
func arrange(app *cli.App, args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{core.Program}
	}
	if args[len(args)-1] == completion.Flag {
		return args, nil
	}
	a := arrangement{flags: app.Flags, subcommands: app.Commands}
	if err := a.read(args[1:]); err != nil {
		return nil, err
	}
	switch {
	case a.asksVersion:
		return []string{args[0], "version"}, nil
	case a.asksHelp, len(a.path) > 0 && len(a.subcommands) > 0:
		return append([]string{args[0], "help", "--"}, a.path...), nil
	case len(a.path) == 0:
		a.path = []string{defaultVerb}
	}
	ordered := append([]string{args[0]}, a.path...)
	ordered = append(ordered, a.options...)
	if len(a.words) > 0 {
		ordered = append(append(ordered, "--"), a.words...)
	}
	return ordered, nil
}

type arrangement struct {
	flags       []cli.Flag     // of the verb read so far
	subcommands []*cli.Command // among which the next word chooses
	path        []string
	options     []string
	words       []string
	asksHelp    bool
	asksVersion bool
}

func (a *arrangement) read(args []string) error {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			a.words = append(a.words, args[i+1:]...)
			return nil
		case len(arg) < 2 || arg[0] != '-' || isBoard(arg):
			if err := a.word(arg); err != nil {
				return err
			}
		default:
			arg = a.detach(arg)
			takesNext, err := a.option(arg)
			if err != nil {
				return err
			}
			a.options = append(a.options, arg)
			if !takesNext {
				continue
			}
			if i++; i == len(args) {
				return fmt.Errorf("option %s needs a value", arg)
			}
			a.options = append(a.options, args[i])
		}
	}
	return nil
}

// isBoard reports whether an argument is the squares of a board, the first of them
// empty, rather than an option.
func isBoard(arg string) bool { return len(arg) >= 64 && !strings.Contains(arg, "=") }

// word takes a verb, as long as one is wanted, or an argument.
func (a *arrangement) word(word string) error {
	if len(a.subcommands) == 0 {
		a.words = append(a.words, word)
		return nil
	}
	i := slices.IndexFunc(a.subcommands, func(c *cli.Command) bool { return c.HasName(word) })
	if i < 0 {
		return core.UnknownVerb(word, strings.Join(append([]string{core.Program}, a.path...), " "))
	}
	verb := a.subcommands[i]
	a.path = append(a.path, word)
	a.flags, a.subcommands = verb.Flags, verb.Subcommands
	return nil
}

// detach brings a short option with its value, as -l3, into the form -l=3.
func (a *arrangement) detach(arg string) string {
	name := strings.TrimLeft(arg, "-")
	if len(arg)-len(name) != 1 || len(name) < 2 || name[1] == '=' || findFlag(a.flags, name) != nil {
		return arg
	}
	if flag := findFlag(a.flags, name[:1]); flag == nil || !takesValue(flag) {
		return arg
	}
	return "-" + name[:1] + "=" + name[1:]
}

// option reports whether the next argument is the option's value.
func (a *arrangement) option(arg string) (takesNext bool, err error) {
	option, _, hasValue := strings.Cut(arg, "=")
	name := strings.TrimLeft(option, "-")
	if isHelp(name) {
		a.asksHelp = true
		return false, nil
	}
	if len(a.path) == 0 && isVersion(name) {
		a.asksVersion = true
		return false, nil
	}
	flag := findFlag(a.flags, name)
	if flag == nil {
		verb := strings.Join(append([]string{core.Program}, a.path...), " ")
		return false, fmt.Errorf("unknown option %s; %s --help lists them", option, verb)
	}
	return !hasValue && takesValue(flag), nil
}

// helpFlag is for every verb; arrange obeys it.
func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Category: core.CategoryLogging, Usage: "explain this verb"}
}

func isHelp(name string) bool    { return slices.Contains(cli.HelpFlag.Names(), name) }
func isVersion(name string) bool { return slices.Contains(cli.VersionFlag.Names(), name) }

func findFlag(flags []cli.Flag, name string) cli.Flag {
	i := slices.IndexFunc(flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 {
		return nil
	}
	return flags[i]
}

func takesValue(flag cli.Flag) bool {
	documented, ok := flag.(cli.DocGenerationFlag)
	return ok && documented.TakesValue()
}

// optionError says in words of a user what the flag package found.
func optionError(flags []cli.Flag, err error) error {
	found := flagFault().FindStringSubmatch(err.Error())
	if found == nil {
		return err
	}
	value, name, reason := found[1], found[2], found[3]
	if plain, err := strconv.Unquote(value); err == nil && plain != "" && !strings.ContainsAny(plain, " \t\n") {
		value = plain
	}
	dashes := "--"
	if len(name) == 1 {
		dashes = "-"
	}
	return fmt.Errorf("%s%s %s: %s", dashes, name, value, wanted(findFlag(flags, name), reason))
}

// flagFault is what the flag package says of a value: the value, the flag, the reason.
var flagFault = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([^ :]+): (.*)$`)
})

// noneEmpty refuses words that are given and empty: a script means something by them
// that it does not have.
func noneEmpty(c *cli.Context, flags []cli.Flag) error {
	for _, flag := range flags {
		name := flag.Names()[0]
		if _, ok := flag.(*cli.StringFlag); ok && c.IsSet(name) && c.String(name) == "" {
			return fmt.Errorf("--%s: the value is empty", name)
		}
	}
	return nil
}

// wanted says what value a flag takes.
func wanted(flag cli.Flag, reason string) string {
	if strings.HasSuffix(reason, "out of range") {
		return "too large a number"
	}
	switch flag.(type) {
	case *cli.IntFlag:
		return "not a whole number"
	case *cli.Uint64Flag:
		return "not a whole number of 0 or more"
	case *cli.Float64Flag:
		return "not a number"
	case *cli.DurationFlag:
		return "not a time such as 300ms, 5s or 1m30s"
	case *cli.BoolFlag:
		return "this option takes no value"
	}
	return reason
}
