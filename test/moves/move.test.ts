import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentOf, type MoveWorld, moveWorld } from "./move-world.ts";

describe("a workspace that moves", () => {
  let here: MoveWorld;
  beforeAll(async () => {
    here = await moveWorld();
  });
  afterAll(() => here.dispose());

  it("is in the other database what it was here, is read all the while, and leaves nothing behind", async () => {
    const { world, arrived, token, workspace, db, there, advance, phase, clock } = here;
    const { client } = world;
    await client.upload(token, { "a.md": "# Kiln\n\nThe kiln of Anna Bergström needs 1240 degrees.", "b.md": "Otters sleep." });
    await client.call("POST", "/v1/memories", { token, body: { text: "Herons nest in the old oak." } });
    await client.sweep();
    await here.start();
    while ((await phase()) === "copy") await advance();
    await client.upload(token, { "b.md": "Otters sleep by the weir.", "c.md": "Anna Bergström sings." });
    await client.call("DELETE", "/v1/roots/notes/documents", { token, body: { paths: ["a.md"] } });
    while ((await phase()) === "catch_up") {
      expect((await client.search(token, "otters")).body.hits[0].path).toBe("b.md");
      await advance();
    }
    expect(await phase()).toBe("verify");
    expect(await contentOf(there, workspace)).toEqual(await contentOf(db, workspace));
    const refused = await client.upload(token, { "d.md": "Too late." });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await arrived.client.search(token, "otters")).body.hits[0].path).toBe("b.md");
    while ((await phase()) === "verify") await advance();
    expect(await phase()).toBe("empty");
    for (let slice = 0; slice < 20; slice++) await advance();
    clock.advance(3_600_000);
    await advance();
    expect(await phase()).toBeUndefined();
    const left = await db.all({ sql: "SELECT name FROM sqlite_master WHERE name LIKE 'moving%' OR name LIKE 'chunks_fts%'", names: [] });
    expect(left).toEqual([]);
    expect(await db.all({ sql: "SELECT * FROM outbox", names: [] })).toEqual([]);
  });
});
