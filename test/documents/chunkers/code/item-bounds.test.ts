import { expect, it } from "vitest";
import { readItems } from "../../../../src/documents/chunkers/code/code-items.ts";
import { classifyLines } from "../../../../src/documents/chunkers/code/code-lines.ts";
import { CODE_LANGUAGES } from "../../../../src/documents/chunkers/code/declarations.ts";
import type { Item } from "../../../../src/documents/chunkers/items.ts";
import { splitLines } from "../../../../src/documents/chunkers/lines.ts";
import { indentations } from "../../../../src/documents/chunkers/markdown/outline.ts";
import { atOnce } from "../../../../src/text/steps.ts";

type Language = keyof typeof CODE_LANGUAGES;

const write = ({ from, path, children }: Item): string =>
  `${from + 1} ${path.join(".")}${children.length === 0 ? "" : ` [${children.map(write).join(", ")}]`}`.trim();

/** `line name [members]` of each item; loose lines have no name. */
function itemsOf(language: Language, lines: readonly string[]): string {
  const source = splitLines(lines.join("\n"));
  const row = CODE_LANGUAGES[language];
  const kinds = atOnce(classifyLines(source, row.syntax));
  return atOnce(readItems(source, { language: row, kinds, indents: indentations(source) }))
    .map(write)
    .join(", ");
}

const METHODS = ["  m() {", "  }"];
const DEEP = ["    a();"];

it.each<[string, Language, readonly string[], string]>([
  ["six annotations before it on its line", "java", ["@A @B @C @D @E @F class X {", "}"], "1 X"],
  ["not after a seventh", "java", ["@A @B @C @D @E @F @G class X {", "}"], "1"],
  ["a decorator whose arguments go on", "typescript", ["@a({", "  x: 1", "})", "class B {", "}"], "1 B"],
  [
    "a decorator and its arguments' lines in a class",
    "typescript",
    ["class A {", "  @a(", "    1", "  )", "  m() {", "  }", "}"],
    "1 A [2 m]",
  ],
  [
    "a decorator although the class before it is open",
    "typescript",
    ["class A {", ...METHODS, "@a({", "  x: 1", "})", "class B {", "}"],
    "1 A [2 m], 4 B",
  ],
  [
    "itself although the class before it is open",
    "typescript",
    ["class A {", ...METHODS, "class B {", "  n() {", "  }", "}"],
    "1 A [2 m], 4 B [5 n]",
  ],
  [
    "a type that slipped out of the class goes on with it",
    "cpp",
    ["class A {", "  void m() {", "    a();", "  }", "foo", "  void n() {", "    b();", "  }", "};"],
    "1 A [2 m, 6 n]",
  ],
  ["no bracket on a line without an annotation", "typescript", ["(", "  x", ")", "const a = 1;"], "1, 4 a"],
  ["no closing bracket before it", "typescript", ["})", "const a = 1;"], "1, 2 a"],
  [
    "words up to 300 characters from its indentation on",
    "java",
    ["class A {", `    ${"final ".repeat(48)}class X {`, "    }", "}"],
    "1 A [2 X]",
  ],
  [
    "words on its first 300 characters only",
    "java",
    ["class A {", `    ${"final ".repeat(49)}class X {`, "    }", "}"],
    "1 A [2]",
  ],
])("a declaration begins with %s", (_, language, lines, items) => {
  expect(itemsOf(language, lines)).toBe(items);
});

it.each<[string, Language, readonly string[], string]>([
  ["end of Ruby", "ruby", ["module A", "  def m", "    x", "  end", "end", "run", "  .more"], "1 A [2 m], 6"],
  ["fi", "shell", ["f() if x; then", "  y", "fi", "run", "  more"], "1 f, 4"],
  ["done", "shell", ["f() for x in y; do", "  z", "done", "run", "  more"], "1 f, 4"],
  ["esac", "shell", ["f() case x in", "  z", "esac", "run", "  more"], "1 f, 4"],
  ["END of SQL", "sql", ["create function f()", "begin", "  x", "END", "run", "  more"], "1 f, 5"],
  ["a closing bracket", "typescript", ["function f() {", "  x", "}", "run", "  .more"], "1 f, 4"],
  ["no bracket inside a word", "ruby", ["def m", "  x", "rescue done", "run", "  more"], "1 m"],
  ["no other word that goes on", "ruby", ["def m", "  x", "else", "run", "  more"], "1 m"],
])("what closes a declaration: %s", (_, language, lines, items) => {
  expect(itemsOf(language, lines)).toBe(items);
});

