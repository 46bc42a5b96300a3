import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { render } from "../../../../../src/cli/commands/search/interactive/render.ts";
import { clipboardText, frameText } from "../../../../../src/cli/commands/search/interactive/screen.ts";
import { type State, startState } from "../../../../../src/cli/commands/search/interactive/state.ts";
import { columnsOf } from "../../../../../src/cli/terminal/columns.ts";
import type { Hit } from "../../../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../../../src/search/contract/search.ts";
import { found, hit } from "../../../../support/found.ts";

const SIZE = { columns: 60, rows: 14 };
const asked = { query: "keys", profile: "edge", typing: false } as const;
const state = (changes: Partial<State> = {}): State => ({
  ...startState(),
  line: { text: "keys", cursor: 4 },
  place: "3 documents of default",
  ...changes,
});
const showing = (hits: readonly Hit[], changes: Partial<SearchAnswer> = {}): State =>
  state({ shown: { kind: "answer", answer: found(hits, changes), asked } });
const picture = (one: State, size = SIZE): string => render(one, size, false).lines.join("\n");

it("shows query, hits, the chosen one's text and what the answer lacks", () => {
  const second = hit({ path: "b.md", citation: "b.md#L1", headings: ["Other"], relevance: 0.08 });
  const lacking = showing([hit(), second], { degraded: ["reranker_timeout"] });
  expect(render(lacking, SIZE, false)).toEqual({
    lines: [
      "> keys                                             edge  1/2",
      "▸ guides/keys.md#L3-L9  73%  Rotation",
      "  b.md#L1                8%  Other",
      "─".repeat(60),
      "   …",
      "   Rotate keys",
      "   every quarter.",
      "   …",
      "",
      "",
      "",
      "The re-ranking model was too slow, so the order is the first",
      "estimate.",
      "Enter opens  Tab profile  Ctrl-Y copies  Esc leaves",
    ],
    cursor: { row: 0, column: 6 },
  });
  expect(picture({ ...lacking, chosen: 1, message: "Copied b.md#L1" })).toMatch(
    /▸ b\.md[\s\S]*\nCopied b\.md#L1$/,
  );
});

it("says what there is to say where there are no hits", () => {
  const line = { text: "", cursor: 0 };
  expect(picture(state({ line }))).toContain("Type to search 3 documents of default.");
  expect(picture(state({ line, place: undefined }))).toContain("Type to search.");
  expect(picture(state({ line, place: "" }))).toContain("Nothing is indexed yet: recall push <folder>");
  expect(picture(state({ isWaiting: true }))).toContain("edge  searching");
  expect(picture(showing([]))).toContain("Nothing found.");
  const empty = { ...found([]).index, indexedAt: null };
  expect(picture(showing([], { index: empty }))).toContain("Nothing is indexed yet: recall push <folder>");
  const failure = { kind: "failure", message: "Could not reach http://x (ECONNREFUSED)" } as const;
  expect(picture(state({ shown: failure }))).toContain(failure.message);
});

it("names the root only where there are several", () => {
  expect(picture(showing([hit(), hit({ root: "other" })]))).toContain("▸ notes:guides/keys.md#L3-L9");
  const one = found([hit()]);
  const several = showing([hit()], { index: { ...one.index, severalRoots: true } });
  expect(picture(several)).toContain("▸ notes:guides/keys.md#L3-L9");
});

it("keeps the chosen hit and the end of a long query in sight", () => {
  const many = Array.from({ length: 20 }, (_, at) => hit({ citation: `${at}.md#L1` }));
  for (const chosen of [0, 7, 19])
    expect(picture({ ...showing(many), chosen })).toContain(`▸ ${`${chosen}.md#L1`}`);
  const text = `${"long ".repeat(30)}日本`;
  const { lines, cursor } = render(state({ line: { text, cursor: text.length } }), SIZE, false);
  expect(lines[0]).toMatch(/^> ….*long 日本 +edge$/);
  expect(cursor.column).toBe(columnsOf(lines[0]?.split("日本")[0] ?? "") + 4);
});

it("is too small below 20 columns and 6 rows, and complete there", () => {
  expect(picture(showing([hit()]), { columns: 19, rows: 24 })).toBe("Too small");
  expect(picture(showing([hit()]), { columns: 80, rows: 5 })).toBe("Too small");
  expect(picture(showing([hit()]), { columns: 20, rows: 6 }).split("\n")).toEqual([
    "> keys",
    "▸ …ys.md#L3-L9  73%",
    "",
    "",
    "",
    "Esc leaves",
  ]);
});

/** Controls but line ends, and marks that reorder. */
const ACTING = /(?!\n)\p{Cc}|\u202e/u;

it("marks with colour only where there is colour, and lets no text act on the terminal", () => {
  const hostile = "\u001b[2J\u202e\u0007 evil\u009b31m";
  const one = hit({
    citation: `${hostile}.md#L1`,
    headings: [hostile],
    snippet: { text: hostile, startLine: 1, endLine: 1, highlights: [[0, 4]] },
  });
  const shown = { ...showing([one]), message: hostile, place: hostile, line: { text: hostile, cursor: 3 } };
  expect(picture(shown)).not.toMatch(ACTING);
  const colored = render(shown, SIZE, true).lines.join("\n");
  expect(stripVTControlCharacters(colored)).not.toMatch(ACTING);
  expect(colored.split("\u001b").every((part, at) => at === 0 || /^\[[\d;]*m/.test(part))).toBe(true);
  expect(colored).toContain("\u001b[7m▸ ");
});

it("never has more rows or wider ones than the terminal, nor a cursor outside of it", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 90 });
  const hits = fc.array(
    fc.tuple(text, text, text, fc.nat(90)).map(([citation, heading, lines, end]) =>
      hit({
        citation: `${citation}#L1`,
        headings: [heading],
        snippet: { text: lines, startLine: 1, endLine: 1, highlights: [[0, end]] },
      }),
    ),
    { maxLength: 8 },
  );
  const sizes = fc.record({
    columns: fc.integer({ min: 1, max: 130 }),
    rows: fc.integer({ min: 1, max: 40 }),
  });
  const chosen = fc.nat(8);
  fc.assert(
    fc.property(hits, sizes, text, chosen, fc.boolean(), (list, size, query, at, color) => {
      const line = { text: query, cursor: query.length };
      const one = { ...showing(list), line, chosen: Math.min(at, Math.max(0, list.length - 1)) };
      const { lines, cursor } = render(one, size, color);
      expect(lines.length).toBeLessThanOrEqual(size.rows);
      for (const row of lines)
        expect(columnsOf(stripVTControlCharacters(row))).toBeLessThanOrEqual(size.columns);
      expect(cursor.row).toBeLessThan(size.rows);
      expect(cursor.column).toBeLessThan(size.columns);
      expect(render(one, size, color)).toEqual({ lines, cursor });
    }),
  );
});

it("tells a terminal each row by its place, and a citation for the clipboard", () => {
  const shown = frameText({ lines: ["a", "b"], cursor: { row: 0, column: 1 } });
  expect(shown).toContain("\u001b[1;1H\u001b[2Ka\u001b[2;1H\u001b[2Kb\u001b[1;2H");
  const base64 = Buffer.from("日本.md#L1").toString("base64");
  expect(clipboardText("日本.md#L1")).toBe(`\u001b]52;c;${base64}\u0007`);
});
