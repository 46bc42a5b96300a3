import { expect, it } from "vitest";
import { readItems } from "../../../src/documents/chunkers/code/code-items.ts";
import { classifyLines } from "../../../src/documents/chunkers/code/code-lines.ts";
import { CODE_LANGUAGES } from "../../../src/documents/chunkers/code/declarations.ts";
import type { Item } from "../../../src/documents/chunkers/items.ts";
import { splitLines } from "../../../src/documents/chunkers/lines.ts";
import { indentations } from "../../../src/documents/chunkers/markdown/outline.ts";
import { atOnce } from "../../../src/text/steps.ts";

type Language = keyof typeof CODE_LANGUAGES;

const write = ({ from, path, children }: Item): string =>
  `${from + 1} ${path.join(".")}${children.length === 0 ? "" : ` [${children.map(write).join(", ")}]`}`.trim();

/** `line name [members]` of each item; loose lines have no name. */
function itemsOf(language: Language, lines: readonly string[]): readonly string[] {
  const source = splitLines(lines.join("\n"));
  const row = CODE_LANGUAGES[language];
  const kinds = atOnce(classifyLines(source, row.syntax));
  return atOnce(readItems(source, { language: row, kinds, indents: indentations(source) })).map(write);
}

it.each<[string, Language, readonly string[], readonly string[]]>([
  [
    "begin with their comment and attributes, loose lines beside them",
    "typescript",
    [
      ...["import a from 'a';", "import b from 'b';", "", "// Of A.", "@deco", "class A {", "  x = 1;", ""],
      ...["  /** m */", "  @log()", "  m() {", "    call();", "  }", "  n() {}", "}", "run();", "stop();"],
    ],
    ["1", "4 A [7, 9 m, 14 n]", "16"],
  ],
  [
    "leave a comment with the code before it where a blank line sets it off from what follows",
    "typescript",
    [
      ...["f();", "// c", "", "/** d */", "const x = 1;", "// e", "", "const y = 2;", ""],
      ...["// g", "", "const z = 3;"],
    ],
    ["1", "4 x", "8 y", "10 z"],
  ],
  [
    "hold decorators with arguments on further lines",
    "python",
    [...["@a", "@b(1,", "   2)", "class A:", "    def m(self):", "        pass", "    x = 1", "y = 2"]],
    ["1 A [5 m, 7]", "8"],
  ],
  [
    "of Python end where the indentation does",
    "python",
    ["if x:", "    def inner():", "        pass", "def outer():", "    pass", "y = 1"],
    ["1", "4 outer", "6"],
  ],
  [
    "stay in a namespace although they are not indented, up to its brace",
    "cpp",
    [
      ...["namespace a {", "", "class B {", " public:", "  int x();", "};", "", "int f() {", "}", ""],
      ...["}  // namespace a", "int g() {", "}"],
    ],
    ["1 a [3 B [5], 8 f]", "12 g"],
  ],
  [
    "stay in a namespace of a whole file",
    "csharp",
    ["namespace A;", "", "class B {", "  void M() {", "  }", "}"],
    ["1 A [3 B [4 M]]"],
  ],
  [
    "of Ruby end at their word",
    "ruby",
    ["module A", "  class B", "    def m", "    end", "  end", "end", "x"],
    ["1 A [2 B [3 m]]", "7"],
  ],
  [
    "of SQL end at their semicolon",
    "sql",
    ["create table a (", "x int", ");", "select 1;", "create view b as", "select 1", "from a;"],
    ["1 a", "2", "5 b"],
  ],
  [
    "of SQL go on after a semicolon up to their last word",
    "sql",
    ["create function f()", "begin", "select 1;", "end;", "create table b (x int);"],
    ["1 f", "5 b"],
  ],
  [
    "begin with the type on the line above",
    "c",
    ["static int", "parse(char *s)", "{", "  return 0;", "}", "int x;", "int g(void)", "{", "}"],
    ["1 parse", "6", "7 g"],
  ],
  [
    "of an impl go below its type",
    "rust",
    ["#[derive(A)]", "struct S {", "}", "impl S {", "    fn m() {", "    }", "}"],
    ["1 S", "4 S [5 m]"],
  ],
  [
    "hold annotations over several lines, also before a method on its line",
    "java",
    ["@A(x = {", "  1", "})", "class B {", "  @Override public void m() {", "  }", "}"],
    ["1 B [5 m]"],
  ],
  [
    "go on after a line that slipped to the margin",
    "typescript",
    [
      ...["class A {", "  m() {", "    a();", "  }", "", "x();", "  n() {", "    b();", "  }", "}"],
      "const c = 1;",
    ],
    ["1 A [2 m, 7 n]", "11 c"],
  ],
  [
    "nest eight deep",
    "typescript",
    Array.from({ length: 10 }, (_, depth) => `${" ".repeat(depth)}class A${depth} {`),
    ["1 A0 [2 A1 [3 A2 [4 A3 [5 A4 [6 A5 [7 A6 [8 A7]]]]]]]"],
  ],
])("declarations %s", (_, language, lines, items) => {
  expect(itemsOf(language, lines)).toEqual(items);
});
