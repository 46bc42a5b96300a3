import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

/** What answers is neither the newest nor the first by name; what is new and urgent only mentions a word of it. */
const FILES = {
  "runbooks/signing.md":
    "# Signing keys\n\nThe signing keys are rotated every month by whoever is on call.\n",
  "runbooks/vault.md": "# Vault\n\nOld signing keys stay in the vault for a year.\n",
  "notes/2026-05-05.md": "# May\n\nSomebody has lost the keys of the garage, said the caretaker.\n",
  "notes/2026-05-06.md": "# May\n\nThe kitchen serves soup on Mondays, the garage opens at seven.\n",
  "notes/2026-05-07.md": "# May\n\nThe heron nests by the weir, and nobody feeds it.\n",
};
const MEMORIES = [
  { text: "We talked about the keys of the piano", type: "decision", priority: 3 },
  { text: "The signing service was moved to Graz", type: "fact", priority: 2 },
];
const embedderDown = (model: string) => (model.includes("reranker") ? undefined : aiError(5_000, "broken"));
const indexDown = () => new Error("VECTOR_QUERY_ERROR (code = 40000): down");

/** A question for each, so that none finds the vector of its query kept. */
const OUTAGES = [
  ["the embedder", "when are the signing keys rotated", ["embedder_unavailable"], true, false],
  ["the vector index", "rotated signing keys, when", ["vector_index_unavailable"], false, true],
  ["both", "the signing keys are rotated when", ["embedder_unavailable"], true, true],
] as const;

/** Ages, types and votes, which these profiles look at, may move what follows the first. */
const LOOK_AT_MORE = ["lancedb", "code-memory", "dual", "latest"];

describe("a search without meaning", () => {
  let world: World;
  let token: string;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    for (const memory of MEMORIES) await world.client.call("POST", "/v1/memories", { token, body: memory });
    await world.client.sweep();
    await world.client.sweep();
  });
  beforeEach(() => {
    world.ai.failure = undefined;
    world.vectorize.failure = undefined;
  });
  afterAll(() => world.dispose());

  const search = async (profile: string, query: string) => {
    const wish = { limit: 100, asOf: "2026-05-08T00:00:00Z", settings: { "rerank.by": "none" } };
    const { body } = await world.isolate().search(token, query, { profile, ...wish });
    return { ...body, ids: body.hits.map(({ id }: { id: string }) => id) as string[] };
  };

  describe.each(OUTAGES)("for want of %s", (_, query, codes, losesEmbedder, losesIndex) => {
    beforeEach(() => {
      if (losesEmbedder) world.ai.failure = embedderDown;
      if (losesIndex) world.vectorize.failure = indexDown();
    });

    it.each(PROFILES)("finds in %s what words find, what answers first", async (profile) => {
      const words = await search("keyword", query);
      const { outcome, degraded, hits, ids } = await search(profile, query);
      expect(words.ids.length).toBeGreaterThan(3);
      expect([outcome, degraded]).toEqual(["found", profile === "keyword" ? [] : codes]);
      expect(hits[0].path).toBe("runbooks/signing.md");
      for (const { arms } of hits) expect(arms).not.toHaveProperty("vector");
      if (LOOK_AT_MORE.includes(profile)) expect(ids.toSorted()).toEqual(words.ids.toSorted());
      // The least score of a profile of its own is one of its own in an outage, too.
      else expect(ids).toEqual(words.ids.slice(0, profile === "openclaw" ? ids.length : undefined));
    });
  });

  it("finds by meaning again once they are back", async () => {
    for (const profile of ["vector", "dual"]) {
      const { degraded, hits } = await search(profile, "signing keys rotated");
      expect([degraded, hits[0].path]).toEqual([[], "runbooks/signing.md"]);
      expect(hits[0].arms).toHaveProperty("vector");
    }
  });
});
