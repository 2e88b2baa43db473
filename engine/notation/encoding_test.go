package notation_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"kaeshi/engine/board"
	"kaeshi/engine/notation"
)

// samples is a file of each text format with one game or position.
var samples = map[string]string{
	"x.ggf": ggfWith("+2.000", "f5d6"),
	"x.sgf": sgfWith("B+2", "f5d6"),
	"x.pgn": pgnWith("33-31", "", "1. f5 d6"),
	"x.txt": "f5d6 +2\n",
	"x.obf": startBoard + " X; F5:+0;\n",
	"x":     "f5d6 +2\n", // told by its beginning
}

// TestByteOrderMarks holds that a text is the same whatever editor wrote it.
func TestByteOrderMarks(t *testing.T) {
	for name, text := range samples {
		want := readGame(t, name, text)
		for _, mark := range []string{"UTF-8", "UTF-16LE", "UTF-16BE"} {
			got := readGame(t, name, marked(t, mark, text))
			if got.GGF() != want.GGF() {
				t.Errorf("%s with a mark of %s: %s, want %s", name, mark, got.GGF(), want.GGF())
			}
		}
	}
}

// marked returns the text in that encoding behind a byte order mark.
func marked(t *testing.T, name, text string) string {
	t.Helper()
	encoder := map[string]interface{ String(string) (string, error) }{
		"UTF-8":    unicode.UTF8BOM.NewEncoder(),
		"UTF-16LE": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(),
		"UTF-16BE": unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder(),
	}[name]
	out, err := encoder.String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestByteOrderMarksOfProblemsAndTranscripts(t *testing.T) {
	for _, mark := range []string{"UTF-8", "UTF-16LE"} {
		problems, err := notation.ReadOBF(strings.NewReader(marked(t, mark, startBoard+" X;\n")))
		if err != nil || len(problems) != 1 {
			t.Errorf("%s: %d problems (%v)", mark, len(problems), err)
		}
		pairs, err := notation.ReadTranscripts("x.txt", strings.NewReader(marked(t, mark, "f5d6\n2\n")), func(err error) error { return err })
		if err != nil || len(pairs) != 1 {
			t.Errorf("%s: %d transcripts (%v)", mark, len(pairs), err)
		}
	}
}

func TestTextLeavesOtherTextAlone(t *testing.T) {
	for _, text := range []string{"", "f", "\xEF\xBB", "caf\xE9", "\xFE", "a\uFEFFb"} {
		got, err := io.ReadAll(notation.Text(strings.NewReader(text)))
		if err != nil || string(got) != text {
			t.Errorf("%q becomes %q (%v)", text, got, err)
		}
	}
}

// TestEscapedLineBreaks holds that a backslash joins lines however they end.
func TestEscapedLineBreaks(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r", "\n\r"} {
		g := readGame(t, "x.sgf", "(;GM[2]C[lo\\"+end+"ng ti\\"+end+"me];B[f5]C[a\\\\b\\]"+end+"c])")
		if g.Comment != "long time" || g.Moves[0].Comment != "a\\b]\nc" && end != "\r" && end != "\n\r" {
			t.Errorf("%q: %q and %q", end, g.Comment, g.Moves[0].Comment)
		}
	}
}

