import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "../../../src/database/session.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { keepSearch, pruneSearchDays, type SearchWrites } from "../../../src/search/sql/search-writes.ts";
import type { SearchTally } from "../../../src/workspaces/search-days.ts";
import { NOW_MS } from "../fakes.ts";
import { type Desk, OTHER, OWN, openDesk, SPACE } from "./rows.ts";

const LATER_MS = NOW_MS + 1_000;
const DAY_MS = 86_400_000;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.dispose());
beforeEach(async () => {
  const tables = ["answers", "embeddings", "generated", "query_results", "search_days", "recalls", "tokens"];
  await desk.database.batch(
    [...tables, "day_use"].map((table) => desk.database.prepare(`DELETE FROM ${table}`)),
  );
});

const keep = (writes: Partial<SearchWrites>) =>
  keepSearch(desk.session(), { workspace: OWN, nowMs: NOW_MS, ...writes });

describe("a kept answer", () => {
  const answer = (version: number, body = "{}") => ({ requestKey: "k", version, body });
  const rows = () => desk.all("SELECT workspace, request, version, body, created_at AS at FROM answers");

  it("is kept while the version that it was made from still stands", async () => {
    await keep({ answer: answer(1) });
    expect(await rows()).toEqual([{ workspace: OWN, request: "k", version: 1, body: "{}", at: NOW_MS }]);
  });

  it.each([0, 2])("is not kept for version %d, which the workspace does not have", async (version) => {
    await keep({ answer: answer(version) });
    expect(await rows()).toEqual([]);
  });

  it("takes the place of the older one of its request whole, and of no other", async () => {
    await desk.put({
      answers: [
        { request: "k", version: 0, body: "old", created_at: 5 },
        { request: "other", version: 0, body: "other", created_at: 5 },
        { request: "k", workspace: OTHER, body: "theirs", created_at: 5 },
      ],
    });
    await keep({ answer: answer(1, "new") });
    expect(await rows()).toEqual([
      { workspace: OWN, request: "k", version: 1, body: "new", at: NOW_MS },
      { workspace: OWN, request: "other", version: 0, body: "other", at: 5 },
      { workspace: OTHER, request: "k", version: 1, body: "theirs", at: 5 },
    ]);
  });
});

describe("what another search has kept already", () => {
  it("of a query's vector gives way to a newer one, of the same model or another", async () => {
    const vector = (identity: string, levels: string) => ({ queryHash: "q", vector: { identity, levels } });
    await keep({ results: vector(SPACE, "01") });
    await keep({ results: vector("next", "02"), nowMs: LATER_MS });
    expect(
      await desk.all(
        "SELECT identity, hex(vector) AS vector, model, scores, used_at AS at FROM query_results",
      ),
    ).toEqual([{ identity: "next", vector: "02", model: null, scores: "{}", at: LATER_MS }]);
  });

  it("of a query's vector and of its scores stays where only the other is new", async () => {
    const scores = { model: "judge", scores: [{ sentHash: "a", score: 1 }] };
    await keep({ results: { queryHash: "q", vector: { identity: SPACE, levels: "01" } } });
    await keep({ results: { queryHash: "q", scores } });
    await keep({ results: { queryHash: "q", vector: { identity: SPACE, levels: "03" } } });
    expect(
      await desk.all("SELECT identity, hex(vector) AS vector, model, scores FROM query_results"),
    ).toEqual([{ identity: SPACE, vector: "03", model: "judge", scores: '{"a":"1"}' }]);
  });

  it("of an expansion stays, so that all search alike, and counts as used now", async () => {
    await keep({ expansion: { key: "e", text: "first" } });
    await keep({ expansion: { key: "e", text: "second" }, nowMs: LATER_MS });
    expect(await desk.all("SELECT workspace, kind, key, text, used_at AS at FROM generated")).toEqual([
      { workspace: OWN, kind: "expansion", key: "e", text: "first", at: LATER_MS },
    ]);
  });

  it("of rerank scores is joined by the new ones, each as exact as it came, unless another model gave them", async () => {
    const scores = (model: string, queryHash: string, more: Readonly<Record<string, number>>) => ({
      queryHash,
      scores: { model, scores: Object.entries(more).map(([sentHash, score]) => ({ sentHash, score })) },
    });
    await keep({ results: scores("judge", "q", { a: 0.1234567890123, b: 2 }) });
    await keep({ results: scores("judge", "q", { b: 3, c: -1e-9 }), nowMs: LATER_MS });
    await keep({ results: scores("judge", "r", { a: 9 }) });
    await keep({ results: scores("judge", "s", { a: 7 }) });
    await keep({ results: scores("other", "s", { b: 8 }) });
    await keep({ results: scores("judge", "q", { a: 1 }), workspace: OTHER });
    const rows = await desk.all<{ scores: string; at: number }>(
      "SELECT workspace, model, query_hash AS query, scores, used_at AS at FROM query_results ORDER BY workspace, query_hash",
    );
    const own = { workspace: OWN, at: NOW_MS };
    expect(rows.map(({ scores: json, ...row }) => ({ ...row, ...JSON.parse(json) }))).toEqual([
      { ...own, model: "judge", query: "q", at: LATER_MS, a: "0.1234567890123", b: "3", c: "-1e-9" },
      { ...own, model: "judge", query: "r", a: "9" },
      { ...own, model: "other", query: "s", b: "8" },
      { ...own, workspace: OTHER, model: "judge", query: "q", a: "1" },
    ]);
  });
});

