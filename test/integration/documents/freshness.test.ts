import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortHash } from "../../../src/text/hash.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const TEXT = "# Heron\n\nIt fishes in the river.\n";

describe("what is answered", () => {
  let world: SimulatedWorld;
  let token: string;
  let fresh: { readonly indexedAt: string; readonly documentHash: string };

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    await world.client.upload(token, { "a.md": "# Heron\n\nAn older text.\n" });
    world.clock.advance(3_600_000);
    await world.client.upload(token, { "a.md": TEXT });
    fresh = { indexedAt: new Date(world.clock.now()).toISOString(), documentHash: await shortHash(TEXT) };
    world.clock.advance(1_000);
  });
  afterAll(() => world.dispose());

  const get = async (path: string) => (await world.client.call("GET", path, { token })).body;

  it.each(["snippet", "full"])(
    "carries in view %s when the document was indexed, and its hash",
    async (view) => {
      const { hits } = (await world.client.search(token, "heron", { view })).body;
      expect(hits).toMatchObject([{ path: "a.md", ...fresh }]);
    },
  );

  it("carries them for a document, some of its lines, a listing and a chunk", async () => {
    const { indexedAt, documentHash: hash } = fresh;
    expect(await get("/v1/documents/a.md")).toMatchObject({ indexedAt, hash, text: TEXT });
    expect(await get("/v1/documents/a.md?lines=1-1")).toMatchObject({ indexedAt, hash });
    expect((await get("/v1/documents")).documents).toMatchObject([{ indexedAt, hash }]);
    const [hit] = (await world.client.search(token, "heron")).body.hits;
    expect(await get(`/v1/chunks/${hit.id}`)).toMatchObject(fresh);
  });

  it("says what state of the index it is of, and what that lacks", async () => {
    const { index } = (await world.client.search(token, "heron")).body;
    expect(index).toMatchObject({
      version: expect.any(Number),
      indexedAt: fresh.indexedAt,
      pendingChunks: 1,
      pendingSkipped: 0,
      failedDocuments: 0,
      embedder: expect.stringMatching(/./),
      reranker: expect.stringMatching(/./),
    });
  });
});
