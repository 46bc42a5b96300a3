import { describe, expect, it } from "vitest";
import type { Session } from "../../../src/database/session.ts";
import { AppError } from "../../../src/errors.ts";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../../../src/search/contract/search.ts";
import { createTrace } from "../../../src/search/explain/trace.ts";
import { createIsolateMemory } from "../../../src/search/hops/isolate-memory.ts";
import { writeBehind, writeSoon } from "../../../src/search/record/write-behind.ts";
import { quantise } from "../../../src/text/quantise.ts";
import {
  EAST,
  fakeCaller,
  fakeDatabase,
  NEURAL,
  NOW_MS,
  planOf,
  searchDeps,
  workspaceState,
} from "../fakes.ts";

type Answered = Parameters<typeof writeBehind>[2];
type Results = NonNullable<Parameters<typeof writeBehind>[3]>;

const HIT = { citation: "a.md#L1" } as AnyHit;
const ANSWER = {
  ...{ outcome: "found", hits: [HIT], degraded: [], profile: "edge", asOf: "", recallId: "r" },
  timings: { totalMs: 7, hops: 3, stages: {} },
  use: { cached: [], repaired: [] },
  index: { version: 4, pendingChunks: 0, pendingSkipped: 0 },
};

interface Setup {
  readonly answer?: object;
  readonly request?: object;
  readonly results?: object;
  readonly isExplaining?: boolean;
  readonly expand?: boolean;
}

/** What a search that was answered so notes for later, and what it writes at once, by table. */
async function noted({
  answer = {},
  request = {},
  results = {},
  isExplaining = false,
  expand = false,
}: Setup = {}) {
  const { db, batches } = fakeDatabase([]);
  const plan = await planOf({ query: "keys", expand }, NEURAL(), { generator: "writer" });
  const base = searchDeps(db, plan.serving);
  const deps = { ...base, ...(isExplaining && { explaining: createTrace(() => 0) }) };
  const { caller, settle } = fakeCaller();
  const answered = {
    ...{ workspace: workspaceState(), settings: {}, logged: [] },
    answer: { ...ANSWER, ...answer } as unknown as SearchAnswer<AnyHit>,
    request: { query: "keys", profile: "edge", ...request } as SearchRequest,
  } as unknown as Answered;
  const found = {
    ...{ plan, queryVector: { vector: EAST, source: "cache" }, rerankModel: undefined },
    expanded: { vectors: [], source: "none", degraded: [], lost: [] },
    reranked: { ranked: [], raw: new Map(), fresh: [], outage: undefined },
    ...results,
  } as unknown as Results;
  writeBehind(deps, caller, answered, found);
  const waiting = deps.memory.waitingSearches(7);
  const [search] = deps.memory.takeSearches(7);
  await settle();
  const writes = batches
    .flat()
    .map(({ sql, params }) => [/(?:INTO|UPDATE) (\w+)/.exec(sql)?.[1] ?? "", params] as const);
  return { search, waiting, tables: writes.map(([table]) => table), writes: new Map(writes) };
}

describe("a search is counted", () => {
  it.each([
    ["with hits", {}, { isEmpty: false, isDegraded: false }],
    ["without", { hits: [] }, { isEmpty: true, isDegraded: false }],
    ["degraded", { degraded: ["timeout"] }, { isEmpty: false, isDegraded: true }],
    ["repeated", { use: { cached: ["answer"], repaired: [] } }, { cached: ["answer"], totalMs: 7 }],
  ])("%s", async (_, answer, tally) => {
    expect((await noted({ answer })).search?.tally).toMatchObject(tally);
  });

  it.each([
    ["that is explained by another", { isExplaining: true }],
    ["that nobody wants logged", { request: { log: false } }],
  ])("not where it is one %s", async (_, setup) => {
    expect((await noted(setup)).search?.tally).toBeUndefined();
  });
});