it("marks the token that asked as used, and no other", async () => {
  await desk.put({ tokens: [{ id: "t1" }, { id: "t2", last_used_at: 5 }] });
  await keep({ usedToken: { token: "t1", door: "mcp", address: "local" } });
  expect(await desk.all("SELECT id, last_used_at AS at, last_door AS door FROM tokens ORDER BY id")).toEqual([
    { id: "t1", at: NOW_MS, door: "mcp" },
    { id: "t2", at: 5, door: null },
  ]);
});

it("adds to the day's model use, and notes a used-up quota without a call as well", async () => {
  await keep({ models: { calls: 1, texts: 2, passages: 3 } });
  await keep({ models: { calls: 10, texts: 20, passages: 30 } });
  await keep({ pausedUntil: LATER_MS });
  expect(await desk.all("SELECT day, calls, texts, passages, paused_until FROM day_use")).toEqual([
    { day: "2026-06-01", calls: 11, texts: 22, passages: 33, paused_until: LATER_MS },
  ]);
});

describe("the day's statistics", () => {
  const tally = (more: Partial<SearchTally>): SearchTally => ({
    ...{ totalMs: 1, isEmpty: false, isDegraded: false, cached: [], ...more },
  });
  const ONE_OF_EACH = [
    tally({ totalMs: 1, cached: ["answer"] }),
    tally({ totalMs: 3, isEmpty: true }),
    tally({ totalMs: 3, isDegraded: true, cached: ["embedding", "rerank"] }),
    tally({ totalMs: 60_000, isEmpty: true, isDegraded: true, cached: ["embedding"] }),
  ];
  const days = () =>
    desk.all<Readonly<Record<string, unknown>> & { readonly latencies: string }>(
      "SELECT * FROM search_days ORDER BY workspace, day, searches",
    );

  it("add each count to what the day had, latencies by bucket", async () => {
    await keep({ tallies: ONE_OF_EACH });
    await keep({ tallies: [...ONE_OF_EACH, tally({ cached: ["rerank", "expansion"] })] });
    await keep({ tallies: [tally({})], workspace: OTHER });
    const [day, others] = await days();
    expect(day).toMatchObject({
      ...{ workspace: OWN, day: "2026-06-01", searches: 9, nothing_found: 4, degraded: 4 },
      ...{ cached_answer: 2, cached_embedding: 4, cached_rerank: 3 },
    });
    const latencies = JSON.parse(day?.latencies ?? "[]") as number[];
    expect([latencies.length, latencies[0], latencies[2], latencies.at(-1)]).toEqual([21, 3, 4, 2]);
    expect(others).toMatchObject({ workspace: OTHER, searches: 1, nothing_found: 0 });
  });

  it("have the model calls of a search in the row that counts it, those of a refused token in none", async () => {
    const models = { calls: 2, texts: 1, passages: 0 };
    const written = async (writes: Partial<SearchWrites>) => {
      const meter = createMeter();
      const { database } = desk;
      const session = openSession(database, { from: "primary", meter });
      await keepSearch(session, { workspace: OWN, nowMs: NOW_MS, models, ...writes });
      return meter.rowsWritten;
    };
    const isCharged = false;
    // The day's first takes a row of an index besides.
    await written({ tallies: [tally({})], isCharged });
    const uncharged = await written({ tallies: [tally({})], isCharged });
    expect(await written({ tallies: [tally({})] })).toBe(uncharged);
    await written({});
    await written({ isCharged });
    expect(await days()).toMatchObject([{ workspace: OWN, searches: 3, model_calls: 4 }]);
    // A row that calls began takes the searches after it.
    await keep({ models, nowMs: NOW_MS + DAY_MS });
    await keep({ tallies: [tally({ totalMs: 3 })], nowMs: NOW_MS + DAY_MS });
    const tomorrow = (await days())[1];
    expect(tomorrow).toMatchObject({ searches: 1, model_calls: 2 });
    expect(JSON.parse(tomorrow?.latencies ?? "")[2]).toBe(1);
  });

  it("begin anew at midnight UTC", async () => {
    const midnight = Date.UTC(2026, 5, 2);
    await keep({ tallies: [tally({})], nowMs: midnight - 1 });
    await keep({ tallies: [tally({}), tally({})], nowMs: midnight });
    expect((await days()).map(({ day, searches }) => [day, searches])).toEqual([
      ["2026-06-01", 1],
      ["2026-06-02", 2],
    ]);
  });

  it("go after 90 days", async () => {
    for (const age of [89, 90, 91])
      await keep({ tallies: [tally({})], nowMs: NOW_MS - age * DAY_MS, workspace: age === 91 ? OTHER : OWN });
    expect(await pruneSearchDays(desk.session(), NOW_MS)).toBe(1);
    expect((await days()).map(({ day }) => day)).toEqual(["2026-03-03", "2026-03-04"]);
    expect(await pruneSearchDays(desk.session(), NOW_MS)).toBe(0);
  });
});

