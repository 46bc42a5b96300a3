import { describe, expect, it } from "vitest";
import { readItems } from "../../../../src/documents/chunkers/code/code-items.ts";
import { classifyLines } from "../../../../src/documents/chunkers/code/code-lines.ts";
import { CODE_LANGUAGES } from "../../../../src/documents/chunkers/code/declarations.ts";
import { splitLines } from "../../../../src/documents/chunkers/lines.ts";
import { indentations } from "../../../../src/documents/chunkers/markdown/outline.ts";
import { atOnce } from "../../../../src/text/steps.ts";

type Language = keyof typeof CODE_LANGUAGES;

function readLines(language: Language, lines: readonly string[]) {
  const source = splitLines(lines.join("\n"));
  const row = CODE_LANGUAGES[language];
  const kinds = atOnce(classifyLines(source, row.syntax));
  return atOnce(readItems(source, { language: row, kinds, indents: indentations(source) }));
}

/** First lines of the items of a file that begins with a declaration and its body. */
const itemsOf = (language: Language, lines: readonly string[]): readonly number[] =>
  readLines(language, lines).map(({ from }) => from + 1);

/** A declaration, and the words that lines begin with which go on with it although they are not indented. */
const WORDS: readonly (readonly [Language, string, string])[] = [
  ["typescript", "function f() {", "else catch finally"],
  ["java", "class A {", "else catch finally"],
  ["php", "function f() {", "else catch finally"],
  ["python", "def f():", "else elif except finally"],
  ["go", "func f() {", "case default"],
  ["rust", "fn f() {", "where"],
  ["c", "int f(x) {", "case else"],
  ["csharp", "enum E {", "where else catch finally"],
  ["ruby", "def f", "end else elsif rescue ensure when in then"],
  ["shell", "f() {", "then do else elif fi done esac"],
  [
    "sql",
    "create function f()",
    `end begin as on for from where and or select join left inner group order having union with return returns
     language values set declare`,
  ],
];

const CASES = WORDS.flatMap(([language, declaration, words]) =>
  words.split(/\s+/).map((word) => [word, language, declaration] as const),
);

describe("a line that is not indented", () => {
  it.each(CASES)("goes on with what is open when it begins with %s, in %s", (word, language, declaration) => {
    const goesOn = (line: string) => itemsOf(language, [declaration, "  a", line]).length === 1;
    expect([goesOn(word), goesOn(`${word} (x)`)]).toEqual([true, true]);
    expect([goesOn(`${word}ly(x)`), goesOn(`+ ${word} (x)`)]).toEqual([false, false]);
  });

  it.each<[Language, string, string]>([
    ["typescript", "function f() {", "while (x);"],
    ["shell", "f() {", ";;"],
  ])("of %s after %j goes on with %j, and not with what only begins so", (language, declaration, line) => {
    expect(itemsOf(language, [declaration, "  a", line])).toEqual([1]);
    expect(itemsOf(language, [declaration, "  a", line.slice(0, -1)])).toEqual([1, 3]);
  });

  it.each(["END", "SELECT", "Returns"])("of SQL goes on with %s, whatever its case", (word) => {
    expect(itemsOf("sql", ["create function f()", "  a", `${word} x`])).toEqual([1]);
  });

  it.each([
    ["end", [1]],
    ["END;", [1]],
    ["exception", [1]],
    ["Exception when others", [1]],
    ["ending", [1, 3]],
    ["exceptional", [1, 3]],
    ["the end", [1, 3]],
    ["select", [1, 3]],
    ["begin", [1, 3]],
  ])("of SQL after a semicolon, %j begins items at %j", (line, items) => {
    expect(itemsOf("sql", ["create function f()", "  a;", line])).toEqual(items);
  });

  it.each<[string, readonly number[]]>([
    ["#if X", [1]],
    ["public:", [1]],
    ["private:", [1]],
    ["protected slots:", [1]],
    ["signals:", [1]],
    ["default: x", [1]],
    ["public = 1;", [1, 3]],
    ["publicly = 1:", [1, 3]],
    [`public ${"-".repeat(39)}:`, [1]],
    [`public ${"-".repeat(40)}:`, [1, 3]],
    ["case 1:", [1]],
    ["label:", [1]],
    ["_label2:", [1]],
    ["l:", [1]],
    ["2l:", [1, 3]],
    ["label: x();", [1, 3]],
    ["a label2:", [1, 3]],
  ])("of C: %j begins items at %j", (line, items) => {
    expect(itemsOf("c", ["int f(x) {", "  a();", line])).toEqual(items);
  });

  it.each<[Language, string, string]>([
    ["csharp", "enum E {", "#if X"],
    ["go", "func f() {", "}"],
    ["go", "func f() {", ") x"],
    ["go", "func f() {", "] x"],
    ["go", "func f() {", "{"],
    ["go", "func f() {", "> x"],
  ])("of %s after %j goes on with %j", (language, declaration, line) => {
    expect(itemsOf(language, [declaration, "  a", line])).toEqual([1]);
  });

  it.each<[Language, string, string]>([
    ["typescript", "@a.b class X {", "an annotation with a full stop"],
    ["typescript", `@${"a".repeat(80)} class X {`, "a name of 80 characters"],
    ["typescript", `@a(${"x".repeat(200)}) class X {`, "200 characters of arguments"],
    ["rust", "#[derive(A)] struct X {", "an attribute"],
    ["rust", "#![a] #[] struct X {", "several attributes"],
    ["rust", `#[${"x".repeat(200)}] struct X {`, "an attribute of 200 characters"],
    ["csharp", "[A] [B(1)] class X {", "attributes"],
    ["csharp", "[A]class X {", "a glued attribute"],
    ["csharp", `[${"x".repeat(200)}] class X {`, "an attribute of 200 characters"],
    ["cpp", "template <typename T> class X {", "a template"],
    ["cpp", "template<> class X {", "an empty template"],
    ["cpp", "[[nodiscard]] class X {", "an attribute"],
    ["cpp", "[[a]][[b]]class X {", "glued attributes"],
  ])("of %s %j is a declaration behind %s", (language, line) => {
    const found = readLines(language, ["f();", line, "}"]);
    expect(found.map(({ path }) => path.join("."))).toEqual(["", "X"]);
  });
});

describe("the line above a C function", () => {
  const named = (line: string) => readLines("c", [line, "f(x)", "{", "}"]).map(({ path }) => path.join("."));

  it.each([
    "int",
    "static int",
    "_t",
    "t",
    "unsigned\tint",
    "char *",
    "char **",
    "double",
    "classy x",
    "returned",
    `a${"b".repeat(100)}`,
  ])("is its type: %j", (line) => {
    expect(named(line)).toEqual(["f"]);
  });

  it.each(["do", "return", "break", "class", "struct", "union", "enum", "namespace", "typedef"])(
    "is no type that begins with %s",
    (word) => {
      expect([...named(word), ...named(`${word} x`)]).not.toContain("f");
    },
  );

  it.each(["2t", "a, b", "int x;", "a = b", `a${"b".repeat(101)}`])("is no type: %j", (line) => {
    expect(named(line)).toEqual([""]);
  });
});
