import { expect, it } from "vitest";
import { classifyLines } from "../../../../src/documents/chunkers/code/code-lines.ts";
import { SYNTAX } from "../../../../src/documents/chunkers/code/code-syntax.ts";
import { splitLines } from "../../../../src/documents/chunkers/lines.ts";
import { atOnce } from "../../../../src/text/steps.ts";

type Syntax = keyof typeof SYNTAX;
const SIGNS = { 0: "_", 1: "c", 2: "#", 3: "s" } as const;

/** One sign for each line: blank, code, comment, inside of a string. */
const kindsOf = (syntax: Syntax, lines: readonly string[]): string =>
  [...atOnce(classifyLines(splitLines(lines.join("\n")), SYNTAX[syntax]))]
    .map((kind) => SIGNS[kind as keyof typeof SIGNS])
    .join("");

it.each([..."(,=:[!&|?{};+*%~^<>"])("a slash after %s begins a regular expression", (mark) => {
  expect(kindsOf("typescript", [`x ${mark} /\`/;`, "// b", "`"])).toBe("c#c");
});

it.each<[string, string, string]>([
  ["a name", "x /`/;", "css"],
  ["a closing bracket", "x) /`/;", "css"],
  ["a number", "2 /`/;", "css"],
  ["nothing but white space", " \t/`/;", "c#c"],
  ["nothing", "/`/;", "c#c"],
])("a slash after %s is read so: %j", (_, line, kinds) => {
  expect(kindsOf("typescript", [line, "// b", "`"])).toBe(kinds);
});

it.each<[string, string, string]>([
  ["an escaped slash", "x = /\\/`/;", "c#c"],
  ["a slash in brackets", "x = /[/]`/;", "c#c"],
  ["a slash after brackets", "x = /[a]/ + `;", "css"],
  ["an escaped bracket", "x = /\\[/ + `;", "css"],
  ["another line", "x = /`", "css"],
])("a regular expression with %s: %j", (_, line, kinds) => {
  expect(kindsOf("typescript", [line, "// b", "`"])).toBe(kinds);
});

it.each<[Syntax, string, readonly string[], string]>([
  ["shell", "a dash", ["cat <<-EOF", "# a", "EOF", "# c"], "css#"],
  ["ruby", "a tilde", ["x = <<~EOF", "# a", "EOF", "# c"], "css#"],
  ["php", "a third mark", ["echo <<<EOT", "// a", "EOT;", "// c"], "css#"],
  ["shell", "a space", ["cat << EOF", "# a", "EOF", "# c"], "css#"],
  ["shell", "a tab", ["cat <<\tEOF", "# a", "EOF", "# c"], "css#"],
  ["shell", "two spaces, which none has", ["cat <<  EOF", "# a", "EOF", "# c"], "c#c#"],
  ["shell", "double quotes", ['cat <<"EOF"', "# a", "EOF", "# c"], "css#"],
  ["shell", "quotes that differ, which none has", ["cat <<'EOF\"", "# a", "EOF", "# c"], "c#c#"],
  ["shell", "a digit first, which none has", ["echo $((1<<2))", "# a", "2", "# c"], "c#c#"],
  ["shell", "a name of a letter", ["cat <<E", "# a", "E", "# c"], "css#"],
  ["shell", "a name of 64 characters", [`cat <<${"E".repeat(64)}`, "# a", "E".repeat(64), "# c"], "css#"],
  ["shell", "an underscore and digits", ["cat <<_2", "# a", "_2", "# c"], "css#"],
  ["shell", "its end indented", ["cat <<-EOF", "# a", "\t EOF", "# c"], "css#"],
  ["php", "a sign after its end", ["f(<<<EOT", "# a", "EOT, 1);", "# c"], "css#"],
  ["shell", "no end behind a longer word", ["cat <<EOF", "# a", "EOF_2", "# c"], "c#c#"],
  ["shell", "its end before the code that it is in goes on", ["cat <<EOF | sh", "# a", "EOF", "# c"], "css#"],
  ["java", "no such thing", ["x = a <<EOF;", "// a", "EOF", "// c"], "c#c#"],
  ["shell", "blank lines inside", ["cat <<EOF", "", "# a", "EOF", "# c"], "csss#"],
])("a here-document of %s has %s", (syntax, _, lines, kinds) => {
  expect(kindsOf(syntax, lines)).toBe(kinds);
});

