package cli

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"kaeshi/protocol/cli/console"
	"kaeshi/protocol/cli/core"
)

const (
	helpWidth  = 80
	helpIndent = "  "
	helpColumn = 26 // where explanations begin
)

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:        "help",
		Usage:       "list the verbs, or explain one",
		ArgsUsage:   "[VERB]",
		Description: "Example: kaeshi help match\nExample: kaeshi help book show",
		Action: func(c *cli.Context) error {
			text, err := explain(c.App, c.Args().Slice())
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.App.Writer, text)
			return err
		},
	}
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "say which version this is and what it is made of",
		Description: "Example: kaeshi version",
		Action: func(c *cli.Context) error {
			_, err := fmt.Fprintf(c.App.Writer, "%s version %s\n%s\n", core.Program, core.Version, core.Describe(c))
			return err
		},
	}
}

// explain is the page on the verb that the words name, or on all.
func explain(app *cli.App, words []string) (string, error) {
	if len(words) == 0 {
		return appHelp(app), nil
	}
	path, verbs := core.Program, app.Commands
	var verb *cli.Command
	for _, word := range words {
		i := slices.IndexFunc(verbs, func(c *cli.Command) bool { return c.HasName(word) })
		if i < 0 {
			return "", core.UnknownVerb(word, path)
		}
		verb = verbs[i]
		path, verbs = path+" "+verb.Name, verb.Subcommands
	}
	return verbHelp(path, verb), nil
}

func appHelp(app *cli.App) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s - %s\n\nUsage:\n", app.Name, app.Usage)
	for line := range strings.SplitSeq(app.UsageText, "\n") {
		text.WriteString(helpIndent + line + "\n")
	}
	listVerbs(&text, app.Commands)
	fmt.Fprintf(&text, "\n%s\n", app.Description)
	return text.String()
}

// listVerbs lists verbs by category, in the order in which they come.
func listVerbs(text *strings.Builder, verbs []*cli.Command) {
	category := ""
	for _, verb := range verbs {
		if verb.Category != category || category == "" && verb == verbs[0] {
			category = verb.Category
			fmt.Fprintf(text, "\n%s:\n", orElse(category, "Verbs"))
		}
		const column = 14
		writeEntry(text, verb.Name, verb.Usage, column)
	}
}

func verbHelp(path string, verb *cli.Command) string {
	var text strings.Builder
	usage := path + " [options]"
	if len(verb.Subcommands) > 0 {
		usage = path + " VERB [options]"
	}
	if verb.ArgsUsage != "" {
		usage += " " + verb.ArgsUsage
	}
	fmt.Fprintf(&text, "%s\n\nUsage: %s\n\n%s\n", strings.Join(wrap(path+" - "+verb.Usage, helpWidth), "\n"), usage, reflow(verb.Description))
	if len(verb.Subcommands) > 0 {
		listVerbs(&text, verb.Subcommands)
		return text.String()
	}
	listFlags(&text, verb.Flags)
	return text.String()
}

// listFlags lists flags by category, both in the order in which they were made: that
// in which a person would look for them.
func listFlags(text *strings.Builder, flags []cli.Flag) {
	var categories []string
	byCategory := map[string][]cli.Flag{}
	for _, flag := range flags {
		category := ""
		if categorized, ok := flag.(cli.CategorizableFlag); ok {
			category = categorized.GetCategory()
		}
		if !slices.Contains(categories, category) {
			categories = append(categories, category)
		}
		byCategory[category] = append(byCategory[category], flag)
	}
	for _, category := range categories {
		fmt.Fprintf(text, "\n%s:\n", orElse(category, "Options"))
		for _, flag := range byCategory[category] {
			writeEntry(text, flagNames(flag), flagText(flag), helpColumn)
		}
	}
}

// flagNames is how a flag is given, "-l, --level N".
func flagNames(flag cli.Flag) string {
	names := flag.Names()
	text := "    --" + names[0]
	for _, name := range names[1:] {
		if len(name) == 1 {
			text = "-" + name + ", --" + names[0]
		}
	}
	if value := placeholder(flag); value != "" {
		text += " " + value
	}
	return text
}