describe("the log", () => {
  const recall = (id: string, query: string) => ({
    ...{ id, at: NOW_MS, token: "t1", session: "s", query, queryHash: null, profile: "edge" },
    ...{ settingsHash: "h", filters: "{}", hits: "[]", outcome: "found", degraded: "[]" },
    ...({ cached: 1, totalMs: 7, tokens: 9 } as const),
  });
  const logged = () => desk.all("SELECT * FROM recalls ORDER BY id");

  it("has each search once, as it was logged first", async () => {
    await keep({ recalls: [recall("1", "a"), recall("2", "b")] });
    await keep({ recalls: [recall("2", "c")] });
    expect(await logged()).toMatchObject([
      {
        ...{ workspace: OWN, id: "1", at: NOW_MS, token: "t1", session: "s", query: "a", query_hash: null },
        ...{ profile: "edge", settings_hash: "h", filters: "{}", hits: "[]", outcome: "found" },
        ...{ degraded: "[]", cached: 1, total_ms: 7, tokens: 9 },
      },
      { id: "2", query: "b" },
    ]);
  });

  it("takes nothing of a workspace that was deleted meanwhile", async () => {
    await desk.run("UPDATE workspaces SET gone_at = 1 WHERE num = ?", OTHER);
    await keep({ recalls: [recall("3", "c")], workspace: OTHER });
    await desk.run("UPDATE workspaces SET gone_at = NULL WHERE num = ?", OTHER);
    expect(await logged()).toEqual([]);
  });
});