// TestCharsets holds that texts are read in the encoding that CA names, whose bytes
// may look like brackets and backslashes, even where they stand before it.
func TestCharsets(t *testing.T) {
	tests := []struct{ charset, black, comment string }{
		{"Shift_JIS", "表ソ ゾー", "申]能]"}, // second bytes 5C, 5D and 5B
		{"Windows-31J", "髙橋", "①表"},
		{"EUC-JP", "村上 健", "終局]"},
		{"ISO-2022-JP", "表ソ 為則", "引き分け]"},
		{"GBK", "乗乗", "中]"},
		{"Big5", "功許", "蓋]"},
		{"EUC-KR", "김", "끝]"},
		{"ISO-8859-1", "Hélène Émile", "très bien]"},
		{"windows-1252", "Sœur L’Oréal", "€]"},
		{"ISO-8859-15", "Cœur", "€]"},
		{"UTF-8", "Hélène 表", "]"},
		{"", "Hélène", "]"},       // UTF-8 without a word of it
		{"x-nobody", "Émile", ""}, // as if none were named
	}
	for _, test := range tests {
		text := "(;GM[2]PB[" + test.black + "]CA[" + test.charset + "]SZ[8]PW[" + test.black + "];B[f5]C[" +
			strings.ReplaceAll(test.comment, "]", `\]`) + "];W[d6])"
		for _, line := range []string{text, strings.Replace(text, "PB["+test.black+"]CA["+test.charset+"]", "CA["+test.charset+"]PB["+test.black+"]", 1)} {
			g := readGame(t, "x.sgf", encoded(t, test.charset, line))
			if g.Players[board.Black].Text != test.black || g.Players[board.White].Text != test.black ||
				g.Moves[0].Comment != test.comment || len(g.Moves) != 2 {
				t.Errorf("%s: %+v, comment %q, %d moves", test.charset, g.Players, g.Moves[0].Comment, len(g.Moves))
			}
			checkPrintsUTF8(t, g)
		}
	}
}

func encoded(t *testing.T, charset, text string) string {
	t.Helper()
	encoding, err := htmlindex.Get(charset)
	if err != nil {
		return text
	}
	out, err := encoding.NewEncoder().String(text)
	if err != nil {
		t.Fatalf("%s: %v", charset, err)
	}
	return out
}

func checkPrintsUTF8(t *testing.T, g notation.Game) {
	t.Helper()
	var printed bytes.Buffer
	if err := notation.WriteGames("sgf", &printed, []notation.Game{g}); err != nil {
		t.Fatal(err)
	}
	text := printed.String()
	if again := readGame(t, "x.sgf", text); again.GGF() != g.GGF() || !strings.Contains(text, "CA[UTF-8]") {
		t.Errorf("%s reads back as %s", text, again.GGF())
	}
}

// TestCharsetsByGame holds that each game of a file has its own encoding.
func TestCharsetsByGame(t *testing.T) {
	text := encoded(t, "Shift_JIS", "(;GM[2]CA[Shift_JIS]PB[表];B[f5])\n") + "(;GM[2]PB[\xC9mile];B[f5])\n" +
		encoded(t, "EUC-JP", "(;GM[2]PB[表]CA[EUC-JP];B[f5])\n")
	games, err := notation.ReadGames("x.sgf", strings.NewReader(text))
	if err != nil || len(games) != 3 {
		t.Fatalf("%d games (%v)", len(games), err)
	}
	for i, want := range []string{"表", "Émile", "表"} {
		if got := games[i].Players[board.Black].Text; got != want {
			t.Errorf("game %d: %q, want %q", i+1, got, want)
		}
	}
}

// TestOldTextWithoutCharset holds that bytes that are not UTF-8 are taken for
// Windows-1252 in formats that name no encoding.
func TestOldTextWithoutCharset(t *testing.T) {
	for name, text := range map[string]string{
		"x.ggf": strings.Replace(ggfWith("?", "f5"), "RE", "PB[S\x9Cur \xC9mile]RE", 1),
		"x.pgn": "[Black \"S\x9Cur \xC9mile\"]\n\n1. f5 *\n",
		"x.sgf": "(;GM[2]PB[S\x9Cur \xC9mile];B[f5])",
	} {
		if got := readGame(t, name, text).Players[board.Black].Text; got != "Sœur Émile" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestRectanglesEitherWayRound(t *testing.T) {
	want := readGame(t, "x.sgf", "(;GM[2]AB[aa:cb]AW[hh]PL[B])").Start
	for _, corners := range []string{"cb:aa", "ca:ab", "ab:ca", "a1:c2", "c2:a1"} {
		if got := readGame(t, "x.sgf", "(;GM[2]AB["+corners+"]AW[hh]PL[B])").Start; got != want || got.EmptyCount() != 57 {
			t.Errorf("%s: %s", corners, notation.FormatPosition(got, board.Black))
		}
	}
}