it.each<[string, readonly string[], string]>([
  [
    "ends at a brace with a comment of stars",
    ["namespace a {", "int f() {", "}", "} /* a */", "int g() {", "}"],
    "1 a [2 f], 5 g",
  ],
  [
    "ends at a brace with a glued comment",
    ["namespace a {", "int f() {", "}", "}// a", "int g() {", "}"],
    "1 a [2 f], 5 g",
  ],
  [
    "ends at a brace with a tab",
    ["namespace a {", "int f() {", "}", "}\t// a", "int g() {", "}"],
    "1 a [2 f], 5 g",
  ],
  [
    "goes on after a brace with a semicolon",
    ["namespace a {", "int f() {", "}", "};", "int g() {", "}"],
    "1 a [2 f, 5 g]",
  ],
  [
    "goes on after a directive",
    ["namespace a {", "int f() {", "}", "#if X", "int g() {", "}", "}"],
    "1 a [2 f, 5 g]",
  ],
  [
    "holds indented members to its brace",
    ["namespace a {", "  int f() {", "  }", "}", "int g() {", "}"],
    "1 a [2 f], 5 g",
  ],
  [
    "with indented members ends where one is not, also without a brace",
    ["namespace a {", "  int f() {", "  }", "int g() {", "}"],
    "1 a [2 f], 4 g",
  ],
  [
    "has its opening brace on a line of its own",
    ["namespace a", "{", "int f() {", "}", "}", "int g() {", "}"],
    "1 a [3 f], 6 g",
  ],
  [
    "is not closed by the brace of a member",
    ["namespace a {", "int f()", "{", "  x();", "}", "int g() {", "}", "}", "int h() {", "}"],
    "1 a [2 f, 6 g], 9 h",
  ],
  [
    "has its opening brace and white space on a line of its own",
    ["namespace a", "  {  ", "int f() {", "}", "}", "int g() {", "}"],
    "1 a [3 f], 6 g",
  ],
  [
    "has two that are nested",
    ["namespace a {", "namespace b {", "int f() {", "}", "}", "int g() {", "}", "}", "int h() {", "}"],
    "1 a [2 b [3 f], 6 g], 9 h",
  ],
])("a namespace %s", (_, lines, items) => {
  expect(itemsOf("cpp", lines)).toBe(items);
});

it.each<[string, Language, readonly string[], string]>([
  [
    "a line that slipped between two members",
    "typescript",
    ["class A {", "  m() {", ...DEEP, "  }", "x();", "  n() {", "  }", "}"],
    "1 A [2 m, 6 n]",
  ],
  [
    "a line that slipped in a body",
    "typescript",
    ["function f() {", "  a();", "slipped();", "  b();", "}", "c();"],
    "1 f, 6",
  ],
  ["no line in a body without lines", "typescript", ["const a = 1;", "run(", "  x", ");"], "1 a, 2"],
  [
    "a line less indented than members, but deeper than the class",
    "typescript",
    ["class A {", "    m() {", "    }", "  x();", "    n() {", "    }", "}"],
    "1 A [2 m, 5 n]",
  ],
  [
    "no line where nothing as deep follows",
    "typescript",
    ["function f() {", "  a();", "slipped();", "b();"],
    "1 f, 3",
  ],
  [
    "of Python no line that opens a block among its neighbours",
    "python",
    ["def f():", "    a()", "if x:", "    b()"],
    "1 f, 3",
  ],
  ...["x = g(", "x = [", "x = {", "x = 1,", "x = 1 + \\"].map(
    (line): [string, Language, readonly string[], string] => [
      `of Python no line that ends so: ${line.at(-1)}`,
      ...(["python", ["def f():", "    a()", line, "    1)"], "1 f, 3"] as const),
    ],
  ),
  [
    "of Python a line with a colon inside",
    "python",
    ["def f():", "    a()", "x: int = slipped()", "    b()"],
    "1 f",
  ],
  [
    "of Python a line that opens a block where no member begins",
    "python",
    ["class A:", "    def m(self):", "        a()", "  if x:", "    def n(self):", "        b()"],
    "1 A [2 m, 5 n]",
  ],
  [
    "of a language with brackets a line that opens one",
    "typescript",
    ["function f() {", "  a();", "run({", "  x,"],
    "1 f",
  ],
  [
    "no line less indented than members where none as deep follows",
    "typescript",
    ["class A {", "    m() {", "    }", "  x();", "}"],
    "1 A [2 m, 4]",
  ],
  ["no last line", "typescript", ["function f() {", "  a();", "run();"], "1 f, 3"],
  ["of Python a line that opens none", "python", ["def f():", "    a()", "slipped()", "    b()"], "1 f"],
])("taken for a slip is %s", (_, language, lines, items) => {
  expect(itemsOf(language, lines)).toBe(items);
});

it.each<[string, readonly string[], string]>([
  [
    "behind a string over lines stays with it",
    ["const a = `", "x", "`;", "// b", "", "const b = 1;"],
    "1 a, 6 b",
  ],
  ["at the start of a file goes with the first declaration", ["// a", "", "const a = 1;"], "1 a"],
  [
    "before a blank line and another comment is left to the code",
    ["f();", "// x", "", "// y", "const a = 1;"],
    "1, 4 a",
  ],
  ["glued to both is left to the declaration", ["f();", "// x", "const a = 1;"], "1, 2 a"],
])("a comment %s", (_, lines, items) => {
  expect(itemsOf("typescript", lines)).toBe(items);
});

it.each<[string, readonly string[], string]>([
  ...["", "  ", "\t", "\r"].map((end): [string, readonly string[], string] => [
    `a semicolon and ${JSON.stringify(end)}`,
    ...([["create table a (", "  x int", `);${end}`, "select 1"], "1 a, 4"] as const),
  ]),
  ["no semicolon inside a line", ["create view a as", "select ';y'", "from b"], "1 a"],
])("a statement of SQL ends with %s", (_, lines, items) => {
  expect(itemsOf("sql", lines)).toBe(items);
});