describe("of a search are kept", () => {
  const fresh = [{ sentHash: "h", score: 0.5 }];

  it.each<[string, Setup, readonly string[]]>([
    ["a whole answer", {}, ["answers"]],
    ["no answer of one hop", { answer: { timings: { ...ANSWER.timings, hops: 1 } } }, []],
    ["an answer of two hops", { answer: { timings: { ...ANSWER.timings, hops: 2 } } }, ["answers"]],
    ["no degraded answer", { answer: { degraded: ["timeout"] } }, []],
    ["no answer while chunks wait", { answer: { index: { ...ANSWER.index, pendingChunks: 1 } } }, []],
    ["no answer that skipped some", { answer: { index: { ...ANSWER.index, pendingSkipped: 1 } } }, []],
    [
      "nothing of an explanation's search but what models made",
      { isExplaining: true, results: { expanded: { fresh: "{}", degraded: [], lost: [] } }, expand: true },
      [],
    ],
    [
      "a vector that a model has made",
      { isExplaining: true, results: { queryVector: { vector: EAST, source: "model" } } },
      ["query_results"],
    ],
    [
      "no vector that was computed",
      { isExplaining: true, results: { queryVector: { vector: EAST, source: "computed" } } },
      [],
    ],
    [
      "no vector that is not there",
      { isExplaining: true, results: { queryVector: { source: "model" } } },
      [],
    ],
    [
      "new scores of a re-ranker",
      { isExplaining: true, results: { rerankModel: "judge", reranked: { fresh } } },
      ["query_results"],
    ],
    [
      "no scores where none are new",
      { isExplaining: true, results: { rerankModel: "judge", reranked: { fresh: [] } } },
      [],
    ],
    ["no scores without a re-ranker", { isExplaining: true, results: { reranked: { fresh } } }, []],
    [
      "an expansion that was just written",
      {
        expand: true,
        answer: { degraded: ["x"] },
        results: { expanded: { fresh: "{}", degraded: [], lost: [] } },
      },
      ["generated"],
    ],
    [
      "no expansion without a key",
      { answer: { degraded: ["x"] }, results: { expanded: { fresh: "{}", degraded: [], lost: [] } } },
      [],
    ],
    ["no expansion that was kept", { expand: true, answer: { degraded: ["x"] } }, []],
  ])("%s", async (_, setup, tables) => {
    expect((await noted(setup)).tables).toEqual(tables);
  });

  it("the vector as it is stored, and the answer under its version", async () => {
    const { writes } = await noted({ results: { queryVector: { vector: EAST, source: "model" } } });
    expect(writes.get("query_results")).toContain(quantise(EAST));
    expect(writes.get("answers")).toContain(4);
  });

  it("an answer of 500,000 characters, not of one more", async () => {
    const of = (chars: number) => noted({ answer: { hits: [{ citation: "x".repeat(chars) }] } });
    const body = ((await of(0)).writes.get("answers") ?? []).find((value) => String(value).startsWith("{"));
    const room = 500_000 - String(body).length;
    expect((await of(room)).tables).toEqual(["answers"]);
    expect((await of(room + 1)).tables).toEqual([]);
  });

  const usedUp = new AppError("quota", "used up");
  it.each([
    ["the query's vector", { queryVector: { source: "none", outage: usedUp } }],
    ["the expansion", { expanded: { degraded: [], lost: [{ part: "generator", error: usedUp }] } }],
    ["the re-ranker", { reranked: { fresh: [], outage: usedUp } }],
  ])("nothing beside the pause of a used-up quota, met by %s", async (_, results) => {
    const { tables } = await noted({ answer: { degraded: ["quota"] }, results });
    expect(tables.filter((table) => table !== "day_use")).toEqual([]);
  });
});

describe("what is noted later", () => {
  const tally = { totalMs: 1, isEmpty: false, isDegraded: false, cached: [] };

  function noting(db: Session = fakeDatabase([]).db) {
    const works: (() => Promise<unknown>)[] = [];
    const deps = {
      ...{ db, memory: createIsolateMemory(1) },
      settings: {
        limits: { maxPendingScan: 0 },
        speculate: false,
        areRowsFree: false,
        logQueries: "off" as const,
        build: "",
      },
    };
    const note = (more: object) =>
      writeSoon(
        deps,
        { later: (work) => void works.push(work) },
        { workspace: 1, nowMs: NOW_MS, tally: undefined, recall: undefined, ...more },
      );
    return { works, deps, note };
  }

  it("is kept for the next search's write where the database does not take it, sixty searches not all of them", async () => {
    const { db } = fakeDatabase([]);
    const failing = { ...db, batch: () => Promise.reject(new Error("down")) } as unknown as Session;
    const { works, deps, note } = noting(failing);
    for (let search = 0; search < 60; search++) note({ tally });
    await expect(works.shift()?.()).rejects.toThrow("down");
    expect([works.length, deps.memory.waitingSearches(1)]).toEqual([0, 50]);
    note({ tally });
    expect([works.length, deps.memory.waitingSearches(1)]).toEqual([1, 51]);
  });

  it("waits for one write, however many come", () => {
    const { works, deps, note } = noting();
    note({});
    expect([works.length, deps.memory.waitingSearches(1)]).toEqual([0, 0]);
    note({ tally });
    note({ tally });
    expect([works.length, deps.memory.waitingSearches(1)]).toEqual([1, 2]);
    note({ usedToken: "t" });
    expect([works.length, deps.memory.waitingSearches(1)]).toEqual([2, 2]);
    note({ workspace: 2, tally });
    expect([works.length, deps.memory.waitingSearches(2)]).toEqual([3, 1]);
  });
});
