package page

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// A browser takes some milliseconds for each file that it asks for, so that the page's
// modules come as one script. In it each of our modules stands after those that it
// imports, without the words import and export: a name at the top of a module is then
// one of the whole script, which the browser refuses if two modules have the same. The
// libraries use the same short names; each is a function that returns what it exports.

const (
	firstModule = "js/app.js"
	script      = "page.js" // all modules in one
)

// libraries are the modules that are imported by a name.
var libraries = map[string]string{
	"preact":       "vendor/preact/preact.mjs",
	"preact/hooks": "vendor/preact/hooks.mjs",
	"htm":          "vendor/htm/htm.module.js",
}

var (
	ourImport     = regexp.MustCompile(`^import (?:\{[\w, ]+\}|\w+) from '([^']+)';\n$`)
	libraryImport = regexp.MustCompile(`import\{(\w+) as (\w+)\}from"[^"]+";`)
	libraryExport = regexp.MustCompile(`export\{([^}]+)\};`)
)

// join returns the script of all modules that the first one needs, out of the files by
// their path.
func join(files map[string]File) (string, error) {
	j := joiner{files: files, done: map[string]bool{}}
	if err := j.add(firstModule); err != nil {
		return "", err
	}
	return j.script.String(), nil
}

type joiner struct {
	files  map[string]File
	done   map[string]bool
	script strings.Builder
}

// add writes a module behind those that it imports.
func (j *joiner) add(name string) error {
	if j.done[name] {
		return nil
	}
	j.done[name] = true
	file, known := j.files[name]
	if !known {
		return fmt.Errorf("no module %s", name)
	}
	if strings.HasPrefix(name, "vendor/") {
		text := asFunction(string(file.Text))
		if strings.Contains(text, "export") || strings.Contains(text, "import{") {
			return fmt.Errorf("%s imports or exports in a form that join does not know", name)
		}
		j.script.WriteString(text)
		return nil
	}
	var own strings.Builder
	for line := range strings.Lines(string(file.Text)) {
		if !strings.HasPrefix(line, "import") {
			own.WriteString(strings.TrimPrefix(line, "export "))
			continue
		}
		found := ourImport.FindStringSubmatch(line)
		if found == nil {
			return fmt.Errorf("%s imports in a form that join does not know: %s", name, line)
		}
		wanted, isLibrary := libraries[found[1]]
		if !isLibrary {
			wanted = path.Join(path.Dir(name), found[1])
		}
		if err := j.add(wanted); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	j.script.WriteString(own.String())
	return nil
}

// asFunction is a library whose own names nobody sees. What it exports has the names by
// which our modules import it.
func asFunction(text string) string {
	text, _, _ = strings.Cut(text, "\n//# sourceMappingURL=")
	text = libraryImport.ReplaceAllString(text, "const $2=$1;")
	found := libraryExport.FindStringSubmatch(text)
	if found == nil {
		return "const htm = (() => {" + strings.Replace(text, "export default ", "return ", 1) + "})();\n"
	}
	var names, values []string
	for pair := range strings.SplitSeq(found[1], ",") {
		inside, outside, _ := strings.Cut(pair, " as ")
		names, values = append(names, outside), append(values, outside+":"+inside)
	}
	text = strings.Replace(text, found[0], "return{"+strings.Join(values, ",")+"};", 1)
	return "const {" + strings.Join(names, ",") + "} = (() => {" + text + "})();\n"
}
