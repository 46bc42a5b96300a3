import fc from "fast-check";

/** Pieces that mean something to one chunker or another, and characters that are easily cut wrongly. */
const PIECES = [
  ..."\n|\r\n|\r|\n\n|\t|    |\uFEFF|😀|\ud83d|漢字|é|́|---|===|# |## |- |1. |> |```|~~~|::card|::|| a | b |".split(
    "|",
  ),
  ..."class A {|def f(x):|func (s *S) M() {|fn g() {|}|);|/*|*/|//|--|=begin|`|'|\"|\"\"\"|'''|$$|<<EOF|EOF".split(
    "|",
  ),
  ...'<h1>|</h1>|<script>|</script>|<!--|-->|<p>|"cells": [|  {|"cell_type": "markdown"|"source": ["# x"]|],'.split(
    "|",
  ),
  ..."key: value|[table]|a,b,c|word|another longer word|@decorator|#[attr]|CREATE TABLE t (|end|title: x".split(
    "|",
  ),
  "x".repeat(700),
  "long words in a row ".repeat(200),
  "漢".repeat(900),
  "😀".repeat(500),
  " ".repeat(3000),
  "ab-".repeat(900),
];

const line = fc
  .array(fc.constantFrom(...PIECES, " ", "a", "0"), { maxLength: 8 })
  .map((pieces) => pieces.join(""));

/** Text of any kind: Unicode, line ends of all sorts, none at the end, lines longer than a chunk, broken markup. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .tuple(
      fc.array(line, { maxLength: 40 }),
      fc.constantFrom("\n", "\r\n", "\n\n"),
      fc.constantFrom("", "\n", "\r\n"),
    )
    .map(([lines, separator, end]) => lines.join(separator) + end),
);
