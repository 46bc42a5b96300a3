import { describe, expect, it } from "vitest";
import { fitHeadings, headingText } from "../../../../src/documents/chunkers/markdown/headings.ts";

describe("the text of a heading", () => {
  it.each<[string, string, string]>([
    ["has six marks at its start", "####### x", "# x"],
    ["may begin with a tab", "\t#\tx", "x"],
    ["ends before marks set off by a tab", "## B\t##", "B"],
    ["ends before one mark", "# B #", "B"],
    ["ends before eight marks", "# B ########", "B"],
    ["keeps nine marks", "# B #########", "B #########"],
    ["keeps marks inside", "# B ## c", "B ## c"],
    ["is empty when marks are all of it", "## ##", ""],
    ["loses an empty anchor", "# T {#}", "T"],
    ["keeps an anchor inside", "# T {#a} b", "T {#a} b"],
    ["keeps braces in braces", "# T {#a{b}", "T {#a{b}"],
    ["keeps the text of links alone", "# [one](u) and [two](v)", "one and two"],
    ["keeps the text of a link without a target", "# [a]() b", "a b"],
    ["loses a link without a text", "# a [](u) b", "a b"],
    ["keeps a bracket before a link", "# [a[b](c)", "[ab"],
    ["keeps a link with a bracket in its target", "# [a](b(c) d", "[a](b(c) d"],
    ["keeps what stands between spaces like emphasis", "# a __ b", "a __ b"],
    ["has two spaces as one", "# a  b", "a b"],
    ["has a tab beside a space as one", "# a \tb", "a b"],
    ["keeps one tab", "# a\tb", "a\tb"],
  ])("%s", (_, raw, text) => {
    expect(headingText(raw)).toBe(text);
  });
});

describe("a path of headings", () => {
  const long = `x${"word ".repeat(100)}`;

  it.each([
    [1, 400],
    [2, 200],
    [3, 100],
    [6, 60],
    [11, 30],
    [17, 15],
    [18, 8],
  ])("of %i long ones has %i characters of each", (count, length) => {
    expect(fitHeadings(Array.from({ length: count }, () => long))).toEqual(
      Array.from({ length: count }, () => `${long.slice(0, length)}…`),
    );
  });

  it("keeps its last headings where all of them are too many", () => {
    const path = Array.from({ length: 40 }, (_, at) => `level number ${at} of them`);
    const fitted = fitHeadings(path);
    expect(fitted.length).toBeGreaterThan(15);
    expect(fitted.length).toBeLessThan(40);
    expect(new Set(fitted)).toEqual(new Set(["level nu…"]));
  });

  it("keeps one heading that is too long for its bound", () => {
    expect(fitHeadings(["outer", "innermost"], 1)).toEqual(["innermos…"]);
  });
});