// placeholder is the word for a flag's value: what stands in backquotes in its
// explanation, or what kind of value it is.
func placeholder(flag cli.Flag) string {
	documented, ok := flag.(cli.DocGenerationFlag)
	if !ok || !documented.TakesValue() {
		return ""
	}
	if _, rest, found := strings.Cut(documented.GetUsage(), "`"); found {
		word, _, _ := strings.Cut(rest, "`")
		return word
	}
	switch flag.(type) {
	case *cli.StringFlag, *cli.StringSliceFlag:
		return "WORD"
	case *cli.DurationFlag:
		return "TIME"
	}
	return "N"
}

// flagText is the explanation of a flag with its default, if that says anything.
func flagText(flag cli.Flag) string {
	documented, ok := flag.(cli.DocGenerationFlag)
	if !ok {
		return ""
	}
	text := strings.ReplaceAll(documented.GetUsage(), "`", "")
	if !documented.TakesValue() {
		return text
	}
	for _, name := range []string{"DefaultText", "Value"} { // the one that depends on the machine has words
		if value := reflect.Indirect(reflect.ValueOf(flag)).FieldByName(name); value.IsValid() && !value.IsZero() {
			return text + fmt.Sprintf(" (default: %v)", value.Interface())
		}
	}
	return text
}

// writeEntry writes a name and, from a column on, what it means.
func writeEntry(text *strings.Builder, name, meaning string, column int) {
	fmt.Fprintf(text, "%s%-*s", helpIndent, column-len(helpIndent)-1, name)
	margin := " "
	if len(helpIndent)+len(name) > column-1 {
		margin = "\n" + strings.Repeat(" ", column)
	}
	for _, line := range wrap(meaning, helpWidth-column) {
		text.WriteString(margin + line)
		margin = "\n" + strings.Repeat(" ", column)
	}
	text.WriteString("\n")
}

// reflow fills the paragraphs of a description. Lines that begin with a blank, or hold
// columns, stay; a long example is continued on lines of its own.
func reflow(description string) string {
	var lines []string
	paragraph := ""
	end := func() {
		if paragraph != "" {
			lines = append(lines, wrap(paragraph, helpWidth)...)
			paragraph = ""
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(description), "\n") {
		switch {
		case strings.HasPrefix(line, "Example: "):
			end()
			if len(lines) > 0 && lines[len(lines)-1] != "" && !isExample(lines[len(lines)-1]) {
				lines = append(lines, "")
			}
			lines = append(lines, continued(line)...)
		case line == "" || strings.Contains(line, "  ") || strings.HasPrefix(line, " "):
			end()
			lines = append(lines, line)
		default:
			paragraph = strings.TrimSpace(paragraph + " " + line)
		}
	}
	end()
	return strings.Join(lines, "\n")
}

func isExample(line string) bool {
	return strings.HasPrefix(line, "Example: ") || strings.HasPrefix(line, " ")
}

// continued breaks a command line that is too long where a shell goes on reading.
func continued(line string) (lines []string) {
	const indent = "    "
	for len(line) > helpWidth {
		at, quoted := 0, false
		for i, r := range line[:helpWidth-len(` \`)+1] {
			switch {
			case r == '\'':
				quoted = !quoted
			case r == ' ' && !quoted && i > len("Example: "):
				at = i
			}
		}
		if at == 0 {
			break
		}
		lines = append(lines, line[:at]+` \`)
		line = indent + line[at+1:]
	}
	return append(lines, line)
}

// wrap fills lines of a width.
func wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// greet tells a person who started the program without a verb what it waits for.
func greet(args []string, in io.Reader, messages io.Writer) {
	if len(args) <= 1 && console.IsTerminal(in) {
		fmt.Fprintf(messages, "%s: waiting for GTP commands; to play, type quit and then kaeshi play; for help, kaeshi help\n", core.Program)
	}
}
