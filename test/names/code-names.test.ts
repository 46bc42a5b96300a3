import { describe, expect, it } from "vitest";
import { codeMentions, keyMentions } from "../../src/names/code-names.ts";

const inCode = (text: string) =>
  codeMentions(text, { start: 0, end: text.length }).map(
    ({ name, type, evidence }) => `${type} ${name} ${evidence}`,
  );

describe("a name in code", () => {
  it.each([
    ["export default async function run() {}", "code run 1"],
    ["  private static class Inner {}", "code Inner 1"],
    ["def run(self):", "code run 1"],
    ["import a from '@quill/motion/sub';", "package @quill/motion 1"],
    ["require('left-pad/index.js')", "package left-pad 1"],
    ["import 'node:fs';", "package node:fs 1"],
    ["import './local.ts';", "path ./local.ts 0.6"],
    ["import '~/abc';", "path ~/abc 0.6"],
    ["import '@/abc';", "path @/abc 0.6"],
    ["import '#alias';", "package #alias 0.6"],
    ["import os", "package os 1"],
    ["from os import path", "package os 1"],
    ["use std.io;", "package std.io 1"],
    ["import java.util:", "package java.util 1"],
    ["see('https://hono.dev/docs?x')", "url https://hono.dev/docs 0.6"],
    ["MY_CONST = 1", "variable MY_CONST 0.6"],
    ["ERR_TIMEOUT", "error ERR_TIMEOUT 0.6"],
    ["throw new FooError()", "error FooError 0.5"],
    ["$armDriver", "code armDriver 0.2"],
    ["run_now()", "code run_now 0.2"],
  ])("%s: %s", (text, expected) => {
    expect(inCode(text)).toEqual([expected]);
  });

  it.each([
    ["a keyword", "function if() {}"],
    ["one letter", "function x() {}"],
    ["a package of one letter", "import 'x';"],
    ["the folder above", "import '../';"],
    ["the kind of an import", "import type"],
    ["the own machine", "see('https://localhost/docs')"],
    ["an ordinary word", "plain words only"],
  ])("is not %s", (_, text) => {
    expect(inCode(text)).toEqual([]);
  });

  it("stands in its region, at its place in the whole text", () => {
    const text = "fooBar();\nbarBaz();\nbazFoo();\n";
    expect(codeMentions(text, { start: 10, end: 20 })).toEqual([
      { name: "barBaz", type: "code", evidence: 0.2, start: 10, end: 16, sentence: -1 },
    ]);
  });

  it("is one of two hundred at most", () => {
    const text = Array.from({ length: 201 }, (_, at) => `aB${at}`).join(" ");
    expect(inCode(text)).toHaveLength(200);
    const keys = Array.from({ length: 201 }, (_, at) => `key${at}: 1`).join("\n");
    expect(keyMentions(keys)).toHaveLength(200);
  });
});

describe("a key of settings", () => {
  it.each([
    ["timeout: 5", "key timeout 0.2", 0],
    ['  "my-key" : 1', "key my-key 0.2", 3],
    ["abc: 1", "key abc 0.2", 0],
    ["export MY_KEY=1", "variable MY_KEY 0.6", 7],
  ])("%s: %s", (text, expected, start) => {
    const [found] = keyMentions(text);
    expect(`${found?.type} ${found?.name} ${found?.evidence}`).toBe(expected);
    expect([found?.start, found?.end]).toEqual([start, start + (found?.name.length ?? 0)]);
  });

  it.each(["name: x", "ab: 1", "a b: 1", "value"])("is none in %j", (text) => {
    expect(keyMentions(text)).toEqual([]);
  });
});
