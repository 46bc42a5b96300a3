import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyHit, Hit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { cutHit, fillBudget, withinBudget } from "../../../src/search/views/budget.ts";
import { compact, digest, shortestId, textOf } from "../../../src/search/views/views.ts";
import { countTokens } from "../../../src/text/tokens/count-tokens.ts";
import { bareHit } from "../../support/found.ts";

const hit = (changes: Partial<Hit>): Hit =>
  bareHit({ id: "3f9a2c1b".repeat(4), headings: ["Keys"], ...changes });

const costOf = (shown: AnyHit): number => countTokens(`${textOf(shown)}\n`);
const fill = (hits: readonly AnyHit[], budget: number, severalRoots = false) =>
  fillBudget(hits, { budget, costOf, severalRoots });

const anyText = fc.array(fc.oneof(fc.constantFrom("\n", " ", "word ", "🦀", "時計"), fc.string()), {
  maxLength: 60,
});
const anyHit: fc.Arbitrary<AnyHit> = fc.oneof(
  anyText.map((parts) => hit({ text: parts.join("") })),
  anyText.map((parts) => {
    const text = parts.join("");
    const snippet = { text, startLine: 4, endLine: 4 + text.split("\n").length - 1, highlights: [] };
    return hit({ snippet });
  }),
  fc.nat(900).map((tokens) => ({
    id: "3f9a2c1b",
    citation: "a.md#L1",
    score: 0.5,
    relevance: 0.5,
    heading: "Keys",
    tokens,
  })),
  fc.nat(900).map((line) => ({ citation: `guides/keys.md#L${line}` })),
);

describe("a budget", () => {
  it("holds the first hits that fit, whole, then a part of the next, and always something of the first", () => {
    fc.assert(
      fc.property(fc.array(anyHit, { minLength: 1 }), fc.integer({ min: 20, max: 600 }), (hits, budget) => {
        const { hits: shown, used, isCut } = fill(hits, budget);
        expect(shown.length).toBeGreaterThan(0);
        expect(used).toBe(shown.reduce((sum, one) => sum + costOf(one), 0));
        expect(used).toBeLessThanOrEqual(budget);
        const whole = isCut ? shown.slice(0, -1) : shown;
        expect(whole).toEqual(hits.slice(0, whole.length));
        const next = hits[whole.length];
        const spent = whole.reduce((sum, one) => sum + costOf(one), 0);
        if (next !== undefined) expect(spent + costOf(next)).toBeGreaterThan(budget);
        if (isCut) expect(shown.at(-1)?.cut).toBe(true);
      }),
    );
  });

  it("of more tokens shows no fewer hits, and of fewer hits found the same first ones", () => {
    fc.assert(
      fc.property(fc.array(anyHit, { minLength: 3 }), fc.integer({ min: 20, max: 600 }), (hits, budget) => {
        const shown = fill(hits, budget).hits;
        expect(fill(hits, budget + 100).hits.length).toBeGreaterThanOrEqual(shown.length);
        const few = fill(hits.slice(0, 2), budget).hits;
        expect(shown.slice(0, few.length)).toEqual(few);
      }),
    );
  });

  it("takes a hit that fits to the token, and none that takes one more", () => {
    const hits: AnyHit[] = [{ citation: "a.md#L1" }, { citation: "b.md#L2" }];
    const both = hits.reduce((sum, one) => sum + costOf(one), 0);
    expect(fill(hits, both).hits).toEqual(hits);
    expect(fill(hits, both - 1).hits).toEqual(hits.slice(0, 1));
  });

  it("shows nothing of nothing", () => {
    expect(fill([], 200)).toEqual({ hits: [], used: 0, isCut: false });
  });
});

describe("a budget of an answer", () => {
  it("says where not even a citation fits", () => {
    const whole = { hits: [hit({ path: "p", citation: `${"時".repeat(500)}#L1`, text: "abc" })], index: {} };
    const answer = whole as unknown as SearchAnswer<AnyHit>;
    const told = withinBudget(answer, { budget: 200 }).budget;
    expect(told).toMatchObject({ cut: true, over: true });
    expect(told?.used).toBeGreaterThan(200);
    expect(withinBudget(answer, { budget: 5_000 }).budget).not.toHaveProperty("over");
  });
});

