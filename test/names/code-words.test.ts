import { describe, expect, it } from "vitest";
import { codeMentions, keyMentions } from "../../src/names/code-names.ts";
import { documentNames } from "../../src/names/document-names.ts";
import { headingNames } from "../../src/names/prose/title-name.ts";

const inCode = (text: string) =>
  codeMentions(text, { start: 0, end: text.length }).map(
    ({ name, type, evidence }) => `${type} ${name} ${evidence}`,
  );
const words = (text: string) => text.split(" ");

describe("a definition", () => {
  it.each(
    words(
      "function function* class interface type enum struct trait impl def fn func protocol module record",
    ),
  )("begins with %s", (keyword) => {
    expect(inCode(`${keyword} Marlin`)).toEqual(["code Marlin 1"]);
    expect(inCode(`\t ${keyword} \t Marlin(`)).toEqual(["code Marlin 1"]);
    expect(inCode(`x ${keyword} Marlin`)).toEqual([]);
  });

  it.each(
    words("export default declare async public private protected static abstract final pub open data sealed"),
  )("may have %s before it, four of them at most", (modifier) => {
    expect(inCode(`${modifier} class Marlin`)).toEqual(["code Marlin 1"]);
    expect(inCode(`${`${modifier} `.repeat(4)}class Marlin`)).toEqual(["code Marlin 1"]);
    expect(inCode(`${`${modifier} `.repeat(5)}class Marlin`)).toEqual([]);
  });

  it.each([
    ["class $ab", ["code $ab 1"]],
    ["class _ab", ["code _ab 1"]],
    ["class Ärger2", ["code Ärger2 1"]],
    ["class 2ab", []],
    ["class\nMarlin", []],
    ["class string", []],
    ["class the", []],
    [`class A${"b".repeat(80)}`, [`code A${"b".repeat(80)} 1`]],
    ["x;\n  class Marlin", ["code Marlin 1"]],
  ])("%j names %j", (text, expected) => {
    expect(inCode(text)).toEqual(expected);
  });
});

describe("an import", () => {
  it.each(words("from import require require_relative"))("has a module in quotes behind %s", (keyword) => {
    expect(inCode(`${keyword} "left"`)).toEqual(["package left 1"]);
    expect(inCode(`${keyword}('left')`)).toEqual(["package left 1"]);
    expect(inCode(`${keyword}    (    "left"`)).toEqual(["package left 1"]);
    expect(inCode(`x${keyword} "left"`)).not.toContain("package left 1");
    expect(inCode(`${keyword}${" ".repeat(9)}"left"`)).not.toContain("package left 1");
  });

  it.each(words("import from use using"))("has a module's name behind %s, where its line ends", (keyword) => {
    for (const end of [";", "", " as x", " import x", " ("])
      expect(inCode(`${keyword} left.pad${end}`)).toEqual(["package left.pad 1"]);
    expect(inCode(`${keyword} left, x`)).toEqual([]);
    expect(inCode(`x ${keyword} left`)).toEqual([]);
  });

  it.each([
    ["import '@a/b/c'", ["package @a/b 1"]],
    ["import '@a.c/b.d'", ["package @a.c/b.d 1"]],
    ["import 'a/b'", []],
    ["import 'ab/c'", ["package ab 1"]],
    ["import '/ab/c'", ["path /ab/c 0.6"]],
    ["import './a'", []],
    ["import './ab'", ["path ./ab 0.6"]],
    ["import '#ab'", []],
    ["import '#abc'", ["package #abc 0.6"]],
    ["import 'node:fs/promises'", ["package node:fs/promises 1"]],
    ["import left::pad;", ["package left::pad 1"]],
    ["import left::;", ["package left 1"]],
    ["import $left;", []],
    [`import '${"a".repeat(120)}'`, [`package ${"a".repeat(120)} 1`]],
    ["import string;", []],
  ])("%j names %j", (text, expected) => {
    expect(inCode(text)).toEqual(expected);
  });
});

describe("what code uses", () => {
  it.each([
    ["A_B", ["variable A_B 0.6"]],
    ["A1_B2", ["variable A1_B2 0.6"]],
    ["$A_B", ["variable A_B 0.6"]],
    ["env.A_B", ["variable A_B 0.6"]],
    ["E_ABC", ["error E_ABC 0.6"]],
    ["MarlinError", ["error MarlinError 0.5"]],
    ["MarlinException", ["error MarlinException 0.5"]],
    ["marlinError", ["code marlinError 0.2"]],
    ["MarlinErrors", ["code MarlinErrors 0.2"]],
    ["a_b", ["code a_b 0.2"]],
    ["a2_3b", ["code a2_3b 0.2"]],
    ["aB", []],
    ["aBc", ["code aBc 0.2"]],
    ["ABC", []],
    ["_abc", []],
    ["abc_", []],
    ["https://a.bc/d", ["url https://a.bc/d 0.6"]],
  ] as const)("%s is %j", (text, expected) => {
    expect(inCode(text)).toEqual(expected);
  });

  it("stands at the place of what was found, which may begin before the name", () => {
    const [found] = codeMentions("xx class Marlin\n class Zephyr y", { start: 15, end: 31 });
    expect(found).toMatchObject({ name: "Zephyr", start: 16, end: 29 });
  });
});

describe("a key", () => {
  it.each([
    ["abc = 1", ["key abc"]],
    ["'abc': 1", ["key abc"]],
    ["export abc=1", ["key abc"]],
    ["\tabc: 1", ["key abc"]],
    ["_ab: 1", ["key _ab"]],
    ["a.b-c: 1", ["key a.b-c"]],
    [`a${"b".repeat(60)}: 1`, [`key a${"b".repeat(60)}`]],
    [`a${"b".repeat(61)}: 1`, []],
    ["A_B: 1", ["variable A_B"]],
    ["ABC: 1", ["key ABC"]],
    ["ab: 1", []],
    ["1ab: 1", []],
    ["- abc: 1", []],
    ["abc", []],
    ["default: 1", []],
  ])("%j names %j", (text, expected) => {
    expect(keyMentions(text).map(({ name, type }) => `${type} ${name}`)).toEqual(expected);
  });
});

describe("a heading", () => {
  it.each([
    ["#\tZephyr bus", ["Zephyr bus"]],
    ["# Zephyr bus ##", ["Zephyr bus"]],
    ["# Zephyr bus # x", ["Zephyr bus # x"]],
    ["# *Zephyr* `bus`", ["Zephyr bus"]],
    ["# Zephyr 12 bus", ["Zephyr 12 bus"]],
    ["# Motion 12", []],
    ["# The motion", []],
    ["# March motion", []],
    ["# 2031-02-11 motion bus", []],
    ["# 12.3.", []],
    ["x # Zephyr bus", []],
    [`# Motion ${"b".repeat(114)}`, [`Motion ${"b".repeat(114)}`]],
    [`# Motion ${"b".repeat(115)}`, []],
  ])("%j names %j", (text, expected) => {
    expect(headingNames(text).map(({ name }) => name)).toEqual(expected);
  });
});

it("the relations and the number of each chunk stay with it", () => {
  const chunks = ["We know `armDriver` uses `motionBus`.", "plain words"].map((text, at) => ({
    ...{ id: `c${at}`, headings: [], text },
  }));
  const found = documentNames({ path: "n.md", title: null, language: "markdown", kind: "file", chunks });
  expect(found.map(({ ordinal, names, relations }) => [ordinal, names.length, relations])).toEqual([
    [0, 2, [{ from: "armdriver", to: "motionbus", type: "uses" }]],
    [1, 0, []],
  ]);
});