it.each([
  [19, "css"],
  [20, "c#c"],
])("after %i here-documents that nothing ends, the next begins as %s", (count, rest) => {
  const open = Array.from({ length: count }, (_, at) => `cat <<T${at}`);
  expect(kindsOf("shell", [...open, "cat <<EOF", "# a", "EOF"]).slice(count)).toBe(rest);
});

it.each<[string, readonly string[], string]>([
  ["a byte prefix", ['x = rb"""', "# a", '"""', "# b"], "css#"],
  ["a prefix of each letter", ['x = f"""', "# a", '"""', 'y = U"""', "# a", '"""', "# b"], "csscss#"],
  ["an opening bracket before it", ['f("""', "# a", '""")', "# b"], "css#"],
  ["a comma before it", ['a,"""', "# a", '"""', "# b"], "css#"],
  ["a plus before it", ['a+"""', "# a", '"""', "# b"], "css#"],
  ["a percent sign before it", ['a%"""', "# a", '"""', "# b"], "css#"],
  ["a bar before it", ['a|"""', "# a", '"""', "# b"], "css#"],
  ["a star before it", ['*"""', "# a", '"""', "# b"], "css#"],
  ["a colon before it", ['{a:"""', "# a", '"""}', "# b"], "css#"],
  ["a bracket of a list before it", ['["""', "# a", '"""]', "# b"], "css#"],
  ["a brace before it", ['{"""', "# a", '"""}', "# b"], "css#"],
  ["an equals sign before it", ['x="""', "# a", '"""', "# b"], "css#"],
  ["no word before it: it is the end of one", ['end of text"""', "# a", '"""', "# b"], "c#c#"],
  ["no full stop before it", ['The end."""', "# a", '"""', "# b"], "c#c#"],
  ["three letters before it, which are a word", ['abc"""', "# a", '"""', "# b"], "c#c#"],
  ["its end on its own line", ['"""One line."""', "# a", '"""', "# b"], "c#c#"],
  ["no escaped end", ['x = """', '\\"""', '"""', "# b"], "css#"],
])("a string of Python over lines has %s", (_, lines, kinds) => {
  expect(kindsOf("python", lines)).toBe(kinds);
});

it.each<[string, readonly string[], string]>([
  ["a line less indented than itself", ['    """Open', "    a", "b()", "# c", '    """'], "ccc#"],
  ["the end of another one, which text follows", ['"""Open', "a()", "# b", '"""Text of another."""'], "cc#c"],
])("a docstring was never closed that has %s", (_, lines, kinds) => {
  expect(kindsOf("python", lines).slice(0, kinds.length)).toBe(kinds);
});

it.each([..."rbfuRBFU"])("%s before a string of Python over lines is its prefix", (letter) => {
  expect(kindsOf("python", [`x = ${letter}"""`, "# a", '"""', "# b"])).toBe("css#");
});

it.each<[string, Syntax, readonly string[], string]>([
  ["text of Python that is assigned", "python", ['    x = """', "text", '"""', "# b"], "css#"],
  [
    "a docstring, up to marks that no letter follows",
    "python",
    ['"""Open', "a()", "# b", '"""', "# c"],
    "csss#",
  ],
  ["a docstring with blank lines", "python", ['  """Open', "", '  """', "# c"], "css#"],
  ["a template whose first line is empty", "typescript", ["  x(`", "}", "  `);", "// c"], "css#"],
  ["a template with a brace as deep", "typescript", ["  x(`a", "  }", "  `);", "// c"], "css#"],
  ["a template with text less deep", "typescript", ["  x(`a", "b", "  `);", "// c"], "css#"],
  ["a raw string of Go with a brace", "go", ["\ta := `x", "}", "`", "// c"], "css#"],
  ["a second template, behind the brace", "typescript", ["  x(`a", "}", "  y(`b", "`);", "// c"], "cccs#"],
  ["no template with a brace less deep", "typescript", ["  x(`a", "}", "  `);", "// c"], "ccc#"],
])("lines belong to %s", (_, syntax, lines, kinds) => {
  expect(kindsOf(syntax, lines)).toBe(kinds);
});

