import { describe, expect, it } from "vitest";
import { renderWhy } from "../../../../src/cli/commands/explain/explain.ts";
import { renderExplain } from "../../../../src/cli/commands/search/trace.ts";
import { columnsOf } from "../../../../src/cli/terminal/columns.ts";
import type { ExplainAnswer } from "../../../../src/search/contract/explain.ts";

const step = (name: string, more: object = {}) => ({
  step: name,
  in: 40,
  out: 38,
  dropped: [],
  lowest: 0.1,
  highest: 1,
  ms: 0,
  ...more,
});

const STEPS = [
  step("keyword", { lowest: 2.25, highest: 18.5, ms: 12 }),
  step("fuse"),
  step("noise", {
    dropped: [
      { id: "a", reason: "noise" },
      { id: "b", reason: "noise" },
    ],
  }),
  step("limit", { out: 0, lowest: null, highest: null }),
];

const hit = (rank: number) => ({
  citation: `notes.md#L${rank}`,
  trace: [
    { step: "keyword", rank, score: 18.5 },
    { step: "noise", rank, score: 1 / rank },
  ],
});

describe("the trace of a search", () => {
  it("has a line a step: in, out, scores, milliseconds, and what was dropped by reason", () => {
    expect(renderExplain({ explain: { steps: STEPS, settings: {} }, hits: [] }, 80)).toEqual([
      "step     in  out  scores           ms  dropped",
      "keyword  40  38   2.250 to 18.500  12",
      "fuse     40  38   0.100 to 1.000   0",
      "noise    40  38   0.100 to 1.000   0   2 noise",
      "limit    40  0    –                0",
    ]);
  });

  it("says how a fusion weighed the arms", () => {
    const steps = [step("fuse", { vectorWeight: 0.225 })];
    expect(renderExplain({ explain: { steps, settings: {} }, hits: [] }, 80)).toEqual([
      "step  in  out  scores          ms  dropped",
      "fuse  40  38   0.100 to 1.000  0",
      "fuse: words weigh 0.775, vectors 0.225",
    ]);
  });

  it("has every hit's rank and score after every step", () => {
    const lines = renderExplain({ explain: { steps: STEPS, settings: {} }, hits: [hit(1), hit(2)] }, 80);
    expect(lines.slice(5)).toEqual([
      "",
      "rank, score  1.        2.",
      "keyword      1 18.500  2 18.500",
      "fuse         –         –",
      "noise        1 1.000   2 0.500",
      "limit        –         –",
    ]);
  });

  it.each([40, 80, 120, Number.POSITIVE_INFINITY])("shows 30 hits in %s columns, each once", (columns) => {
    const hits = Array.from({ length: 30 }, (_, at) => hit(at + 1));
    const lines = renderExplain({ explain: { steps: STEPS, settings: {} }, hits }, columns);
    expect(Math.max(...lines.slice(6).map(columnsOf))).toBeLessThanOrEqual(columns);
    const places = lines.filter((line) => line.startsWith("rank, score")).join(" ");
    expect(places.match(/\d+\./g)).toEqual(hits.map((_, at) => `${at + 1}.`));
  });

  it("shows a terminal nothing that it could obey", () => {
    const steps = [step("\u001b[2Jfuse", { dropped: [{ id: "a", reason: "\u001b[31m" }] })];
    const text = renderExplain({ explain: { steps, settings: {} }, hits: [hit(1)] }, 80).join("\n");
    expect(text).not.toContain("\u001b");
  });

  it("is nothing where nobody asked for it", () => {
    expect(renderExplain({ hits: [hit(1)] }, 80)).toEqual([]);
  });
});

const WHY: ExplainAnswer = {
  chunk: { id: "0123456789abcdef0123456789abcdef", root: "notes", citation: "keys.md#L3-L9" },
  reason: "beyond_limit",
  message: "It is at 10, and the limit is 6.",
  step: "limit",
  dropped: "beyond the limit",
  filters: [],
  rank: 10,
  ranks: { keyword: 7, vector: null },
  steps: [
    { step: "fuse", in: 40, out: 38, rank: 10, score: 0.51234 },
    { step: "limit", in: 38, out: 6, rank: null, score: null },
  ],
  outcome: "found",
  degraded: ["embedder_timeout"],
  profile: "edge",
  limit: 6,
  use: { repaired: [] },
  index: {
    version: 1,
    indexedAt: null,
    pendingChunks: 0,
    pendingSkipped: 0,
    failedDocuments: 0,
    embedder: "m",
    reranker: "m",
  },
  asOf: "2026-01-01T00:00:00.000Z",
};

describe("why a passage is where it is", () => {
  it("names the reason, and the place after every step", () => {
    expect(renderWhy(WHY, 80)).toEqual([
      "notes:keys.md#L3-L9  0123456789abcdef0123456789abcdef",
      "Not a hit (beyond_limit): It is at 10, and the limit is 6.",
      "",
      "step   in  out  rank  score",
      "fuse   40  38   10    0.512",
      "limit  38  6    –     –",
      "",
      "The embedding model was too slow, so search by meaning is missing.",
    ]);
  });

  it("says of a hit only where it is, and nothing of a passage that there is none of", () => {
    const shown = { ...WHY, reason: "shown", message: "It is hit 1.", degraded: [], steps: [] } as const;
    expect(renderWhy({ ...shown, degraded: [], steps: [] }, 80)).toEqual([
      "notes:keys.md#L3-L9  0123456789abcdef0123456789abcdef",
      "It is hit 1.",
    ]);
    const steps = WHY.steps.map((one) => ({ ...one, rank: null, score: null }));
    const none = { ...WHY, chunk: null, steps, degraded: [] };
    expect(renderWhy(none, 80)).toEqual(["Not a hit (beyond_limit): It is at 10, and the limit is 6."]);
  });
});
