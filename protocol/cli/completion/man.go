package completion

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// Man is the verb that prints the manual page.
func Man() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page, for man",
		Description: "Example: kaeshi man >kaeshi.1 && man ./kaeshi.1",
		Action: func(c *cli.Context) error {
			page, err := c.App.ToManWithSection(1)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.App.Writer, strings.TrimSpace(page))
			return err
		},
	}
}
