import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statementsOf } from "../../../src/search/stages/subject/statements.ts";

const said = (text: string) =>
  statementsOf(text).map(({ start, end, datedAt }) => [
    text.slice(start, end),
    datedAt === undefined ? undefined : new Date(datedAt).toISOString().slice(0, 10),
  ]);

describe("statementsOf", () => {
  it("takes items, rows, headings and paragraphs apart, and keeps a paragraph's and an item's lines together", () => {
    const text =
      "# Notes\nOne line\nand its second.\n\nAnother.\n- an item\n  of two lines\n- a second\n1. first\n| a | b |\n| c | d |";
    expect(said(text).map(([one]) => one)).toEqual([
      "# Notes",
      "One line\nand its second.",
      "Another.",
      "- an item\n  of two lines",
      "- a second",
      "1. first",
      "| a | b |",
      "| c | d |",
    ]);
  });

  it("dates what stands under a dated heading, until one of the same level", () => {
    const text = "before\n## 2026-03-04\n- a\n### More\n- b\n## Other\n- c\n## 5 March 2026\n- d";
    expect(said(text).filter(([one]) => !one?.startsWith("#"))).toEqual([
      ["before", undefined],
      ["- a", "2026-03-04"],
      ["- b", "2026-03-04"],
      ["- c", undefined],
      ["- d", "2026-03-05"],
    ]);
  });

  it("dates what begins with a day, and not what speaks of one", () => {
    const text =
      "## 2026-03-04\n- 2026-03-01: late entry\n- **2026-03-02** another\n- the meeting on 2026-09-01 is off";
    expect(said(text).map(([, day]) => day)).toEqual([
      "2026-03-04",
      "2026-03-01",
      "2026-03-02",
      "2026-03-04",
    ]);
  });

  it("covers every line that is not blank, in order, once", () => {
    const line = fc.constantFrom("", "  ", "# h", "- i", "text", "| r |", "2026-03-04 x");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const all = statementsOf(lines.join("\n")).map(({ start, end }) =>
          lines.join("\n").slice(start, end),
        );
        expect(
          all
            .join("\n")
            .split("\n")
            .filter((one) => one.trim() !== ""),
        ).toEqual(lines.filter((one) => one.trim() !== ""));
      }),
    );
  });
});
