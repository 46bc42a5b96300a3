import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHUNKER_VERSION } from "../../../src/config.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const TEXT = "# Keys\n\nRotated monthly.\n\n## Old keys\n\nValid for a week.\r\n\nUnless they leak.";

describe("cutting documents anew", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, {
      "keys.md": TEXT,
      "empty.md": "",
      "cars.md": "# Cars\n\nInspected.\n",
    });
    await world.client.upload(token, { "other.md": "Elsewhere.\n" }, "second");
    for (let at = 0; at < 2; at++) await world.client.sweep();
  });
  afterEach(() => world.dispose());

  const all = async <Row>(sql: string) => (await world.database.prepare(sql).all()).results as Row[];
  const run = (sql: string) => world.database.prepare(sql).run();
  const hourly = () => world.client.hourly();
  const textOf = async (path: string) =>
    (await world.client.call("GET", `/v1/documents/${path}`, { token })).body.text;
  const chunks = () =>
    all("SELECT id, document, ordinal, start_line, end_line, text, vector_state FROM chunks ORDER BY id");

  it("gives the same chunks from the stored text, embeds nothing again, and keeps what a citation names", async () => {
    const before = await chunks();
    const embedded = world.ai.embedded.length;
    await run("UPDATE documents SET chunker = 0");
    await hourly();
    await world.client.sweep();
    expect(await chunks()).toEqual(before);
    expect(world.ai.embedded.length).toBe(embedded);
    expect(await all("SELECT DISTINCT chunker FROM documents")).toEqual([{ chunker: CHUNKER_VERSION }]);
    expect(await all("SELECT * FROM rechunks")).toEqual([]);
    expect([await textOf("keys.md"), await textOf("empty.md")]).toEqual([TEXT, ""]);
  });

  it("replaces the chunks of another cut, in slices that a crash leaves complete", async () => {
    // As an older chunker might have cut it: all in one piece, under another heading.
    await run("UPDATE documents SET chunker = 0 WHERE path = 'keys.md'");
    await run(
      "DELETE FROM chunks WHERE ordinal > 0 AND document = (SELECT num FROM documents WHERE path = 'keys.md')",
    );
    await world.database
      .prepare(
        "UPDATE chunks SET text = ?, end_line = 9, headings = '[]' WHERE document = (SELECT num FROM documents WHERE path = 'keys.md')",
      )
      .bind(TEXT)
      .run();
    await run("UPDATE documents SET chunk_count = 1 WHERE path = 'keys.md'");
    await run("UPDATE workspaces SET chunks = (SELECT sum(chunk_count) FROM documents)");
    await hourly();
    await world.client.sweep();
    await world.client.sweep();
    expect(await textOf("keys.md")).toBe(TEXT);
    const { body } = await world.isolate().search(token, "valid week", { profile: "vector" });
    expect(body.hits[0]).toMatchObject({ path: "keys.md", headings: ["Keys", "Old keys"] });
    expect(body.index.pendingChunks).toBe(0);
    const [totals] = await all<{ chunks: number }>("SELECT chunks FROM workspaces");
    expect(totals?.chunks).toBe((await chunks()).length);
  });

  it("leaves a document whose text is not there any more to the next push", async () => {
    await run("UPDATE documents SET chunker = 0");
    await run("UPDATE chunks SET text = 'something else' WHERE text LIKE '%Inspected%'");
    await hourly();
    await world.client.sweep();
    expect(await all(`SELECT path, chunker FROM documents WHERE chunker <> ${CHUNKER_VERSION}`)).toEqual([
      { path: "cars.md", chunker: -CHUNKER_VERSION },
    ]);
    const again = (await world.client.upload(token, { "cars.md": "# Cars\n\nInspected.\n" })).body;
    expect(again.indexed).toBe(1);
  });

  it("never brings back what was deleted meanwhile", async () => {
    await run("UPDATE documents SET chunker = 0");
    await world.client.call("DELETE", "/v1/roots/notes", { token });
    await hourly();
    for (let at = 0; at < 3; at++) await world.client.sweep();
    expect(await all("SELECT path FROM documents")).toEqual([{ path: "other.md" }]);
  });
});
