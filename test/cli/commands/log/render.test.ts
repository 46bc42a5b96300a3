import { expect, it } from "vitest";
import { renderRecall, renderRecalls, renderReport } from "../../../../src/cli/commands/log/render.ts";
import type {
  RecallAnswer,
  RecallHit,
  RecallList,
  RecallReport,
  RecallSummary,
} from "../../../../src/recalls/contract/recalls.ts";

const recall = (changes: Partial<RecallSummary> = {}): RecallSummary => ({
  recallId: "01a200f5-b509-7916-92b3-d35a73ca0ddd",
  at: "2026-11-20T08:30:59.123Z",
  query: "rotate keys",
  queryHash: "0123456789abcdef",
  session: null,
  token: "t1",
  profile: "edge",
  profileVersion: null,
  filters: null,
  outcome: "found",
  degraded: [],
  cached: false,
  totalMs: 12,
  tokens: 300,
  hitCount: 2,
  best: "a.md#L1",
  votes: { up: 0, down: 0 },
  judged: [],
  ...changes,
});

const page = (changes: Partial<RecallList> = {}): RecallList => ({
  recalls: [recall()],
  nextCursor: null,
  log: { queries: "text", days: 90, on: true },
  ...changes,
});

it("has a line a search: its minute, so much of its id as the next command takes, hits and words", () => {
  expect(renderRecalls(page(), 80)).toEqual([
    "time (UTC)        recall              outcome  query",
    "2026-11-20 08:30  01a200f5-b509-7916  2 hits   rotate keys",
  ]);
});

it.each<[Partial<RecallSummary>, string]>([
  [{ hitCount: 1 }, "1 hit"],
  [{ outcome: "nothing_found", hitCount: 0 }, "nothing"],
  [{ outcome: "nothing_relevant", hitCount: 0 }, "irrelevant"],
  [{ outcome: "skipped", hitCount: 0 }, "skipped"],
  [{ votes: { up: 2, down: 1 } }, "2 hits +2 -1"],
  [{ votes: { up: 0, down: 3 } }, "2 hits -3"],
  [{ votes: { up: 1, down: 0 } }, "2 hits +1"],
])("tells how a search with %j went: %s", (changes, told) => {
  const [, line = ""] = renderRecalls(page({ recalls: [recall(changes)] }), 200);
  expect(line.split(/ {2,}/)[2]).toBe(told);
});

it("leaves no blank behind an outcome without votes", () => {
  expect(
    renderRecalls(page({ recalls: [recall({ outcome: "nothing_relevant", hitCount: 0 })] }), 80),
  ).toEqual([
    "time (UTC)        recall              outcome     query",
    "2026-11-20 08:30  01a200f5-b509-7916  irrelevant  rotate keys",
  ]);
});

