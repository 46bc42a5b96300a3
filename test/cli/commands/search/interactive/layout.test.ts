import { expect, it } from "vitest";
import { citationOf, listHeight, render } from "../../../../../src/cli/commands/search/interactive/render.ts";
import { type State, startState } from "../../../../../src/cli/commands/search/interactive/state.ts";
import type { Hit } from "../../../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../../../src/search/contract/search.ts";
import { found, hit } from "../../../../support/found.ts";

const asked = { query: "keys", profile: "edge", typing: true } as const;
const typed = (text: string, cursor = text.length): Partial<State> => ({ line: { text, cursor } });
const showing = (
  hits: readonly Hit[],
  changes: Partial<SearchAnswer> = {},
  more: Partial<State> = {},
): State => ({
  ...startState(),
  ...typed("keys"),
  shown: { kind: "answer", answer: found(hits, changes), asked },
  ...more,
});
const many = (amount: number, changes: Partial<Hit> = {}): readonly Hit[] =>
  Array.from({ length: amount }, (_, at) => hit({ citation: `${at}.md#L1`, ...changes }));
const lines = (state: State, columns: number, rows: number, color = false) =>
  render(state, { columns, rows }, color).lines;

it.each([
  [20, 11, 9],
  [20, 12, 4],
  [20, 22, 8],
  [2, 22, 2],
  [20, 6, 4],
])("shows of %i hits in %i rows %i at once", (hits, rows, height) => {
  expect(listHeight(showing(many(hits)), { columns: 60, rows })).toBe(height);
});

it("gives notes two rows, but not the last three of the list", () => {
  const lacking = { degraded: ["quota", "model_budget"] as SearchAnswer["degraded"] };
  const height = (rows: number) => listHeight(showing(many(20), lacking), { columns: 40, rows });
  expect([height(7), height(6), height(8)]).toEqual([3, 3, 4]);
  const shown = lines(showing(many(20), lacking), 40, 20);
  expect(shown.slice(-3)).toEqual([
    "The account's daily model quota is used",
    "up until 00:00 UTC. Today's model budge…",
    "Enter opens  Esc leaves",
  ]);
  expect(shown).toHaveLength(20);
  const long = many(20, {
    snippet: { text: "line\n".repeat(40), startLine: 1, endLine: 40, highlights: [] },
  } as unknown as Partial<Hit>);
  const full = lines(showing(long, lacking), 40, 14);
  expect([full.length, full.slice(-3)]).toEqual([14, shown.slice(-3)]);
});

it("keeps the chosen hit in the middle of the list, except near its ends", () => {
  const rows = (chosen: number) =>
    lines(showing(many(20), {}, { chosen }), 60, 11)
      .slice(1, 10)
      .map((line) => line.split(/[ ▸]+/)[1]?.split(".")[0]);
  expect(rows(4)?.[0]).toBe("0");
  expect(rows(5)?.[0]).toBe("1");
  expect(rows(15)?.[0]).toBe("11");
  expect(rows(16)?.[0]).toBe("11");
});

it("pads citations to one width, six tenths of the row at most, cut at their start", () => {
  const list = [
    hit({ citation: `${"d/".repeat(40)}end.md#L1`, headings: [] }),
    hit({ citation: "日本.md", headings: [] }),
  ];
  const [, first = "", second = ""] = lines(showing(list), 30, 8);
  expect([first, second]).toEqual([`▸ …${"d/".repeat(4)}end.md#L1  73%`, `  日本.md${" ".repeat(11)}  73%`]);
});

it("shows a hit's last heading, a memory's type, or nothing where there is no room", () => {
  const row = (changes: Partial<Hit>, columns: number) =>
    lines(showing([hit({ citation: "a.md#L1", ...changes })]), columns, 8)[1];
  expect(row({ headings: ["Keys", "Rotation"] }, 60)).toBe("▸ a.md#L1  73%  Rotation");
  const memory = { type: "decision" } as NonNullable<Hit["memory"]>;
  expect(row({ headings: [], memory }, 60)).toBe("▸ a.md#L1  73%  decision");
  expect(row({ headings: [] }, 60)).toBe("▸ a.md#L1  73%");
  expect(row({}, 24)).toBe("▸ a.md#L1  73%  Rotation");
  expect(row({}, 23)).toBe("▸ a.md#L1  73%");
});

