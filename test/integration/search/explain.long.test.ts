import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import type { ExplainAnswer } from "../../../src/search/contract/explain.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createSimulatedWorld, createWorld, type World } from "../../support/worlds/world.ts";

/** More notes on soup than a pool holds, each its own document. */
const SOUPS = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [
    `soup/${at}.md`,
    `Soup number ${at} is served hot, soup for all.\n`,
  ]),
);

const FILES = {
  "guides/keys.md":
    "# Keys\n\nWe rotate the signing keys every month.\n\n## Vault\n\nThe vault holds old keys for a year.\n",
  "guides/cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n",
  "memory/2026-03-11.md": "The weir was opened for the eels.\n",
  "soup/last.md":
    "# Menu\n\nOne soup among a great many other words that say nothing of it and make this text a long one.\n",
  ...SOUPS,
};

describe("explaining why a chunk is where it is", () => {
  let world: World;
  let token: string;

  const search = async (query: string, more: object = {}): Promise<SearchAnswer> =>
    (await world.client.search(token, query, { ...more })).body;
  const ask = (query: string, id: string, more: object = {}) =>
    world.client.call("POST", "/v1/explain", { token, body: { query, id, ...more } });
  const explain = async (query: string, id: string, more: object = {}): Promise<ExplainAnswer> => {
    const { status, body } = await ask(query, id, more);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    for (let at = 0; at < 3; at++) await world.client.sweep();
  });
  afterAll(() => world.dispose());

  it.each(PROFILES)("names in %s the place of every hit, as the search has it", async (profile) => {
    const query = "rotate the signing keys every month";
    const { hits, asOf } = await search(query, { profile, limit: 3 });
    expect(hits.length).toBeGreaterThan(0);
    for (const [at, { id, score }] of (hits as { id: string; score: number }[]).entries()) {
      const answer = await explain(query, id, { profile, limit: 3, asOf });
      expect(answer).toMatchObject({ reason: "shown", rank: at + 1, profile, limit: 3 });
      expect(answer.steps.at(-1)).toMatchObject({ step: "limit", rank: at + 1, score });
    }
  });

  it.each(PROFILES)("names in %s the first reason for every chunk that is not a hit", async (profile) => {
    const query = "soup menu";
    const { hits } = await search(query, { profile, limit: 2, view: "full" });
    const shown = new Set(hits.map(({ id }: { id: string }) => id));
    for (const path of ["soup/7.md", "soup/last.md", "guides/cars.md", "guides/keys.md", "soup/99.md"]) {
      const answer = await explain(query, `${path}#L1`, { profile, limit: 2 });
      const id = answer.chunk?.id ?? "";
      expect([path, answer.reason === "shown"]).toEqual([path, shown.has(id)]);
      expect(answer.message.length).toBeGreaterThan(10);
    }
  });

  it("gives rank and score after each step, of a hit found by both arms", async () => {
    const { chunk, steps, ranks } = await explain("signing keys", "notes:guides/keys.md#L3");
    expect(chunk).toMatchObject({ root: "notes", citation: "guides/keys.md#L1-L4" });
    expect(steps.map(({ step }) => step)).toEqual([
      "keyword",
      "vector",
      "fuse",
      "rerank",
      ...["supporting", "relevant", "remembered", "definition", "described", "feedback"],
      ...["newest", "superseding", "perMemory", "defer", "copies", "perDocument"],
      "relevance.floor",
      "limit",
    ]);
    expect(steps.every(({ rank, score }) => rank === 1 && score !== null)).toBe(true);
    expect(ranks).toEqual({ keyword: 1, vector: 1 });
  });

  it("tells nothing of a chunk that is unknown, deleted or another workspace's", async () => {
    const other = await world.client.workspace("other");
    await world.client.upload(other, { "secret.md": "The signing keys of somebody else.\n" });
    await world.client.upload(token, { "gone.md": "The signing keys that go.\n" });
    const [{ id: theirs } = { id: "" }] = (await world.client.search(other, "signing")).body.hits;
    const gone = (await explain("signing keys that go", "gone.md#L1")).chunk?.id ?? "";
    await world.client.call("DELETE", "/v1/documents/gone.md", { token });
    const answers = await Promise.all(
      [theirs, theirs.slice(0, 8), gone, "0".repeat(32), "secret.md#L1", "gone.md#L1"].map((id) =>
        explain("signing keys", id),
      ),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ reason: "not_in_workspace", chunk: null, rank: null });
      expect(answer.message).toBe(answers[0]?.message);
    }
  });

  it.each([
    [{ root: "elsewhere" }, ["root"]],
    [{ prefix: "soup/", language: "typescript" }, ["prefix", "language"]],
    [{ glob: "**/*.ts" }, ["glob"]],
    [{ kind: "memory" }, ["kind"]],
    [{ after: "2030-01-01" }, ["after"]],
    [{ before: "2001-01-01" }, ["before"]],
  ])("names the filters of %j that it does not pass", async (filters, names) => {
    const answer = await explain("signing keys", "guides/keys.md#L1", { filters });
    expect([answer.reason, answer.filters.toSorted()]).toEqual(["filtered", names.toSorted()]);
  });

  it("names the phrase that it lacks", async () => {
    const answer = await explain('"old keys" signing', "guides/keys.md#L3");
    expect(answer).toMatchObject({ reason: "phrase_missing" });
    expect(answer.message).toContain("old keys");
  });

  it("says that no word of the query occurs, and that others are nearer by meaning", async () => {
    expect(await explain("soup", "guides/cars.md#L1", { profile: "keyword" })).toMatchObject({
      reason: "no_query_term",
      ranks: { keyword: null, vector: null },
    });
    const edge = await explain("soup", "guides/cars.md#L1");
    expect(edge.reason).toBe("no_query_term");
    expect(edge.message).toContain("not among the 100");
    expect(await explain("soup", "guides/cars.md#L1", { profile: "vector" })).toMatchObject({
      reason: "beyond_vector_pool",
    });
  });

  it("gives the keyword rank of what lies beyond the pool, and of a misspelt word's too", async () => {
    for (const query of ["soup", "soop"]) {
      const answer = await explain(query, "soup/last.md#L3", { profile: "keyword" });
      expect(answer).toMatchObject({ reason: "beyond_keyword_pool", rank: 121, ranks: { keyword: 121 } });
      expect(answer.use.repaired).toEqual(query === "soop" ? [{ from: "soop", to: "soup" }] : []);
    }
  });

  it("names the place that the limit cut off, and counts the profile's own limit", async () => {
    const all = await search("soup", { profile: "keyword", limit: 20 });
    const id = (all.hits[9] as { id: string }).id;
    expect(await explain("soup", id, { profile: "keyword" })).toMatchObject({
      reason: "beyond_limit",
      rank: 10,
      limit: 6,
      step: "limit",
    });
  });

  it("names the stage, the arm's or the fused threshold that dropped it", async () => {
    const stage = await explain("signing keys", "guides/keys.md#L5", { minScore: 1, profile: "vector" });
    expect(stage).toMatchObject({
      reason: "dropped_by_stage",
      step: "threshold",
      dropped: "below the threshold",
    });
    const arm = { profile: "dual", settings: { "fusion.minVector": 1 } };
    expect(await explain("signing keys", "guides/keys.md#L5", arm)).toMatchObject({
      reason: "below_arm_threshold",
      step: "fuse",
    });
    const fused = { profile: "edge", settings: { "fusion.minScore": 1 } };
    expect(await explain("vault keys", "guides/keys.md#L3", fused)).toMatchObject({
      reason: "below_fused_threshold",
      step: "fusion.minScore",
    });
    const floor = { settings: { "relevance.floor": 1 } };
    expect(await explain("vault", "guides/keys.md#L5", floor)).toMatchObject({
      reason: "below_relevance_floor",
      outcome: "nothing_relevant",
    });
  });

  it("says that what has no vector yet cannot be found by meaning", async () => {
    await world.client.upload(token, { "fresh.md": "Nobody has embedded this.\n" });
    expect(await explain("soup", "fresh.md#L1", { profile: "vector" })).toMatchObject({
      reason: "no_vector",
    });
    await world.client.sweep();
  });

  it("says that an automatic recall was skipped", async () => {
    const answer = await explain("hello", "guides/keys.md#L3", { auto: true });
    expect(answer).toMatchObject({ reason: "skipped", outcome: "skipped", steps: [] });
  });

  it("takes the start of an id, and names the candidates of what is several", async () => {
    const { chunk } = await explain("signing", "guides/keys.md#L3");
    expect((await explain("signing", chunk?.id.slice(0, 8) ?? "")).chunk).toEqual(chunk);
    await world.client.upload(token, { "guides/keys.md": FILES["guides/keys.md"] }, "second");
    const { status, body } = await ask("signing", "guides/keys.md#L3");
    expect([status, body.error.code]).toEqual([409, "ambiguous"]);
    const cited = body.error.details.candidates.map(({ citation }: { citation: string }) => citation);
    expect(cited).toEqual(["notes:guides/keys.md#L1-L4", "second:guides/keys.md#L1-L4"]);
    expect((await explain("signing", "second:guides/keys.md#L3")).chunk?.root).toBe("second");
  });

  it.each([
    [{ query: "x", id: "abc" }, "at least 8"],
    [{ query: "x", id: "guides/keys.md" }, "citation"],
    [{ query: "", id: "0".repeat(32) }, "empty"],
    [{ query: "x", id: "0".repeat(32), view: "full" }, "view"],
    [{ query: "x", id: "0".repeat(32), settings: { "fusion.q": 1 } }, "did you mean fusion.k?"],
    [{ query: "x" }, "id"],
  ])("refuses %j", async (body, said) => {
    const { status, body: answer } = await world.client.call("POST", "/v1/explain", { token, body });
    expect([status, answer.error.code]).toEqual([400, "invalid_input"]);
    expect(answer.error.message).toContain(said);
  });

  it("looks anew where the search was answered from a kept answer, and counts as no search", async () => {
    const status = async () => (await world.client.call("GET", "/v1/status", { token })).body.searches.count;
    const again = { explain: true, limit: 5 };
    await search("vault of keys", again);
    const { hits, use } = await search("vault of keys", again);
    expect(use.cached).toEqual(["answer"]);
    const before = await status();
    const first = (hits[0] as { id: string }).id;
    expect((await explain("vault of keys", first, { limit: 5 })).steps.length).toBeGreaterThan(3);
    expect(await status()).toBe(before);
  });

  it("tells what each arm gave to the fused score, and without explain nothing of it", async () => {
    for (const view of ["full", "snippet"] as const) {
      const { hits } = await search("vault keys", { explain: true, view });
      expect(hits.length).toBeGreaterThan(0);
      for (const { shares = {}, arms, scores } of hits) {
        expect(Object.keys(shares).sort()).toEqual(Object.keys(arms).sort());
        const sum = Object.values(shares).reduce((whole, share) => whole + share, 0);
        expect(sum).toBeCloseTo(scores.fused ?? -1, 9);
      }
    }
    const compact = await search("vault keys", { explain: true, view: "compact" });
    const plain = await search("vault keys", {});
    for (const hit of [...compact.hits, ...plain.hits]) expect(hit).not.toHaveProperty("shares");
  });

  it("tells no step of an arm that failed; degraded names it", async () => {
    const stepsOf = async (query: string) => {
      const answer = await search(query, { explain: true });
      return { steps: answer.explain?.steps.slice(0, 3).map(({ step }) => step), degraded: answer.degraded };
    };
    expect((await stepsOf("fleet of keys")).steps).toEqual(["keyword", "vector", "fuse"]);
    world.ai.failure = (model) => (model.includes("reranker") ? undefined : aiError(3007));
    const withoutEmbedder = await stepsOf("keys of the fleet");
    expect(withoutEmbedder).toEqual({ steps: ["keyword", "fuse", "rerank"], degraded: ["embedder_timeout"] });
    const why = await explain("fleet of many keys", "memory/2026-03-11.md#L1", { profile: "vector" });
    expect(why).toMatchObject({ reason: "no_query_term", degraded: ["embedder_timeout"] });
    world.ai.failure = undefined;
  });

  it("tells no step of a vector index that failed", async () => {
    const simulated = await createSimulatedWorld(0);
    const { client, clock, vectorize } = simulated;
    const own = await client.workspace("default");
    await client.upload(own, { "keys.md": FILES["guides/keys.md"] });
    for (let at = 0; at < 3; at++) {
      await client.sweep();
      clock.advance(600_000);
    }
    vectorize.failure = new Error("VECTOR_QUERY_ERROR (code = 40000): down");
    const { body } = await client.search(own, "signing keys", { explain: true });
    expect(body.explain.steps[1].step).toBe("fuse");
    expect(body.degraded).toEqual(["vector_index_unavailable"]);
    await simulated.dispose();
  });
});