it("shows eight characters of a hash where no words are kept, and nothing that a terminal obeys", () => {
  const lines = renderRecalls(
    page({ recalls: [recall({ query: null }), recall({ query: "\u001b[2J" })] }),
    80,
  );
  expect(lines[1]).toMatch(/ {2}\(hash 01234567\)$/);
  expect(lines[2]).toMatch(/ {2}␛\[2J$/);
});

it("says how to go on from the last search of a page that is not the last", () => {
  const recalls = [recall(), recall({ at: "2026-11-19T00:00:00.000Z" })];
  expect(renderRecalls(page({ recalls, nextCursor: "c" }), 80).at(-1)).toBe(
    "More: --before 2026-11-19T00:00:00.000Z, or a higher --limit.",
  );
  expect(renderRecalls(page({ recalls }), 80)).toHaveLength(3);
});

it("says that the log is off, above what it has and where it has nothing", () => {
  const log = { queries: "text", days: 90, on: false } as const;
  const off = "The log is off: searches are not written to it.";
  expect(renderRecalls(page({ log }), 80)[0]).toBe(off);
  expect(renderRecalls(page({ log, recalls: [] }), 80)).toEqual([off, "No searches in the log."]);
  expect(renderRecalls(page({ recalls: [] }), 80)).toEqual(["No searches in the log."]);
});

it("cuts a long query to the terminal", () => {
  const [, line = ""] = renderRecalls(page({ recalls: [recall({ query: "w".repeat(99) })] }), 60);
  expect(line).toHaveLength(60);
  expect(line.endsWith("w…")).toBe(true);
});

const hit = (changes: Partial<RecallHit> = {}): RecallHit => ({
  rank: 1,
  chunk: "c",
  root: "notes",
  path: "a.md",
  citation: "notes:a.md#L1",
  score: 0.875,
  arms: { keyword: 2, vector: 1 },
  votes: { up: 0, down: 0 },
  ...changes,
});

const whole = (changes: Partial<RecallAnswer> = {}): RecallAnswer => ({
  ...recall(),
  hits: [hit()],
  ...changes,
});

it("shows one search: words, facts, then each hit with score, place in every arm, and votes", () => {
  const hits = [hit(), hit({ rank: 2, citation: null, arms: {}, score: 0.1, votes: { up: 1, down: 2 } })];
  expect(renderRecall(whole({ hits }), 120)).toEqual([
    "rotate keys",
    "2026-11-20T08:30:59.123Z; profile edge; 12 ms; 300 tokens",
    "1. notes:a.md#L1  0.88  keyword 2, vector 1",
    "2. (gone)  0.10  +1 -2",
  ]);
});

it("names session, filters, a kept answer and what was lacking only where there are such", () => {
  const more = { session: "s1", cached: true, tokens: 1, filters: { root: "n" } };
  expect(renderRecall(whole({ ...more, degraded: ["reranker_timeout"] }), 200)[1]).toBe(
    "2026-11-20T08:30:59.123Z; profile edge; session s1; 12 ms; a kept answer; 1 token; reranker_timeout; " +
      'filters {"root":"n"}',
  );
});

it("says how a search without hits ended, and cuts hits to the terminal", () => {
  expect(renderRecall(whole({ outcome: "nothing_found", hits: [] }), 80).at(-1)).toBe("nothing");
  expect(renderRecall(whole({ hits: [hit({ citation: "\u001b".repeat(50) })] }), 30).at(-1)).toBe(
    `1. ${"␛".repeat(26)}…`,
  );
});

const report = (changes: Partial<RecallReport>): RecallReport => ({
  kind: "never_found",
  since: "2026-08-01T05:00:00.000Z",
  searches: 1_200,
  ...changes,
});

const document = {
  ...{ root: "notes", path: "a.md", kind: "file", title: null },
  indexedAt: "2026-01-02T03:04:05.000Z",
};

it("reports queries that found nothing, how often and when last", () => {
  const lastAt = "2026-11-19T23:59:59.000Z";
  const queries = [
    { query: "quagga", queryHash: null, count: 3, lastAt },
    { query: null, queryHash: "abcdef0123456789", count: 1, lastAt },
  ];
  expect(renderReport(report({ queries }), 80)).toEqual([
    "2 queries found nothing, of 1,200 searches without filters since 2026-08-01:",
    "times  last        query",
    "3      2026-11-19  quagga",
    "1      2026-11-19  (hash abcdef01)",
  ]);
});

it("reports popular documents by how often and when last they were returned", () => {
  const popular = { ...document, count: 7, lastAt: "2026-11-18T00:00:00.000Z" };
  expect(renderReport(report({ kind: "popular", searches: 1, documents: [popular] }), 80)).toEqual([
    "1 document popular, of 1 search since 2026-08-01:",
    "times  last        document",
    "7      2026-11-18  notes:a.md",
  ]);
});

it("reports documents that nothing returns with their quality, where they have one, and their indexing", () => {
  const stale = [{ ...document, root: "memories", quality: 0.25 }, document];
  expect(renderReport(report({ kind: "stale", documents: stale }), 80)).toEqual([
    "2 documents not returned, of 1,200 searches since 2026-08-01:",
    "quality  indexed     document",
    "0.25     2026-01-02  memories:a.md",
    "         2026-01-02  notes:a.md",
  ]);
});

it("says that there is nothing to report, and that an empty log tells nothing", () => {
  expect(renderReport(report({ kind: "popular", documents: [] }), 80)).toEqual([
    "None popular, of 1,200 searches since 2026-08-01.",
  ]);
  expect(renderReport(report({ since: null, searches: 0 }), 80)).toEqual([
    "No searches without filters in the log: it tells nothing yet.",
  ]);
});
