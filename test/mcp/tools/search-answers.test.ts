import { describe, expect, it } from "vitest";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { answerWords } from "../../../src/search/views/answer-words.ts";
import { countTokens } from "../../../src/text/tokens/count-tokens.ts";
import { onOneLine } from "../../../src/text/line-ends.ts";
import { bareHit, found } from "../../support/found.ts";
import { called, WAYS } from "../call-tool.ts";

describe("search", () => {
  const NONE = found([], { outcome: "found", confidence: "high", recallId: "r1" });
  const USUAL = { view: "compact", profile: "edge", consistency: "nearest", filters: {} };
  const searched = (args: object, answer: object = NONE) =>
    called("search", { query: "heron", ...args }, "search", answer);

  it.each<[object, object]>([
    [{}, USUAL],
    [{ view: "digest" }, { ...USUAL, view: "digest" }],
    [{ settings: { "recencyBoost.weight": 0.3 } }, { ...USUAL, settings: { "recencyBoost.weight": 0.3 } }],
    [{ limit: 9 }, { ...USUAL, limit: 9 }],
    [{ minRelevance: 0.4 }, { ...USUAL, minRelevance: 0.4 }],
    [{ minScore: 0.6 }, { ...USUAL, minScore: 0.6 }],
    [{ budget: 300 }, { ...USUAL, budget: 200 }],
    [
      { budget: 1_000, limit: 4, view: "full" },
      { ...USUAL, limit: 4, budget: 900, view: "full" },
    ],
    [
      { session: "s1", profile: "latest" },
      { ...USUAL, session: "s1", profile: "latest" },
    ],
    [
      { session: "s1", onlySession: true, settings: { "topP.fraction": 0.8 } },
      { ...USUAL, session: "s1", settings: { "topP.fraction": 0.8 }, filters: { session: "s1" } },
    ],
    [
      { root: "notes", glob: "*.md", kind: "memory", type: "decision", tag: "t", after: "7d", before: "2d" },
      {
        ...USUAL,
        filters: {
          ...{ root: "notes", glob: "*.md", kind: "memory", type: "decision", tag: "t" },
          ...{ after: "7d", before: "2d" },
        },
      },
    ],
  ])("with %j asks for what was asked", async (args, request) => {
    expect((await searched(args)).asked).toEqual([[WAYS.searching, { query: "heron", ...request }]]);
  });

  it.each<[Partial<SearchAnswer>, readonly string[]]>([
    [{}, []],
    [{ outcome: "skipped", skipped: "greeting", degraded: ["quota"] }, ["Needs no search."]],
    [{ outcome: "skipped" }, ["Needs no search."]],
    [{ budget: { tokens: 300, used: 9, left: 0, cut: false } }, []],
    [{ budget: { tokens: 300, used: 9, left: 1, cut: false } }, ["1 more did not fit the budget."]],
    [
      { degraded: ["quota", "reranker_timeout"], index: { ...NONE.index, pendingChunks: 1 } },
      [
        "The account's daily model quota is used up until 00:00 UTC.",
        "The re-ranking model was too slow, so the order is the first estimate.",
        "1 passage cannot be found by meaning yet.",
      ],
    ],
    [
      {
        outcome: "nothing_relevant",
        confidence: "none",
        fallback: "recent",
        budget: { tokens: 1, used: 1, left: 2, cut: false },
      },
      [
        "2 more did not fit the budget.",
        "Nothing here answers this.",
        "Nothing matched, so these are the newest.",
      ],
    ],
  ])("of an answer with %j says what there is to know, the recall last", async (more, notes) => {
    const answer = { ...NONE, ...more };
    const { lines, structured } = await searched({}, answer);
    expect(lines).toEqual([...notes, "recall r1"]);
    const { outcome, confidence, degraded, budget } = answer;
    const left = budget?.left ?? 0;
    expect(structured).toEqual({
      ...{ outcome, confidence, degraded, notes, hits: [], recallId: "r1" },
      ...(left > 0 && { left }),
    });
  });

  it("says in the same words as every door what an answer is worth, foreign text on one line", async () => {
    const use = { ...NONE.use, repaired: [{ from: "keyz\n", to: "keys" }] };
    const silent = found([], {
      ...NONE,
      outcome: "nothing_relevant",
      confidence: "none",
      use,
      degraded: ["embedder_timeout"],
    });
    const { lines } = await searched({}, silent);
    expect(lines.slice(0, -1)).toEqual(answerWords(silent, onOneLine));
    expect(lines).toHaveLength(4);
  });

  it.each<[string, AnyHit]>([
    ["notes:a.md#L1", bareHit({ citation: "a.md#L1", text: "Whole." })],
    ["b.md#L2", { id: "0123abcd", citation: "b.md#L2", score: 0.5, relevance: 0.1, tokens: 12 }],
    ["c.md#L3", { citation: "c.md#L3" }],
  ])("names what comes closest as %s, and it is no hit", async (cited, hit) => {
    const closest = [hit];
    const { lines, structured } = await searched(
      {},
      {
        ...NONE,
        ...{ outcome: "nothing_relevant", confidence: "none", closest },
      },
    );
    expect(structured).toMatchObject({ hits: [], closest: [cited] });
    expect(lines.slice(0, 2)).toEqual([
      "Nothing here answers this.",
      expect.stringMatching(/^Closest: [abc]\.md#L\d(?: \(\d+%\))?\.$/),
    ]);
  });

  it("leaves out of its text the last notes that its budget has no room for, and none of what it is made of", async () => {
    const closest = Array.from({ length: 3 }, () => bareHit({ citation: `${"deep/".repeat(60)}a.md#L1` }));
    const silent = { ...NONE, outcome: "nothing_relevant", confidence: "none", closest, degraded: ["quota"] };
    const within = await searched({ budget: 150 }, silent);
    expect(within.lines).toEqual(["Nothing here answers this.", "recall r1"]);
    expect(countTokens(within.lines.join("\n"))).toBeLessThanOrEqual(150);
    expect(within.structured.notes).toHaveLength(3);
    expect((await searched({ budget: 9_000 }, silent)).lines).toHaveLength(4);
  });

  const COMPACT = { id: "0123abcd", citation: "a.md#L1", score: 0.5, relevance: 0.73, tokens: 12 };
  const { score: _, ...COMPACT_SHOWN } = COMPACT;
  const SHOWN = {
    id: "0123abcd",
    root: "notes",
    citation: "a.md#L1",
    score: 0.876,
    relevance: 0.734,
    headings: ["Birds", "Herons"],
  };

  it("shows a hit of each view with its root, its last heading and its text, before what it says of them", async () => {
    const degraded = { ...NONE, degraded: ["quota"] };
    const last = ["The account's daily model quota is used up until 00:00 UTC.", "recall r1"];
    const compact = [{ ...COMPACT, heading: "Herons" }, COMPACT, { citation: "b.md#L2" }];
    const { lines, structured } = await searched({}, { ...degraded, hits: compact });
    expect(structured.hits).toEqual([
      { ...COMPACT_SHOWN, heading: "Herons" },
      COMPACT_SHOWN,
      { citation: "b.md#L2" },
    ]);
    expect(lines).toEqual([
      "0123abcd a.md#L1 73% 12 tokens Herons",
      "0123abcd a.md#L1 73% 12 tokens",
      ...["b.md#L2", ...last],
    ]);
    const whole = [
      { ...SHOWN, text: "Whole.", snippet: { text: "Not this." } },
      { ...SHOWN, headings: [], snippet: { text: "Some." } },
    ];
    for (const view of ["snippet", "full"]) {
      const shown = await searched({ view }, { ...degraded, hits: whole });
      // A text that is shown is shown once: clients show their model one of the two, or both.
      expect(shown.structured).toEqual({});
      expect(shown.lines).toEqual([
        ...["notes:a.md#L1  73%  Birds > Herons", "   Whole."],
        ...["notes:a.md#L1  73%", "   Some.", ...last],
      ]);
    }
  });

  it("tells where its hits go on beside them, and in words to who turns the page", async () => {
    const more = { ...NONE, hits: [COMPACT], nextCursor: "sealed" };
    const { lines, structured } = await searched({}, more);
    expect(lines).toEqual([expect.stringContaining("a.md#L1"), "recall r1"]);
    expect(Object.keys(structured).slice(-2)).toEqual(["nextCursor", "recallId"]);
    const turned = await searched({ cursor: "before" }, more);
    expect(turned.lines.slice(1)).toEqual(["more: cursor sealed", "recall r1"]);
    expect((await searched({ cursor: "before" }, { ...more, nextCursor: null })).lines).toHaveLength(2);
  });

  it.each([
    ["x".repeat(60), "x".repeat(60)],
    ["x".repeat(61), `${"x".repeat(59)}…`],
    [`${"x".repeat(58)}😀xx`, `${"x".repeat(58)}\uFFFD…`],
  ])("shortens the heading %s", async (heading, shown) => {
    const { lines, structured } = await searched({}, { ...NONE, hits: [{ ...COMPACT, heading }] });
    expect(structured.hits).toEqual([{ ...COMPACT_SHOWN, heading: shown }]);
    expect(lines[0]).toBe(`0123abcd a.md#L1 73% 12 tokens ${shown}`);
  });
});
