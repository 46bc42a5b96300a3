import { describe, expect, it } from "vitest";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { cutHit, withinBudget } from "../../../src/search/views/budget.ts";
import { textOf } from "../../../src/search/views/views.ts";
import { countTokens } from "../../../src/text/tokens/count-tokens.ts";
import { bareHit, found } from "../../support/found.ts";

const HITS: readonly AnyHit[] = [
  { citation: "a.md#L1" },
  { citation: "guides/b.md#L2" },
  { citation: "guides/deep/c.md#L3" },
];
const answer = (hits: readonly AnyHit[], more: object = {}): SearchAnswer<AnyHit> => ({
  ...found([]),
  ...more,
  hits: [...hits],
});

const textCost = (hit: AnyHit): number => countTokens(`${textOf(hit)}\n`);
const costs = (of: (hit: AnyHit) => number) => HITS.reduce((sum, hit) => sum + of(hit), 0);

describe("a budget of text", () => {
  it("counts the lines of the hits, and nothing around them", () => {
    const exact = costs(textCost);
    const within = (budget: number) => withinBudget(answer(HITS), { budget });
    expect(within(exact).budget).toEqual({ tokens: exact, used: exact, left: 0, cut: false });
    expect(within(exact - 1).budget).toMatchObject({ left: 1, used: exact - textCost(HITS[2] as AnyHit) });
    expect(within(exact - 1).hits).toEqual(HITS.slice(0, 2));
  });

  it("names the root of a citation that is left alone where there are several", () => {
    const whole = answer([bareHit({ text: "時".repeat(900), headings: ["時".repeat(900)] })]);
    const cited = (severalRoots: boolean) =>
      withinBudget({ ...whole, index: { ...whole.index, severalRoots } }, { budget: 200 }).hits;
    expect(cited(false)).toEqual([{ citation: "guides/keys.md#L3-L9", cut: true }]);
    expect(cited(true)).toEqual([{ citation: "notes:guides/keys.md#L3-L9", cut: true }]);
  });
});

it("leaves an answer without a budget as it is", () => {
  const whole = answer(HITS);
  expect(withinBudget(whole, {})).toBe(whole);
});

describe("a hit cut", () => {
  const textIn = (shown: AnyHit) => ("root" in shown ? (shown.text ?? shown.snippet?.text ?? "") : "");
  const cut = (hit: AnyHit, chars: number) =>
    cutHit(hit, { fits: (shown) => textIn(shown).length <= chars, severalRoots: false });

  it("before a line that fits to the character keeps it whole", () => {
    expect(cut(bareHit({ text: "one\ntwo\nthree" }), 7)).toMatchObject({ text: "one\ntwo", cut: true });
    expect(cut(bareHit({ text: "one\ntwo\nthree" }), 6)).toMatchObject({ text: "one" });
  });

  it("of an empty first line keeps a part of the second rather than nothing", () => {
    expect(cut(bareHit({ text: "\nlonger than that" }), 5)).toMatchObject({ text: "\nlong" });
  });

  it("by one character loses one", () => {
    expect(cut(bareHit({ text: "abcdef" }), 5)).toMatchObject({ text: "abcde" });
  });

  it("in a later line ends there, and its lines are whole", () => {
    const snippet = { text: "one\ntwo\nthree", startLine: 4, endLine: 6, highlights: [] };
    expect(cut(bareHit({ snippet }), 9)).toMatchObject({
      snippet: { text: "one\ntwo", startLine: 4, endLine: 5 },
    });
    const first = cut(bareHit({ snippet }), 4);
    expect("snippet" in first && first.snippet).toEqual({ ...snippet, text: "one", endLine: 4 });
  });

  it("of half a character that was there before stays as it is", () => {
    expect(cut(bareHit({ text: "a\ud83ebcd" }), 2)).toMatchObject({ text: "a\ud83e" });
  });

  it("in a list loses its heading, then all but its place", () => {
    const listed = { id: "3f9a2c1b", citation: "a.md#L1", score: 0.5, heading: "Keys", tokens: 12 };
    const only = cutHit(listed, { fits: (shown) => !("tokens" in shown), severalRoots: true });
    expect(only).toEqual({ citation: "a.md#L1", cut: true });
  });
});

describe("what comes closest, where there are no hits,", () => {
  const silent = (closest: readonly AnyHit[]) =>
    answer([], { outcome: "nothing_relevant", closest: [...closest] });
  const [first = { citation: "" }] = HITS;

  it("is within the budget as hits would be, and leaves no hit out", () => {
    const exact = costs(textCost);
    const whole = withinBudget(silent(HITS), { budget: exact });
    expect(whole.closest).toEqual(HITS);
    expect(whole.budget).toEqual({ tokens: exact, used: exact, left: 0, cut: false });
    const shorter = withinBudget(silent(HITS), { budget: exact - 1 });
    expect(shorter.closest).toEqual(HITS.slice(0, 2));
    expect(shorter.budget).toMatchObject({ left: 0, cut: false });
    expect(shorter.budget?.used).toBeLessThan(exact);
  });

  it("is cut as hits are", () => {
    const long = bareHit({ text: "one line of it\n".repeat(900) });
    const { closest, budget } = withinBudget(silent([long, first]), { budget: 600 });
    expect(closest).toHaveLength(1);
    expect(closest?.[0]).toMatchObject({ cut: true, text: expect.stringMatching(/^one line of it\n/) });
    expect(budget?.used).toBeLessThanOrEqual(600);
  });

  it("is none where there was none", () => {
    expect(withinBudget(answer(HITS), { budget: 5_000 })).not.toHaveProperty("closest");
  });
});