describe("a hit that is cut", () => {
  const within = (chars: number) => (shown: AnyHit) =>
    !("root" in shown) || (shown.text ?? shown.snippet?.text ?? "").length <= chars;
  const cut = (whole: AnyHit, chars: number) => cutHit(whole, { fits: within(chars), severalRoots: false });

  it("keeps whole lines, their place and what matched in them", () => {
    const snippet = {
      text: "one key\ntwo keys\nthree",
      startLine: 4,
      endLine: 6,
      highlights: [
        [4, 7],
        [12, 16],
      ] as [number, number][],
    };
    expect(cut(hit({ snippet }), 12)).toEqual(
      hit({ snippet: { text: "one key", startLine: 4, endLine: 4, highlights: [[4, 7]] }, cut: true }),
    );
    expect(cut(hit({ snippet }), 7)).toMatchObject({ snippet: { text: "one key" } });
    expect(cut(hit({ snippet }), 99)).toEqual(hit({ snippet }));
  });

  it("marks nothing that reaches beyond the cut", () => {
    const highlights: [number, number][] = [
      [0, 2],
      [3, 7],
    ];
    const snippet = { text: "ab keys cd", startLine: 4, endLine: 4, highlights };
    expect(cut(hit({ snippet }), 5)).toMatchObject({ snippet: { text: "ab", highlights: [[0, 2]] } });
  });

  it("keeps a part of a long line, up to a word of it, where whole lines are less than half of what fits", () => {
    const text = "# Loom\n\nThe loom stands by the window and has forty shafts.\nEnd";
    expect(cut(hit({ text }), 34)).toMatchObject({ text: "# Loom\n\nThe loom stands by the", cut: true });
    expect(cut(hit({ text }), 13)).toMatchObject({ text: "# Loom" });
    const snippet = { text, startLine: 4, endLine: 7, highlights: [] };
    expect(cut(hit({ snippet }), 34)).toMatchObject({
      snippet: { startLine: 4, endLine: 6, startColumn: 1, endColumn: 22 },
    });
    expect(cut(hit({ text: `# A\n${"時".repeat(40)}` }), 20)).toMatchObject({
      text: `# A\n${"時".repeat(16)}`,
    });
  });

  it("keeps a part of a first line that is too long, and no half of a character", () => {
    const snippet = { text: "ab🦀cd\nef", startLine: 4, endLine: 5, highlights: [] };
    expect(cut(hit({ snippet }), 4)).toMatchObject({
      snippet: { text: "ab🦀", startLine: 4, endLine: 4, startColumn: 1, endColumn: 4 },
    });
    expect(cut(hit({ text: "ab🦀cd" }), 3)).toMatchObject({ text: "ab", cut: true });
    const part = { ...snippet, text: "abcdef", endLine: 4, startColumn: 11, endColumn: 16 };
    expect(cut(hit({ snippet: part }), 3)).toMatchObject({ snippet: { startColumn: 11, endColumn: 13 } });
  });

  it("is its citation alone where nothing else fits, with its root where that is needed", () => {
    expect(cut(hit({ text: "abc" }), 0)).toEqual({ citation: "guides/keys.md#L3-L9", cut: true });
    const rooted = cutHit(hit({ text: "abc" }), { fits: within(0), severalRoots: true });
    expect(rooted).toEqual({ citation: "notes:guides/keys.md#L3-L9", cut: true });
    const listed = {
      id: "3f9a2c1b",
      citation: "a.md#L1",
      score: 0.5,
      relevance: 0.4,
      heading: "Keys",
      tokens: 12,
    };
    const fits = (shown: AnyHit) => !("heading" in shown);
    const { heading: _, ...bare } = listed;
    expect(cutHit(listed, { fits, severalRoots: false })).toEqual({ ...bare, cut: true });
    expect(cutHit({ citation: "a.md#L1" }, { fits: () => false, severalRoots: false })).toEqual({
      citation: "a.md#L1",
    });
  });
});

describe("the shortest id", () => {
  it("has 8 characters, or one more than any other chunk's shares with it", () => {
    expect(shortestId("aaaaaaaabbbb", [])).toBe("aaaaaaaa");
    expect(shortestId("aaaaaaaabbbb", ["aaaaaaaabbcc", "aaaaaaaacccc"])).toBe("aaaaaaaabbb");
  });

  it("begins no other id", () => {
    const ids = fc.uniqueArray(
      fc
        .array(fc.constantFrom("0", "1"), { minLength: 24, maxLength: 24 })
        .map((bits) => `aaaaaaaa${bits.join("")}`),
      { minLength: 2, maxLength: 30 },
    );
    fc.assert(
      fc.property(ids, ([id = "", ...others]) => {
        const short = shortestId(id, others);
        expect(id.startsWith(short)).toBe(true);
        expect(others.filter((other) => other.startsWith(short))).toEqual([]);
        if (short.length > 8) expect(others.some((other) => other.startsWith(short.slice(0, -1)))).toBe(true);
      }),
    );
  });
});

it("reads every view as text", () => {
  const listed = {
    id: "3f9a2c1b",
    citation: "a.md#L1",
    score: 0.5,
    relevance: 0.4,
    heading: "Keys",
    tokens: 12,
  };
  expect(compact.text(listed)).toBe("3f9a2c1b a.md#L1 40% 12 tokens Keys");
  expect(textOf(listed)).toBe(compact.text(listed));
  expect(textOf({ citation: "a.md#L1" })).toBe(digest.text({ citation: "a.md#L1" }));
  expect(textOf(hit({ text: "one\ntwo" }))).toBe("notes:guides/keys.md#L3-L9  73%  Keys\n   one\n   two");
});
