import { expect, it } from "vitest";
import { outlineOf } from "../outline-of.ts";

/** `line name` of each key of a small settings file. */
function keysOf(language: string, lines: readonly string[]): string {
  const { sections } = outlineOf(language, lines);
  const named = sections.flatMap(({ from, headings, names }) => [
    ...headings.map((name) => ({ line: from, name })),
    ...(names ?? []),
  ]);
  return named.map(({ line, name }) => `${line + 1} ${name}`).join(", ");
}

it.each<[string, string, string]>([
  ["a word", "a: 1", "a"],
  ["without a value", "a:", "a"],
  ["before a space and a colon", "a : 1", "a"],
  ["of several words", "a b-c: 1", "a b-c"],
  ["in double quotes", '"a: b": 1', "a: b"],
  ["in single quotes", "'a: b': 1", "a: b"],
  ["of one character in quotes", '"a": 1', "a"],
  ["of 101 characters", `${"k".repeat(101)}: 1`, "k".repeat(101)],
  ["of no more", `${"k".repeat(102)}: 1`, ""],
  ["before no glued value", "a:1", ""],
  ["with no comment in it", "a#b: 1", ""],
  ["no item of a list", "- a: 1", ""],
  ["no list", "[a]: 1", ""],
  ["no map", "{a: 1}", ""],
  ["no anchor", "&a: 1", ""],
  ["no alias", "*a: 1", ""],
  ["no open single quote", "'a: 1", ""],
  ["no open double quote", '"a: 1', ""],
  ["no colon first", ":a: 1", ""],
  ["no quote with text behind it", '"a" b: 1', ""],
])("a key of YAML is %s", (_, line, name) => {
  expect(keysOf("yaml", [line, "z: 1"])).toBe(name === "" ? "2 z" : `1 ${name}, 2 z`);
});

it.each<[string, string, string]>([
  ["of a table", "[a.b]", "a.b"],
  ["of a list of tables", "[[a]]", "a"],
  ["behind a space", "[ a]", "a"],
  ["of 101 characters", `[${"k".repeat(101)}]`, "k".repeat(101)],
  ["of no more", `[${"k".repeat(102)}]`, ""],
  ["not empty", "[]", ""],
  ["not of three brackets", "[[[a]]]", "[a"],
  ["at the start of its line", "x = [a]", ""],
])("a key of TOML is %s", (_, line, name) => {
  expect(keysOf("toml", [line, "[z]"])).toBe(name === "" ? "2 z" : `1 ${name}, 2 z`);
});

it.each<[string, string, string]>([
  ["before a space and a colon", '"a" : 1', "a"],
  ["before a glued value", '"a":1', "a"],
  ["with a quote in it", '"a\\"b": 1', 'a\\"b'],
  ["of 100 characters", `"${"k".repeat(100)}": 1`, "k".repeat(100)],
  ["of no more", `"${"k".repeat(101)}": 1`, ""],
  ["not empty", '"": 1', ""],
  ["no value", '"a",', ""],
  ["at the start of its line", '1, "a": 1', ""],
])("a key of JSON is %s", (_, line, name) => {
  expect(keysOf("json", ["{", `  ${line}`, '  "z": 1', "}"])).toBe(name === "" ? "3 z" : `2 ${name}, 3 z`);
});

it.each<[string, string, readonly string[], string]>([
  ["comments right before it", "yaml", ["z: 1", "# a", "# b", "a: 1"], "1 z, 2 a"],
  ["no comment before another line", "yaml", ["z: 1", "# a", "- x", "a: 1"], "1 z, 4 a"],
  ["no comment before a blank line", "yaml", ["z: 1", "# a", "", "a: 1"], "1 z, 4 a"],
  ["no indented comment", "yaml", ["z: 1", "  # a", "a: 1"], "1 z, 3 a"],
  ["comments of one key only", "yaml", ["# a", "a: 1", "b: 1"], "1 a, 3 b"],
  ["comments of both signs of TOML", "toml", ["[z]", "; a", "# b", "[a]"], "1 z, 2 a"],
  ["comments of JSON", "json", ["{", '  "z": 1,', "  // a", '  "a": 1', "}"], "2 z, 3 a"],
  [
    "keys of the first depth of JSON only",
    "json",
    ["{", '  "z": {', '    "a": 1', "  },", '"b": 1', "}"],
    "2 z",
  ],
])("a key has %s", (_, language, lines, keys) => {
  const found = keysOf(language, lines);
  expect(found).toBe(keys);
});
