import { claimsOf } from "../../support/known-token.ts";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { VectorMatch } from "../../../src/models/ports.ts";
import { SearchRequest } from "../../../src/search/contract/search.ts";
import type { SearchCaller, SearchDeps } from "../../../src/search/hops/deps.ts";
import { hop1 } from "../../../src/search/hops/hop1.ts";
import { hop2 } from "../../../src/search/hops/hop2.ts";
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
} from "../fakes.ts";

interface Setup {
  readonly state?: object;
  readonly more?: Parameters<typeof searchDeps>[2];
  readonly caller?: Partial<SearchCaller>;
  readonly request?: object;
  readonly prepare?: (deps: SearchDeps) => void;
}

/** The first hop of a search whose model is started beside it. */
async function open({ state, more, caller, request, prepare }: Setup = {}) {
  const embedder = fakeEmbedder();
  const { db, batches } = fakeDatabase([[READS.state, [rawState({ ...state })]]]);
  const deps = searchDeps(db, servingOf(embedder, fakeIndex()), { speculate: true, ...more });
  prepare?.(deps);
  const asked = SearchRequest.parse({ query: "signing keys", ...request });
  const opened = await hop1(deps, { ...fakeCaller().caller, ...caller }, asked);
  return { ...opened, deps, batches, asked: embedder.asked };
}

describe("hop 1", () => {
  it("waits for the asker's admission, and fails with it", async () => {
    const admitted = Promise.reject(new AppError("rate_limited", "too fast"));
    admitted.catch(() => undefined);
    await expect(open({ caller: { admitted } })).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("begins the query's embedding beside the database", async () => {
    expect((await open()).asked).toEqual(["signing keys"]);
    expect((await open({ more: { speculate: false } })).asked).toEqual([]);
    expect((await open({ request: { profile: "keyword" } })).asked).toEqual([]);
  });

  it.each([
    ["for a minute that is not over", NOW_MS + 1, []],
    ["until this very moment", NOW_MS, ["signing keys"]],
  ])("begins nothing for a token that was refused %s", async (_, untilMs, asked) => {
    const prepare = ({ memory }: SearchDeps) => memory.distrust("token", untilMs);
    expect((await open({ prepare })).asked).toEqual(asked);
    expect((await open({ prepare, caller: { claims: claimsOf({ id: "other" }) } })).asked).toEqual([
      "signing keys",
    ]);
  });

  it("begins nothing while the quota is used up, which it learns of the database", async () => {
    const opened = await open({ state: { pausedUntil: NOW_MS + 1 } });
    expect(opened.deps.models.budget.stop()).toMatchObject({ code: "quota", untilMs: NOW_MS + 1 });
    const prepare = ({ models }: SearchDeps) => models.budget.learn({ calls: 0, pausedUntil: NOW_MS + 1 });
    expect((await open({ prepare, state: { pausedUntil: NOW_MS + 1 } })).asked).toEqual([]);
  });

  it("ends with the asker", async () => {
    const signal = {
      throwIfAborted() {
        throw new Error("gone");
      },
    };
    await expect(open({ caller: { signal } })).rejects.toThrow("gone");
  });

  it("is made once more for other settings, and from then on they are known", async () => {
    const settings = JSON.stringify({ profiles: { edge: { "result.limit": 1 } } });
    const { batches, deps, plan } = await open({ state: { settings } });
    expect([batches.length, plan.limit]).toEqual([2, 1]);
    const { caller } = fakeCaller();
    await hop1(deps, caller, SearchRequest.parse({ query: "signing keys" }));
    expect(batches).toHaveLength(3);
  });

  it("is not made once more for settings that say nothing of this profile", async () => {
    const settings = JSON.stringify({ profiles: { keyword: { "result.limit": 1 } } });
    const { batches, deps } = await open({ state: { settings } });
    expect(batches).toHaveLength(1);
    expect(deps.memory.lastSeen(7).settings).toBe(settings);
  });

  it("stays with the configured model where nothing serves the workspace's own", async () => {
    const { batches, plan } = await open({ state: { identity: "gone|cls|2|1" } });
    expect([batches.length, plan.serving.embedder.space.model]).toEqual([1, "fake"]);
  });

  it("names build, re-ranker and writer in the key of an answer", async () => {
    const keyOf = async (more: Setup["more"], prepare?: Setup["prepare"]) =>
      (await open({ ...(more && { more }), ...(prepare && { prepare }) })).plan.keys.answer;
    const reranker = (model: string) => ({ reranker: { model, score: async () => [] } });
    const generator = (model: string) => ({ generator: { model, generate: async () => "" } });
    const keys = await Promise.all([
      ...[keyOf({}), keyOf(reranker("a")), keyOf(reranker("b"))],
      ...[keyOf(generator("a")), keyOf(generator("b"))],
      keyOf({}, (deps) => Object.assign(deps.settings, { build: "next" })),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("hop 2", () => {
  type Nearest = Parameters<NonNullable<ReturnType<typeof fakeIndex>["nearest"]>>;

  /** What the index is asked in the second hop. */
  async function askedOf(request: object, state: Readonly<Record<string, unknown>> = {}) {
    const asked: Nearest[] = [];
    const nearest = async (...question: Nearest): Promise<readonly VectorMatch[]> => {
      asked.push(question);
      return [];
    };
    const { db } = fakeDatabase([
      [READS.state, [rawState(state)]],
      [READS.vocabulary, [{ term: "sign", doc: 3 }]],
      [READS.keyword, [raw(match("1", 1))]],
    ]);
    const deps = searchDeps(db, servingOf(fakeEmbedder(), { ...fakeIndex(), nearest }));
    const { caller } = fakeCaller();
    const opened = await hop1(deps, caller, SearchRequest.parse({ query: "signing keys", ...request }));
    const after = await hop2(deps, opened, {
      queryVector: { vector: EAST, source: "model" },
      expanded: { vectors: [], source: "none", degraded: [], lost: [] },
    });
    return { asked, after, deps };
  }

  it("asks the index for the workspace's own generation, with the filters that it knows", async () => {
    const { asked } = await askedOf({ filters: { root: "notes", kind: "file" } }, { generation: 4 });
    expect(asked.map(([namespace, , options]) => [namespace, options])).toEqual([
      ["w7g4", { limit: 100, filter: { root: "notes", kind: "file" } }],
    ]);
  });

  it("asks for no more than the index gives at once, however many hits are wanted", async () => {
    const limits = async (limit: number) =>
      (await askedOf({ limit, settings: { "arms.pool": "original" } })).asked.map(([, , one]) => one.limit);
    expect([await limits(3), await limits(90)]).toEqual([[12], [100]]);
  });

  it("repairs a word that no chunk has once its vocabulary is read, and remembers this", async () => {
    const { after, deps } = await askedOf({ query: "sigm keys" }, { frequency: '{"kei":3}' });
    const near = [{ word: "sign", term: "sign", doc: 3 }];
    expect(after.repaired.unknown).toEqual([{ word: "sigm", near, isSearched: true }]);
    expect(deps.memory.vocabulary(7, 3, "s")).toHaveLength(1);
  });

  it("asks no index and repairs no word for an arm that the profile does without", async () => {
    const frequency = '{"kei":3}';
    expect((await askedOf({ query: "sigm keys", profile: "keyword" }, { frequency })).asked).toEqual([]);
    const { after, asked } = await askedOf({ query: "sigm keys", profile: "vector" }, { frequency });
    expect([asked.length, after.repaired.unknown, after.repaired.lacking]).toEqual([1, [], []]);
  });
});
