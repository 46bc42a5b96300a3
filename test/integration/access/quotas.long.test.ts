import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { createClient, ORIGIN, type TestClient, testEnv } from "../../support/client.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

describe("quotas of a workspace", () => {
  let world: World;
  let client: TestClient;
  let owner: string;
  let slug = "";
  let token: string;
  let made = 0;

  beforeAll(async () => {
    world = await createWorld();
    client = world.client;
    owner = await client.owner();
  });
  afterAll(() => world.dispose());
  beforeEach(async () => {
    slug = `w${++made}`;
    token = await client.workspace(slug);
  });

  const limit = (quotas: object, of = slug) =>
    client.call("PATCH", `/v1/workspaces/${of}/quotas`, { token: owner, body: quotas });
  const remember = (text: string, as = token) =>
    client.call("POST", "/v1/memories", { token: as, body: { text, type: "fact" } });
  const outcome = ({
    status,
    body,
  }: {
    status: number;
    body: { error?: { code: string; details?: unknown } };
  }) => (status === 200 ? "ok" : { status, code: body.error?.code, details: body.error?.details });
  const held = async () => {
    const { body } = await client.call("GET", "/v1/status", { token });
    return { documents: body.documents, bytes: body.bytes, quotas: body.quotas };
  };
  const refused = (quota: string, used: number, allowed: number, adding: number) => ({
    ...{ status: 429, code: "quota_exceeded" },
    details: { quota, used, allowed, adding },
  });

  it("are the deployment's until the owner sets others, and shown by status", async () => {
    const usual = { bytes: 1_000_000_000, documents: 200_000, memories: 100_000, tokens: 1_000 };
    const used = { bytes: 0, documents: 0, memories: 0, tokens: 1 };
    const all = { modelCalls: 0, used: { ...used, modelCalls: 0 } };
    expect((await held()).quotas).toEqual(
      Object.entries(usual).map(([quota, allowed]) => ({
        ...{ quota, allowed },
        used: used[quota as keyof typeof used],
      })),
    );
    expect((await limit({ bytes: 0, documents: 5 })).body).toEqual({
      ...{ workspace: slug, ...usual, ...all, bytes: 0, documents: 5 },
    });
    expect((await held()).quotas.map(({ quota }: { quota: string }) => quota)).toEqual([
      "documents",
      "memories",
      "tokens",
    ]);
    const own = { workspace: slug, ...usual, ...all, bytes: 0, documents: 5, tokens: 7 };
    expect((await limit({ tokens: 7 })).body).toEqual(own);
    expect((await limit({})).body).toEqual(own);
    const none = { bytes: null, documents: null, tokens: null };
    expect((await limit(none)).body).toEqual({ workspace: slug, ...usual, ...all });
  });

  it("are set by the owner alone, for a workspace that is there", async () => {
    const byAdmin = await client.call("PATCH", `/v1/workspaces/${slug}/quotas`, {
      token,
      body: { bytes: 0 },
    });
    expect([byAdmin.status, (await limit({}, "nowhere")).status]).toEqual([403, 404]);
    for (const wrong of [{ bytes: -1 }, { documents: 1.5 }, { chunks: 3 }])
      expect((await limit(wrong)).status).toBe(400);
  });

  it("let an owner mint a token where the workspace's own are used up", async () => {
    await limit({ tokens: 1 });
    const mint = (as: string) =>
      client.call("POST", "/v1/tokens", { token: as, body: { scope: "admin", workspace: slug } });
    expect(outcome(await mint(token))).toEqual(refused("tokens", 1, 1, 1));
    expect(outcome(await mint(owner))).toBe("ok");
  });

  it("let documents in up to the last one, and none of an upload that goes beyond", async () => {
    await limit({ documents: 3 });
    expect(outcome(await client.upload(token, { "a.md": "One.\n", "b.md": "Two.\n" }))).toBe("ok");
    const more = { "a.md": "One, again.\n", "c.md": "Three.\n", "d.md": "Four.\n" };
    expect(outcome(await client.upload(token, more))).toEqual(refused("documents", 2, 3, 2));
    expect((await held()).documents).toBe(2);
    expect((await client.search(token, "again")).body.hits).toEqual([]);
    expect(outcome(await client.upload(token, { "c.md": "Three.\n" }))).toBe("ok");
    expect(outcome(await client.upload(token, { "c.md": "Three times as long.\n" }))).toBe("ok");
  });

  it("let text in up to the last byte; a shorter text and deletions always go", async () => {
    await limit({ bytes: 100 });
    const text = (bytes: number) => `${"a".repeat(bytes - 1)}\n`;
    expect(outcome(await client.upload(token, { "a.md": text(60), "b.md": text(40) }))).toBe("ok");
    expect(outcome(await client.upload(token, { "b.md": text(41) }))).toEqual(refused("bytes", 100, 100, 1));
    await limit({ bytes: 10 });
    expect(outcome(await client.upload(token, { "b.md": text(39) }))).toBe("ok");
    expect(outcome(await client.upload(token, { "b.md": text(40) }))).toEqual(refused("bytes", 99, 10, 1));
    const paths = { origin: ORIGIN, paths: ["a.md"] };
    await client.call("POST", "/v1/roots/notes/manifest", { token, body: { origin: ORIGIN, files: [] } });
    expect((await client.call("DELETE", "/v1/documents/b.md?root=notes", { token })).status).toBe(200);
    expect((await client.call("POST", "/v1/roots/notes/prune", { token, body: paths })).status).toBe(200);
    expect(await held()).toMatchObject({ documents: 0, bytes: 0 });
  });

  it("refuse a push before its first file is sent", async () => {
    await limit({ bytes: 1_000 });
    const files = Array.from({ length: 3 }, (_, at) => [`${at}.md`, `${at}`.repeat(32), 400, 1]);
    const manifest = await client.call("POST", "/v1/roots/notes/manifest", {
      ...{ token, body: { origin: ORIGIN, files } },
    });
    expect(outcome(manifest)).toEqual(refused("bytes", 0, 1_000, 1_200));
    expect((await held()).documents).toBe(0);
  });

  it("hold for those who write at the same moment", async () => {
    await limit({ documents: 3 });
    const uploads = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        client.upload(token, { [`${at}.md`]: `Number ${at}.\n` }, `r${at}`),
      ),
    );
    expect(uploads.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429]);
    await limit({ documents: null, memories: 1 });
    const writes = ["herons", "otters", "swans", "newts"].map((animal) =>
      remember(`We saw ${animal} today.`),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 429, 429, 429]);
    expect((await held()).documents).toBe(4);
  });

  it("count memories; saying one again, replacing and forgetting go when there are as many as may be", async () => {
    await limit({ memories: 2 });
    const first = await remember("The weir was built in 1911.");
    expect(outcome(first)).toBe("ok");
    expect(outcome(await remember("Deploys happen on Tuesdays."))).toBe("ok");
    expect(outcome(await remember("The office has four rooms."))).toEqual(refused("memories", 2, 2, 1));
    expect(outcome(await remember("The weir was built in 1911."))).toBe("ok");
    const { id } = first.body.memory ?? first.body;
    const replacing = { text: "The weir was built in 1912.", type: "fact", supersedes: id };
    expect(outcome(await client.call("POST", "/v1/memories", { token, body: replacing }))).toBe("ok");
    const list = (await client.call("GET", "/v1/memories", { token })).body.memories;
    expect(list).toHaveLength(2);
    expect((await client.call("DELETE", `/v1/memories/${list[0].id}`, { token })).status).toBe(200);
    expect(outcome(await remember("The office has four rooms."))).toBe("ok");
  });

  it("count tokens that have not ended", async () => {
    await limit({ tokens: 3 });
    const mint = () => client.call("POST", "/v1/tokens", { token, body: { scope: "read" } });
    const minted = await mint();
    const both = await Promise.all([mint(), mint()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    expect(outcome(await mint())).toEqual(refused("tokens", 3, 3, 1));
    await client.call("DELETE", `/v1/tokens/${minted.body.id}`, { token });
    expect(outcome(await mint())).toBe("ok");
  });

  it("are each workspace's own", async () => {
    const other = await client.workspace(`${slug}-other`);
    await limit({ documents: 1 });
    expect(outcome(await client.upload(other, { "a.md": "One.\n", "b.md": "Two.\n" }))).toBe("ok");
    expect(outcome(await client.upload(token, { "a.md": "One.\n" }))).toBe("ok");
  });

  it("are none on one's own machine, but those that are set", async () => {
    const here = createClient(local as never, testEnv(world.database));
    const own = await here.workspace(`${slug}-own`);
    expect((await here.call("GET", "/v1/status", { token: own })).body.quotas).toBeUndefined();
    const set = createClient(local as never, testEnv(world.database, { MAX_DOCUMENTS: "1" }));
    const files = { "a.md": "One.\n", "b.md": "Two.\n" };
    expect(outcome(await set.upload(own, files))).toEqual(refused("documents", 0, 1, 2));
    expect(outcome(await here.upload(own, files))).toBe("ok");
  });
});
