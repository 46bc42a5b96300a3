import { describe, expect, it } from "vitest";
import { SearchRequest } from "../../src/search/contract/search.ts";
import { isLogged, loggedHits } from "../../src/search/record/recall-log.ts";
import { search } from "../../src/search/search.ts";
import type { LoggedHit, LogQueries } from "../../src/search/sql/search-writes.ts";
import { quantise } from "../../src/text/quantise.ts";
import {
  EAST,
  fakeCaller,
  fakeDatabase,
  fakeEmbedder,
  fakeIndex,
  match,
  NOW_MS,
  READS,
  raw,
  rawState,
  searchDeps,
  servingOf,
} from "./fakes.ts";
import { candidate } from "./stages/candidates.ts";

const HOUR_MS = 3_600_000;
const WORDS = [match("1", 9, { text: "signing keys" }), match("2", 5, { text: "the keys" })];
/** So long ago that what is noted is written at once. */
const IDLE = { lastUsedAt: NOW_MS - 2 * HOUR_MS };

interface Setup {
  readonly state?: Readonly<Record<string, unknown>>;
  readonly queries?: LogQueries;
  readonly rows?: readonly ReturnType<typeof match>[];
}

/** One search, and what it writes by the table's name. */
async function run(request: object, { state = IDLE, queries = "text", rows = WORDS }: Setup = {}) {
  const { db, batches } = fakeDatabase([
    [READS.state, [rawState(state)]],
    [READS.keyword, rows.map(raw)],
  ]);
  const deps = searchDeps(db, servingOf(fakeEmbedder(), fakeIndex()));
  const { caller, settle } = fakeCaller();
  const settings = { ...deps.settings, logQueries: queries };
  const asked = SearchRequest.parse({ query: "signing keys", view: "full", ...request });
  const { answer } = await search({ ...deps, settings }, caller, asked);
  const reads = batches.length;
  await settle();
  const writes = new Map(
    batches
      .slice(reads)
      .flat()
      .map(({ sql, params }) => [/(?:INSERT INTO|UPDATE) (\w+)/.exec(sql)?.[1] ?? "", params]),
  );
  const text = (table: string) => writes.get(table)?.find((value) => /^[[{]/.test(String(value)));
  const json = (table: string) => JSON.parse(String(text(table) ?? "null"));
  return { answer, writes, json };
}

describe("a kept answer", () => {
  it("is the answer that was shown, cut by its budget", async () => {
    const long = (id: string, bm25: number) =>
      match(id, bm25, { text: "signing keys hang here ".repeat(25) });
    const rows = [long("1", 9), long("2", 5)];
    const { answer, json } = await run({ budget: 100 }, { rows });
    expect([answer.budget?.left, json("answers").hits]).toEqual([1, answer.hits]);
    expect(json("answers").logged).toHaveLength(2);
  });

  it("holds nothing of the request that it was made for", async () => {
    const kept = (await run({})).json("answers");
    expect(["recallId", "timings", "use"].filter((name) => name in kept)).toEqual([]);
  });

  it("is not kept where it is larger than the database takes", async () => {
    const rows = (chars: number) => [match("1", 9, { text: `keys ${"x".repeat(chars)}` })];
    expect((await run({}, { rows: rows(490_000) })).writes.has("answers")).toBe(true);
    expect((await run({}, { rows: rows(500_000) })).writes.has("answers")).toBe(false);
  });

  it("is logged and counted each time that it is repeated, with the hits that it had", async () => {
    const first = await run({});
    const kept = JSON.stringify(first.json("answers"));
    const { answer, json, writes } = await run({}, { state: { ...IDLE, answer: kept } });
    expect(answer.recallId).not.toBe(first.answer.recallId);
    expect(json("recalls")).toMatchObject([{ id: answer.recallId, cached: 1, query: "signing keys" }]);
    expect(json("recalls")[0].hits).toBe(first.json("recalls")[0].hits);
    expect(json("recalls")[0].settingsHash).toBe(first.json("recalls")[0].settingsHash);
    expect([writes.has("search_days"), writes.has("answers")]).toEqual([true, false]);
  });
});

describe("what a search notes", () => {
  it.each<[string, object, Setup, readonly string[]]>([
    ["is logged and counted", {}, {}, ["recalls", "search_days"]],
    ["not to be logged is neither logged nor counted", { log: false, profile: "keyword" }, {}, []],
    ["where the service logs nothing is counted", {}, { queries: "off" }, ["search_days"]],
    [
      "of a workspace without a log is counted",
      {},
      { state: { ...IDLE, settings: '{"recallLog":"off"}' } },
      ["search_days"],
    ],
    ["that was skipped is logged, and counts as no search", { query: "hello", auto: true }, {}, ["recalls"]],
  ])("%s", async (_, request, setup, tables) => {
    const { writes } = await run(request, setup);
    expect(["recalls", "search_days"].filter((table) => writes.has(table))).toEqual(tables);
  });

  it.each([
    ["an hour ago", NOW_MS - HOUR_MS, false],
    ["over an hour ago", NOW_MS - HOUR_MS - 1, true],
    ["never", null, true],
  ])("marks a token as used that was last used %s: %s %s", async (_, lastUsedAt, isMarked) => {
    expect((await run({ log: false }, { state: { lastUsedAt } })).writes.has("tokens")).toBe(isMarked);
  });

  it("keeps a vector that the model has just made, and none that was kept", async () => {
    const made = await run({ log: false });
    expect(["query_results", "day_use"].map((table) => made.writes.has(table))).toEqual([true, true]);
    const kept = await run({ log: false }, { state: { ...IDLE, queryVector: quantise(EAST) } });
    expect(["query_results", "day_use"].map((table) => kept.writes.has(table))).toEqual([false, false]);
  });
});

it.each<[LogQueries, boolean | undefined, object, boolean]>([
  ["text", undefined, {}, true],
  ["hash", true, {}, true],
  ["off", true, {}, false],
  ["text", false, {}, false],
  ["text", undefined, { recallLog: "off" }, false],
])("logs by %s of the service, %s of the request and %j of the workspace: %s", (queries, log, own, is) => {
  expect(isLogged({ log }, { queries, settings: JSON.stringify(own) })).toBe(is);
});

it("logs each hit with its place and its rank in every arm that found it, best first", () => {
  const best = [candidate("2", 0.123_456), candidate("1", 0.1)];
  const share = (arm: string, rank: number) => ({ arm, rank, score: 1, share: 1 });
  const fused = [
    { id: "1", score: 1, shares: [share("keyword", 1)] },
    { id: "2", score: 1, shares: [share("keyword", 2), share("vector", 1)] },
    { id: "3", score: 1, shares: [share("vector", 2)] },
  ];
  const rows = new Map(["1", "2", "3"].map((id) => [id, match(id, 1)]));
  const place = (id: string): Partial<LoggedHit> => ({
    ...{ chunk: id, root: "notes", path: `${id}.md`, startLine: 1, endLine: 2 },
  });
  expect(loggedHits(best, { rows, fused })).toEqual([
    { ...place("2"), score: 0.1235, arms: { keyword: 2, vector: 1 } },
    { ...place("1"), score: 0.1, arms: { keyword: 1 } },
  ]);
});

it("shows the root of a hit where the workspace has several", async () => {
  const cited = async (severalRoots: 0 | 1) => {
    const { answer } = await run({ view: "compact", log: false }, { state: { ...IDLE, severalRoots } });
    return answer.hits.map((hit) => ("citation" in hit ? hit.citation : ""))[0];
  };
  expect([await cited(0), await cited(1)]).toEqual(["1.md#L1-L2", "notes:1.md#L1-L2"]);
});
