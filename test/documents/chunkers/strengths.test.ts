import { expect, it } from "vitest";
import { BOUNDARY } from "../../../src/documents/chunkers/markdown/outline.ts";
import { outlineOf } from "./outline-of.ts";

it("a beginning is the better the higher its number", () => {
  const { poor, line, item, paragraph, block } = BOUNDARY;
  expect([poor, line, item, paragraph, block]).toEqual([1, 2, 3, 4, 5]);
});

/** How well a passage may begin at each line, from 1 to 5. */
it.each<[string, readonly string[], string]>([
  [
    "text",
    [
      ...["- a", "", "- b", "c", "  1. d", "0) e", "        * f", "         - g", "12345. h", "-i"],
      ...["\t• j", "100) k"],
    ],
    "314233322233",
  ],
  [
    "markdown",
    [
      ...[
        "# A",
        "body",
        "",
        "para",
        "line",
        "",
        "List:",
        "",
        "- a",
        "  b",
        "- c",
        "",
        "1. d",
        "   e",
        "2. f",
      ],
      ...[
        "",
        "```",
        "x",
        "",
        "```",
        "| a |",
        "|---|",
        "",
        "Para:",
        "",
        "text",
        "",
        "## B",
        "",
        "C",
        "---",
        "d",
      ],
    ],
    "41142141323142314214421414141121",
  ],
  ["yaml", ["a:", "  b: 1", "", "  c: 2", "    d: 3", "     e: 4", "  ]", "d: 1"], "53143215"],
  ["json", ["{", '  "a": [', "    {", "    },", "", "    }", "  ],", '  "b": 1', "}"], "553114151"],
  ["csv", ["a,b", '1,"x', 'y"', "2,z", ""], "3323"],
  [
    "notebook",
    [
      ...[
        "{",
        ' "cells": [',
        "  {",
        '   "cell_type": "code",',
        '   "source": []',
        "  },",
        "  {",
        '   "x": 1',
      ],
      ...["  }", " ],", ' "m": {}', "}"],
    ],
    "225222522222",
  ],
  [
    "typescript",
    [
      ...["import a;", "", "// A.", "function a() {", "  one();", "", "  two();", "    three();", ""],
      ...["    four();", "  // c", "    // d", "  }", "}", "", "const b = 1;"],
    ],
    "5153315214331115",
  ],
  [
    "html",
    [
      "<p>a",
      "<li>b",
      "</p>",
      "c",
      "",
      "<br>",
      "<script>",
      "<p>no",
      "</script>",
      "<div/>",
      "<preface>",
      "  <ul>",
    ],
    "432224222424",
  ],
])("lines of %s %j begin passages by %s", (language, lines, strengths) => {
  const outline = outlineOf(language, lines);
  expect([...(outline.strengths ?? [])].join("")).toBe(strengths);
});

it.each<[string, readonly string[], readonly string[]]>([
  [
    "markdown",
    ["---", "a: 1", "---", "# A", "::card", "---", "title: x", "---", "text", "::"],
    ["1-3", "4-4", "5-6", "7-8", "9-10", "5-10"],
  ],
  ["notebook", ["{", ' "cells": [', "  {", "  },", "  {", "  }", " ],", "}"], ["3-4", "5-6"]],
  ["typescript", ["const a = 1;", "", "// B.", "const b = 2;"], ["1-2", "3-4"]],
])("blocks of %s %j are lines %j", (language, lines, blocks) => {
  const outline = outlineOf(language, lines);
  expect(outline.blocks.map(({ from, to }) => `${from + 1}-${to}`)).toEqual(blocks);
});
