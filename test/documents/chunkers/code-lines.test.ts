import { expect, it } from "vitest";
import { classifyLines } from "../../../src/documents/chunkers/code/code-lines.ts";
import { SYNTAX } from "../../../src/documents/chunkers/code/code-syntax.ts";
import { splitLines } from "../../../src/documents/chunkers/lines.ts";
import { atOnce } from "../../../src/text/steps.ts";

const SIGNS = { 0: "_", 1: "c", 2: "#", 3: "s" } as const;

/** One sign for each line: blank, code, comment, inside of a string. */
const kindsOf = (syntax: keyof typeof SYNTAX, lines: readonly string[]): string =>
  [...atOnce(classifyLines(splitLines(lines.join("\n")), SYNTAX[syntax]))]
    .map((kind) => SIGNS[kind as keyof typeof SIGNS])
    .join("");

it.each<[keyof typeof SYNTAX, readonly string[], string]>([
  ["typescript", ["a();", "// b", "", "  /* c", "  d", "  */", "e(); // f"], "c#_###c"],
  ["typescript", ["/* c */ d();", "e(); /* f", " g */", "h();"], "#c#c"],
  ["typescript", ["const a = `", "// no comment", "`;", "b();"], "cssc"],
  ["typescript", ["const a = '`';", "// b", 'const c = "/*";', "d();"], "c#cc"],
  ["typescript", ["a('it\\'s /*');", "// b", "c();"], "c#c"],
  ["typescript", ["const a = 'open", "// b"], "c#"],
  ["typescript", ["const a = `\\``;", "// b"], "c#"],
  ["typescript", ["const a = `\\\\`;", "// b", "`"], "c#c"],
  ["typescript", ["const r = /[/`]/;", "// b", "x = a / b; // `", "y"], "c#cc"],
  ["typescript", ["/`/.test(x);", "// b"], "c#"],
  ["typescript", ["/* open", "a();", "/* b", " */", "c();"], "#c##c"],
  ["typescript", ["  const a = `open", "}", "b(`x`);", "// c"], "ccc#"],
  ["python", ["def a():", "    '''Doc", "    # no comment", "    '''", "    return 1", "# c"], "ccssc#"],
  ["python", ['x = """', "a", '"""', "# b"], "css#"],
  ["python", ['s = "#" # c', "# d"], "c#"],
  ["ruby", ["a", "=begin", "text", "=end", "b", "x =begin"], "c##_cc"],
  ["ruby", ["x = <<~SQL", "# no comment", "  SQL", "# c"], "css#"],
  ["shell", ["cat <<'EOF'", "# no comment", "EOF", "# c"], "css#"],
  ["shell", ["cat <<EOF", "# c", "EOFX", "# d"], "c#c#"],
  ["shell", ["# see <<EOF", "a", "EOF", "# c"], "#cc#"],
  ["go", ["a := `", "// no comment", "`", "// c"], "css#"],
  ["rust", ["fn f<'a>(x: &'a str) {", "// c", 'let s = r#"', "// no comment", '"#;', "// d"], "c#css#"],
  ["rust", ['let s = r##"', '"#', '"##;', "// c"], "css#"],
  ["sql", ["create function f() as $$", "-- no comment", "$$;", "-- c"], "css#"],
  ["sql", ["select $b$", "-- no $$ comment", "$b$", "-- c"], "css#"],
  ["php", ["# c", "// c", "/* c */", "echo <<<EOT", "// no comment", "EOT;", "// c"], "###css#"],
  ["swift", ['let a = """', "// no comment", '"""', "let b = 'c' // d", "// e"], "cssc#"],
  ["csharp", ['var a = @"', "// no comment", '";', "// c"], "css#"],
  ["csharp", ['var a = """', "// no comment", '""";', "// c"], "css#"],
  ["c", ['auto s = R"(', "// no comment", ')";', "// c"], "css#"],
  ["java", ['String s = """', '// no comment \\"""', "// no comment", '""";', "// c"], "csss#"],
])("lines of %s %j are %s", (syntax, lines, kinds) => {
  expect(kindsOf(syntax, lines)).toBe(kinds);
});

it.each([
  [2_000, "c#"],
  [1_999, "cs"],
])("a here-document of %i lines begins as %s", (inside, start) => {
  const lines = ["cat <<EOF", "# a", ...Array.from({ length: inside - 2 }, () => "a"), "EOF"];
  expect(kindsOf("shell", lines).slice(0, 2)).toBe(start);
});

it.each([
  [19, "css"],
  [20, "c#c"],
])("after %i tags that nothing ends, the next begins as %s", (count, rest) => {
  const open = Array.from({ length: count }, (_, at) => `select $t${at}$;`);
  expect(kindsOf("sql", [...open, "select $$", "-- a", "$$"]).slice(count)).toBe(rest);
});

it.each([
  [299, "c#"],
  [300, "cs"],
])("a slash with another one %i characters further begins as %s", (length, kinds) => {
  // Longer than a regular expression is, the quote in it opens a string.
  const text = `x = /\`${"a".repeat(length - 2)}/;`;
  expect(kindsOf("typescript", [text, "// b", "`"]).slice(0, 2)).toBe(kinds);
});
