import { describe, expect, it } from "vitest";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { cutHit, withinBudget } from "../../../src/search/views/budget.ts";
import { textOf } from "../../../src/search/views/views.ts";
import { estimateTokens } from "../../../src/text/estimate-tokens.ts";
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

const jsonCost = (hit: AnyHit): number => estimateTokens(`${JSON.stringify(hit)},`);
const textCost = (hit: AnyHit): number => estimateTokens(`${textOf(hit)}\n`);
const costs = (of: (hit: AnyHit) => number) => HITS.reduce((sum, hit) => sum + of(hit), 0);

describe("a budget of JSON", () => {
  const use = (budget: number, whole = answer(HITS)) => withinBudget(whole, { budget }).budget;
  const around = (whole: SearchAnswer<AnyHit>) => use(1_000_000, { ...whole, hits: [] })?.used ?? 0;

  it("counts each hit with its comma, and what the answer says of itself", () => {
    const exact = around(answer(HITS)) + costs(jsonCost);
    expect(use(exact)).toEqual({ tokens: exact, used: exact, left: 0, cut: false });
    const [first, second] = HITS.map(jsonCost);
    const used = around(answer(HITS)) + (first ?? 0) + (second ?? 0);
    expect(use(exact - 1)).toEqual({ tokens: exact - 1, used, left: 1, cut: false });
  });

  it("counts it unless the text is asked for", () => {
    expect(withinBudget(answer(HITS), { budget: 5_000, counted: "json" }).budget).toEqual(use(5_000));
  });

  it("counts neither times, nor use, nor the explanation, nor how the id happens to read", () => {
    const plain = around(answer([]));
    const steps = { steps: [], settings: { "fusion.k": 60 } };
    const timings = { totalMs: 12_345, hops: 4, stages: { first: 1, arms: 2 } };
    expect(around(answer([], { explain: steps, timings, recallId: "f".repeat(36) }))).toBe(plain);
    expect(around(answer([], { degraded: ["vector_filter_partial"] }))).toBeGreaterThan(plain);
  });

  it("leaves room for its own numbers and the id of the search", () => {
    const { timings: _, use: __, recallId: ___, ...rest } = answer([]);
    const numbers = { tokens: 1_000_000, used: 1_000_000, left: 100, cut: false };
    expect(around(answer([]))).toBe(estimateTokens(JSON.stringify({ ...rest, budget: numbers })) + 50);
  });

  it("is over by a citation that does not fit, and not when all fits to the token", () => {
    const exact = around(answer(HITS.slice(0, 1))) + jsonCost({ citation: "a.md#L1" });
    expect(use(exact)).not.toHaveProperty("over");
    expect(use(exact - 1, answer(HITS.slice(0, 1)))).toMatchObject({ used: exact, left: 0, over: true });
  });
});

describe("a budget of text", () => {
  it("counts the lines of the hits, and nothing around them", () => {
    const exact = costs(textCost);
    const within = (budget: number) => withinBudget(answer(HITS), { budget, counted: "text" });
    expect(within(exact).budget).toEqual({ tokens: exact, used: exact, left: 0, cut: false });
    expect(within(exact - 1).budget).toMatchObject({ left: 1, used: exact - textCost(HITS[2] as AnyHit) });
    expect(within(exact - 1).hits).toEqual(HITS.slice(0, 2));
  });

  it("names the root of a citation that is left alone where there are several", () => {
    const whole = answer([bareHit({ text: "時".repeat(900), headings: ["時".repeat(900)] })]);
    const cited = (severalRoots: boolean) =>
      withinBudget({ ...whole, index: { ...whole.index, severalRoots } }, { budget: 200, counted: "text" })
        .hits;
    expect(cited(false)).toEqual([{ citation: "guides/keys.md#L3-L9", cut: true }]);
    expect(cited(true)).toEqual([{ citation: "notes:guides/keys.md#L3-L9", cut: true }]);
  });
});

it("leaves an answer without a budget as it is", () => {
  const whole = answer(HITS);
  expect(withinBudget(whole, {})).toBe(whole);
  expect(withinBudget(whole, { counted: "text" })).toBe(whole);
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

  it.each([
    ["json", jsonCost],
    ["text", textCost],
  ] as const)("is within the budget of %s as hits would be, and leaves no hit out", (counted, costOf) => {
    const around =
      counted === "text" ? 0 : (withinBudget(silent([]), { budget: 9_999, counted }).budget?.used ?? 0);
    const exact = around + costs(costOf);
    const whole = withinBudget(silent(HITS), { budget: exact, counted });
    expect(whole.closest).toEqual(HITS);
    expect(whole.budget).toEqual({ tokens: exact, used: exact, left: 0, cut: false });
    const shorter = withinBudget(silent(HITS), { budget: exact - 1, counted });
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