it.each<[string, Syntax, string, string]>([
  ["here-document of 64 characters", "shell", "E".repeat(64), "css#"],
  ["tag of 63 characters", "sql", `$${"t".repeat(63)}$`, "css#"],
])("the name of a %s is one", (_, syntax, name, kinds) => {
  const comment = syntax === "sql" ? "-- a" : "# a";
  const open = syntax === "sql" ? `select ${name}` : `cat <<${name}`;
  expect(kindsOf(syntax, [open, comment, name, comment])).toBe(kinds);
});

it("the name of a tag has 63 characters at most", () => {
  const tag = `$${"t".repeat(64)}$`;
  expect(kindsOf("sql", [`select ${tag}`, "-- a", tag])).toBe("c#c");
});

it.each<[string, readonly string[], string]>([
  ["that ends on its line leaves what follows as it is", ["a(); /* b */", "c();", "*/"], "ccc"],
  [
    "in which another begins ends with its line",
    ["a(); /* b", "c();", "  /* d", "e", " */", "f();"],
    "cc###c",
  ],
  ["in which another stands inside of a line goes on", ["/* b", "c /* d", " */", "f();"], "###c"],
  ["that nothing ends is its line", ["/* b", "c();"], "#c"],
  [
    "begins anew after one that was never closed",
    ["/* a", "/* b", "x", " */", "/* c", "y", " */", "z();"],
    "#######c",
  ],
])("a comment %s", (_, lines, kinds) => {
  expect(kindsOf("typescript", lines)).toBe(kinds);
});

it.each<[string, Syntax, readonly string[], string]>([
  ["hides what would open a template", "typescript", ["const a = '`';", "// b", "`;"], "c#c"],
  ["goes on after an escaped quote", "typescript", ["a('\\'`');", "// b", "`"], "c#c"],
  ["ends at an escaped backslash and its quote", "typescript", ["a('\\\\', `", "// b", "`);"], "css"],
  ["ends at its quote", "typescript", ["a('x', `", "// b", "`);"], "css"],
  ["may be empty", "typescript", ["a('', `", "// b", "`);"], "css"],
  ["is not ended by the other quote", "typescript", ['a("\'`");', "// b", "`"], "c#c"],
  ["that is never closed ends with its line", "typescript", ["it's `", "// b", "`"], "c#c"],
  ["hides it behind letters of any script", "typescript", ["é('`');", "// b", "`"], "c#c"],
  ["of Go has no escapes in backticks", "go", ["a := `\\`;", "// b", "`"], "c#c"],
  ["of Rust has no single quotes", "rust", ['let a = \'x; "`"', "// b"], "c#"],
  ["of Python may end behind text, which letters follow", "python", ['"""Open', 'text."""and', "# b"], "cs#"],
  [
    "of spaces begins a template as an empty line does",
    "typescript",
    ["  x(`  ", "}", "  `);", "// c"],
    "css#",
  ],
])("a string %s (%s)", (_, syntax, lines, kinds) => {
  expect(kindsOf(syntax, lines)).toBe(kinds);
});

it.each<[string, readonly string[], string]>([
  ["begins at the start of the file", ["=begin", "a", "=end", "b"], "##_c"],
  ["begins no line behind other text", ["x =begin", "y", "=end"], "ccc"],
  ["is never ended and takes its line", ["=begin", "y"], "#c"],
])("a comment of Ruby over lines %s", (_, lines, kinds) => {
  expect(kindsOf("ruby", lines)).toBe(kinds);
});