it("marks the whole row of the chosen hit alone in colour", () => {
  const [, first = "", second = ""] = lines(showing(many(2), {}, { chosen: 1 }), 40, 8, true);
  expect(first).toBe("  0.md#L1  73%  Rotation");
  expect(second).toBe(`\u001b[7m${"▸ 1.md#L1  73%  Rotation".padEnd(40)}\u001b[0m`);
});

it("shows the text of the chosen hit under a rule, as much as there is room for", () => {
  const text = Array.from({ length: 8 }, (_, at) => `line ${at}`).join("\n");
  const snippet = { text, startLine: 3, endLine: 9, highlights: [] };
  const shown = lines(showing([hit(), hit({ snippet })], {}, { chosen: 1 }), 40, 12);
  expect(shown.slice(3, 11)).toEqual([
    "─".repeat(40),
    ...Array.from({ length: 7 }, (_, at) => `   line ${at}`),
  ]);
  expect(lines(showing([hit({ snippet })]), 40, 11).join("\n")).not.toContain("line 0");
});

it("says at the right where the choice is, unless the query needs the room", () => {
  const right = (state: Partial<State>, columns = 60) => lines(showing(many(3), {}, state), columns, 8)[0];
  expect(right({ chosen: 2 })).toBe(`> keys${" ".repeat(45)}edge  3/3`);
  expect(right({ isWaiting: true })).toBe(`> keys${" ".repeat(39)}edge  searching`);
  expect(right({}, 37)).toBe(`> keys${" ".repeat(22)}edge  1/3`);
  expect(right({}, 36)).toBe("> keys");
});

it("keeps the cursor in sight in the middle of a line that is too long", () => {
  const text = "0123456789".repeat(6);
  const at = (cursor: number) => {
    const { lines: shown, cursor: place } = render(
      { ...startState(), ...typed(text, cursor) },
      { columns: 25, rows: 8 },
      false,
    );
    return [shown[0], place.column];
  };
  expect(at(0)).toEqual(["> 0123456789012345678901", 2]);
  expect(at(10)).toEqual(["> 0123456789012345678901", 12]);
  expect(at(60)).toEqual(["> …901234567890123456789".slice(0, 24), 24]);
});

it.each([
  [72, "Enter opens  ↑↓ choose  Tab profile  Ctrl-Y copies citation  Esc leaves"],
  [71, "Enter opens  ↑↓ choose  Tab profile  Ctrl-Y copies citation  Esc leaves"],
  [70, "Enter opens  Tab profile  Ctrl-Y copies  Esc leaves"],
  [51, "Enter opens  Tab profile  Ctrl-Y copies  Esc leaves"],
  [50, "Enter opens  Esc leaves"],
  [23, "Enter opens  Esc leaves"],
  [22, "Esc leaves"],
])("has in %i columns the longest help that fits", (columns, help) => {
  expect(lines(showing(many(1)), columns, 8).at(-1)).toBe(help);
});

it("colours a failure otherwise than what is only a hint", () => {
  const failure = { ...startState(), shown: { kind: "failure", message: "lost" } } as const;
  expect(lines(failure, 40, 8, true)[1]).toBe("\u001b[31mlost\u001b[0m");
  expect(lines(startState(), 40, 8, true)[1]).toBe("\u001b[2mType to search.\u001b[0m");
});

it("cites with the root only where that is shown, safe to show", () => {
  expect(citationOf(hit({ citation: "a\u001b.md" }), false)).toBe("a␛.md");
  expect(citationOf(hit({ citation: "a.md" }), true)).toBe("notes:a.md");
});
