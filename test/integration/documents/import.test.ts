import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportVector } from "../../../src/text/exported-vector.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { quantise } from "../../../src/text/quantise.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const IDENTITY = "@cf/baai/bge-base-en-v1.5|cls|768|1";
const TEXT = "The heron nests.\n";

describe("an import request", () => {
  let world: World;
  let token: string;
  let document: Record<string, unknown>;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    const hash = await shortHash(TEXT);
    document = { type: "document", root: "notes", path: "a.md", hash, mtime: 1, text: TEXT };
  });
  afterAll(() => world.dispose());

  const send = (records: readonly unknown[], more = {}, as = token) =>
    world.client.call("POST", "/v1/import", {
      token: as,
      body: { identity: IDENTITY, records, ...more },
    });
  const count = async (table: string) =>
    (await world.database.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

  it.each<readonly [string, Record<string, unknown>]>([
    ["a path that leaves its root", { path: "../a.md" }],
    ["an absolute path", { path: "/a.md" }],
    ["a root that is none", { root: "../notes" }],
    ["an unknown kind of record", { type: "memory" }],
    ["an unknown field", { vector: "AAAA" }],
    ["a hash that is none", { hash: "stale" }],
  ])("is refused whole for %s", async (_title, wrong) => {
    const { status, body } = await send([document, { ...document, ...wrong }]);
    expect([status, body.error?.code]).toEqual([400, "invalid_input"]);
    expect(await count("documents")).toBe(0);
  });

  it("names a document whose text is not its hash's, and takes the others", async () => {
    const forged = { ...document, path: "b.md", text: "Another.\n" };
    const { body } = await send([document, forged]);
    expect(body).toMatchObject({
      written: 1,
      failed: [{ root: "notes", path: "b.md", code: "hash_mismatch" }],
    });
    expect((await send([document])).body).toMatchObject({ written: 0, unchanged: 1 });
  });

  it("writes again what an older chunker cut", async () => {
    await send([document]);
    await world.database.prepare("UPDATE documents SET chunker = chunker - 1").run();
    expect((await send([document])).body).toMatchObject({ written: 1, unchanged: 0 });
    expect((await send([document])).body).toMatchObject({ written: 0, unchanged: 1 });
  });

  it("replaces another content only when told to merge", async () => {
    const text = "Eels pass.\n";
    const other = { ...document, text, hash: await shortHash(text) };
    expect((await send([other])).body).toMatchObject({ written: 0, failed: [{ code: "conflict" }] });
    expect((await send([other], { merge: true })).body).toMatchObject({ written: 1, failed: [] });
    expect((await send([document], { merge: true })).body).toMatchObject({ written: 1 });
  });

  it("keeps vectors of this model only, and never one without direction", async () => {
    const vector = exportVector(quantise(new Float32Array(768).fill(0.1)) ?? "");
    const embedding = { type: "embedding", hash: "a".repeat(32), vector };
    const before = await count("embeddings");
    expect((await send([embedding], { identity: "another|cls|768|1" })).body).toMatchObject({
      vectors: 0,
      otherVectors: 1,
    });
    const zero = Buffer.concat([Buffer.from([0, 0, 128, 63]), Buffer.alloc(768)]).toString("base64");
    const short = exportVector(quantise(Float32Array.of(1, 2, 3)) ?? "");
    for (const wrong of [zero, short, "AAAAAAAA"])
      expect((await send([{ ...embedding, vector: wrong }])).status).toBe(400);
    expect(await count("embeddings")).toBe(before);
    expect((await send([embedding])).body).toMatchObject({ vectors: 1, otherVectors: 0 });
  });

  it("carries no more than an upload does, and says how much that is", async () => {
    const many = Array.from({ length: 201 }, (_, at) => ({ ...document, path: `n${at}.md` }));
    const { status, body } = await send(many);
    expect([status, body.error.code, body.error.details.maxBatchFiles]).toEqual([413, "too_large", 200]);
  });

  it("is for admins, as an export is", async () => {
    const writer = (
      await world.client.call("POST", "/v1/tokens", { token, body: { scope: "write", name: "w" } })
    ).body.token as string;
    expect((await send([document], {}, writer)).status).toBe(403);
    expect((await world.client.call("GET", "/v1/export", { token: writer })).status).toBe(403);
    for (const cursor of ["nonsense", "document {", "document {}"]) {
      const query = new URLSearchParams({ cursor });
      const { status } = await world.client.call("GET", `/v1/export?${query}`, { token });
      expect([cursor, status]).toEqual([cursor, 400]);
    }
  });
});
