import { expect, it } from "vitest";
import { SearchRequest } from "../../src/search/contract/search.ts";
import { recallRow } from "../../src/search/record/recall-log.ts";
import type { LoggedHit, RecallDraft } from "../../src/search/sql/search-writes.ts";

const hit = (chunk: string): LoggedHit => ({
  ...{ chunk, root: "notes", path: "a.md", startLine: 1, endLine: 2, score: 0.5, arms: { keyword: 1 } },
});

const ANSWER: RecallDraft["answer"] = {
  ...{ outcome: "found", hits: [], degraded: [], profile: "edge", asOf: "2026-01-01T00:00:00.000Z" },
  ...{ relevance: 0.8, confidence: "high", calibration: { basis: "keyword", measured: true } },
  recallId: "01a1fdfa-460c-70f2-b13d-a3638c3fd076",
  index: {
    ...{ version: 1, indexedAt: null, pendingChunks: 0, pendingSkipped: 0, failedDocuments: 0 },
    ...{ embedder: "e", reranker: "r" },
  },
  timings: { totalMs: 3, hops: 1, stages: {} },
  use: {
    ...{ rowsRead: 0, modelCalls: 0, textsEmbedded: 0, passagesReranked: 0 },
    ...{ cached: [], repaired: [] },
  },
};

const draft = (query: string, hits: RecallDraft["answer"]["hits"] = []): RecallDraft => ({
  ...{ token: "t", settings: {}, request: SearchRequest.parse({ query }), answer: { ...ANSWER, hits } },
  logged: [hit("1"), hit("2"), hit("3")],
});

const chunksOf = ({ hits }: { readonly hits: string }) =>
  (JSON.parse(hits) as LoggedHit[]).map(({ chunk }) => chunk);

it("logs the hits that were shown, not those that the budget left out", async () => {
  const shown = { citation: "notes:a.md#L1-L2" };
  expect(chunksOf(await recallRow(draft("keys", [shown, shown]), "text"))).toEqual(["1", "2"]);
  expect(chunksOf(await recallRow(draft("keys"), "text"))).toEqual([]);
});

it("logs no secret of a query", async () => {
  const query = "deploy with ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  expect((await recallRow(draft(query), "text")).query).toBe("deploy with [redacted:github_token]");
});

it("logs the query without the spaces around it, or only its hash", async () => {
  const [text, hash] = [await recallRow(draft(" keys "), "text"), await recallRow(draft(" keys "), "hash")];
  expect([text.query, text.queryHash, hash.query]).toEqual(["keys", null, null]);
  expect(hash.queryHash).toBe((await recallRow(draft("keys"), "hash")).queryHash);
});
