import { describe, expect, it } from "vitest";
import { called, WAYS } from "../call-tool.ts";

describe("search", () => {
  const NONE = {
    ...{ outcome: "found", hits: [], degraded: [], index: { pendingChunks: 0 }, recallId: "r1" },
    use: { repaired: [] },
  };
  const USUAL = { view: "compact", profile: "edge", consistency: "nearest", filters: {} };
  const searched = (args: object, answer: object = NONE) =>
    called("search", { query: "heron", ...args }, "search", answer);

  it.each<[object, object]>([
    [{}, { ...USUAL, limit: 6 }],
    [{ limit: 9 }, { ...USUAL, limit: 9 }],
    [{ budget: 300 }, { ...USUAL, budget: 200, counted: "text" }],
    [
      { budget: 1_000, limit: 4, view: "full" },
      { ...USUAL, limit: 4, budget: 900, counted: "text", view: "full" },
    ],
    [
      { session: "s1", profile: "latest" },
      { ...USUAL, limit: 6, session: "s1", profile: "latest" },
    ],
    [
      { root: "notes", glob: "*.md", kind: "memory", type: "decision", tag: "t", after: "7d", before: "2d" },
      {
        ...{ ...USUAL, limit: 6 },
        filters: {
          ...{ root: "notes", glob: "*.md", kind: "memory", type: "decision", tag: "t" },
          ...{ after: "7d", before: "2d" },
        },
      },
    ],
  ])("with %j asks for what was asked", async (args, request) => {
    expect((await searched(args)).asked).toEqual([[WAYS.searching, { query: "heron", ...request }]]);
  });

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ outcome: "nothing_found" }, ["Nothing found."]],
    [{ outcome: "nothing_relevant" }, ["Nothing relevant found."]],
    [{ outcome: "skipped" }, ["Needs no search."]],
    [{ use: { repaired: [{ from: "heorn", to: "heron" }] } }, ['"heorn" was read as "heron".']],
    [{ didYouMean: [{ from: "helm", to: "help" }] }, ['Nothing has "helm". Did you mean "help"?']],
    [{ fallback: "recent" }, ["Nothing matched; these are the newest."]],
    [{ budget: { left: 0 } }, []],
    [{ budget: { left: 1 } }, ["1 more did not fit the budget."]],
    [{ degraded: ["quota", "reranker_timeout"] }, ["Lacks: quota, reranker_timeout."]],
    [{ index: { pendingChunks: 1 } }, ["1 passages are not yet found by meaning."]],
    [
      {
        ...{ outcome: "nothing_found", fallback: "recent", budget: { left: 2 } },
        ...{ degraded: ["quota"], index: { pendingChunks: 3 } },
      },
      [
        "Nothing found.",
        "Nothing matched; these are the newest.",
        "2 more did not fit the budget.",
        "Lacks: quota.",
        "3 passages are not yet found by meaning.",
      ],
    ],
  ])("of an answer with %j says what there is to know, the recall last", async (more, notes) => {
    const { lines, structured } = await searched({}, { ...NONE, ...more });
    expect(lines).toEqual([...notes, "recall r1"]);
    const { outcome, degraded, budget } = { ...NONE, ...more } as {
      outcome: string;
      degraded: string[];
      budget?: { left: number };
    };
    const left = budget?.left ?? 0;
    expect(structured).toEqual({ outcome, degraded, hits: [], recallId: "r1", ...(left > 0 && { left }) });
  });

  const COMPACT = { id: "0123abcd", citation: "a.md#L1", score: 0.5, tokens: 12 };
  const SHOWN = {
    id: "0123abcd",
    root: "notes",
    citation: "a.md#L1",
    score: 0.876,
    headings: ["Birds", "Herons"],
  };

  it("shows a hit of each view with its root, its last heading and its text, before what it says of them", async () => {
    const { lines, structured } = await searched(
      {},
      {
        ...{ ...NONE, degraded: ["quota"] },
        hits: [
          { ...COMPACT, heading: "Herons" },
          COMPACT,
          { citation: "b.md#L2" },
          { ...SHOWN, text: "Whole.", snippet: { text: "Not this." } },
          { ...SHOWN, headings: [], snippet: { text: "Some." } },
        ],
      },
    );
    const passage = { id: "0123abcd", citation: "notes:a.md#L1", score: 0.876 };
    expect(structured.hits).toEqual([
      { ...COMPACT, heading: "Herons" },
      COMPACT,
      { citation: "b.md#L2" },
      { ...passage, heading: "Herons", text: "Whole." },
      { ...passage, text: "Some." },
    ]);
    expect(lines).toEqual([
      "0123abcd a.md#L1 0.50 12 tokens Herons",
      "0123abcd a.md#L1 0.50 12 tokens",
      "b.md#L2",
      ...["notes:a.md#L1  0.88  Birds > Herons", "   Whole."],
      ...["notes:a.md#L1  0.88", "   Some."],
      ...["Lacks: quota.", "recall r1"],
    ]);
  });

  it.each([
    ["x".repeat(60), "x".repeat(60)],
    ["x".repeat(61), `${"x".repeat(59)}…`],
    [`${"x".repeat(58)}😀xx`, `${"x".repeat(58)}\uFFFD…`],
  ])("shortens the heading %s", async (heading, shown) => {
    const { lines, structured } = await searched({}, { ...NONE, hits: [{ ...COMPACT, heading }] });
    expect(structured.hits).toEqual([{ ...COMPACT, heading: shown }]);
    expect(lines[0]).toBe(`0123abcd a.md#L1 0.50 12 tokens ${shown}`);
    const whole = await searched({}, { ...NONE, hits: [{ ...SHOWN, headings: [heading], text: "" }] });
    expect(whole.structured.hits).toMatchObject([{ heading: shown }]);
  });
});
