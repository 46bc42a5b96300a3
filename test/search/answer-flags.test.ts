import { describe, expect, it } from "vitest";
import { SearchRequest } from "../../src/search/contract/search.ts";
import { search } from "../../src/search/search.ts";
import {
  fakeCaller,
  fakeDatabase,
  fakeEmbedder,
  fakeIndex,
  match,
  planOf,
  READS,
  raw,
  rawState,
  searchDeps,
  servingOf,
} from "./fakes.ts";

const WORDS = [match("1", 9, { text: "signing keys" })];

async function answerOf(request: object, words = WORDS) {
  const { db } = fakeDatabase([
    [READS.state, [rawState()]],
    [READS.keyword, words.map(raw)],
    [/isOwn DESC/, [raw(match("9", 0))]],
  ]);
  const deps = searchDeps(db, servingOf(fakeEmbedder(), fakeIndex()));
  const asked = SearchRequest.parse({ query: "signing keys", log: false, view: "full", ...request });
  return (await search(deps, fakeCaller().caller, asked)).answer;
}

describe("an answer", () => {
  it.each([
    ["asked for", { explain: true }, true],
    ["refused", { explain: false }, false],
    ["not asked for", {}, false],
  ])("holds an explanation that is %s", async (_, request, isThere) => {
    const answer = await answerOf(request);
    expect([answer.explain !== undefined, answer.hits.some((hit) => "trace" in hit)]).toEqual([
      isThere,
      isThere,
    ]);
    expect("explain" in answer).toBe(isThere);
  });

  it("names the pool only where it grows with the limit, and its fallback only where that stands in", async () => {
    const plain = await answerOf({});
    expect(["pool" in plain, "fallback" in plain]).toEqual([false, false]);
    expect((await answerOf({ settings: { "arms.pool": "original" } })).pool).toBe("original");
    expect((await answerOf({ profile: "code-memory" }, [])).fallback).toBe("recent");
  });

  it("tells the time of the stages that it took, of an expansion only where one was asked for", async () => {
    const stages = async (request: object) => Object.keys((await answerOf(request)).timings.stages ?? {});
    expect(await stages({})).toEqual(["first", "embed", "arms", "rows", "rerank"]);
    expect(await stages({ expand: true })).toEqual(["first", "embed", "expand", "arms", "rows", "rerank"]);
  });
});

describe("a keyword arm that others or stages stand beside", () => {
  it.each([
    ["alone", {}, 50, 50],
    ["beside the vector arm", { "arms.vector": true }, 100, 100],
    ["beside the entity arm", { "arms.entity": true }, 100, 100],
    ["beside an expansion", { "arms.expand": true }, 100, 100],
    ["before a re-ranker", { "rerank.by": "lightweight" }, 100, 100],
    ["that does not run", { "arms.keyword": false }, 100, 100],
  ])("reads %s: %j", async (_, settings, ofArm, sourceRows) => {
    expect((await planOf({ query: "keys", profile: "keyword", limit: 5, settings })).pool).toEqual({
      from: 0,
      ofArm,
      sourceRows,
    });
  });
});
