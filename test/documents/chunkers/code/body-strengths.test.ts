import { expect, it } from "vitest";
import { outlineOf } from "../outline-of.ts";

/** How well a passage may begin at each line, from 1 (blank or closing) over 3 (a statement) to 5. */
const strengthsOf = (lines: readonly string[]): string =>
  [...outlineOf("typescript", lines).strengths].join("");

it.each<[string, readonly string[], string]>([
  ["three lines", ["function f() {", "    a();", "    b();", "    c();", "}"], "33331"],
  ["two lines, which are too few", ["function f() {", "    a();", "    b();", "}"], "3221"],
  [
    "all but one that slipped",
    ["function f() {", "    a();", "    b();", "    c();", "  slip();", "    d();", "}"],
    "3333331",
  ],
  [
    "the outer of two depths",
    ["function f() {", "  a();", "  b();", "  c(() => {", "    d();", "    e();", "    g();", "  });", "}"],
    "333322211",
  ],
  [
    "what is deeper than an indented first line",
    ["  function f() {", "    a();", "    b();", "    c();", "  }"],
    "33331",
  ],
  [
    "comments deeper inside too",
    ["function f() {", "  a();", "  b();", "  c(() => {", "    // d", "    e();", "  });", "}"],
    "33333211",
  ],
  [
    "paragraphs, the outer ones as whole blocks",
    ["function f() {", "  a();", "", "  b();", "  c(() => {", "", "    d();", "  });", "}"],
    "331531411",
  ],
  ["no closing bracket of any kind", ["f(", "  a,", "  b,", "  c", "]", ">", ")", "}"], "33331111"],
])("statements of a body begin at the indentation of %s", (_, lines, strengths) => {
  expect(strengthsOf(lines)).toBe(strengths);
});
