import { expect, it } from "vitest";
import { recallRow } from "../../src/search/record/recall-log.ts";
import type { LoggedHit, RecallDraft } from "../../src/search/sql/recall-types.ts";

const hit = (chunk: string): LoggedHit => ({
  ...{ chunk, root: "notes", path: "a.md", startLine: 1, endLine: 2, score: 0.5, arms: { keyword: 1 } },
});

const DRAFT: RecallDraft = {
  ...{ id: "01a1fdfa-460c-70f2-b13d-a3638c3fd076", token: "t", session: undefined, query: " keys " },
  ...{ profile: "edge", settings: {}, filters: undefined, outcome: "found", degraded: [], isCached: false },
  totalMs: 3,
  logged: [hit("1"), hit("2"), hit("3")],
  hits: [],
};

const chunksOf = ({ hits }: { readonly hits: string }) =>
  (JSON.parse(hits) as LoggedHit[]).map(({ chunk }) => chunk);

it("logs the hits that were shown, not those that the budget left out", async () => {
  const shown = { citation: "notes:a.md#L1-L2" } as RecallDraft["hits"][number];
  expect(chunksOf(await recallRow({ ...DRAFT, hits: [shown, shown] }, "text"))).toEqual(["1", "2"]);
  expect(chunksOf(await recallRow(DRAFT, "text"))).toEqual([]);
});

it("logs the query without the spaces around it, or only its hash", async () => {
  const [text, hash] = [await recallRow(DRAFT, "text"), await recallRow(DRAFT, "hash")];
  expect([text.query, text.queryHash, hash.query]).toEqual(["keys", null, null]);
  expect(hash.queryHash).toBe((await recallRow({ ...DRAFT, query: "keys" }, "hash")).queryHash);
});
