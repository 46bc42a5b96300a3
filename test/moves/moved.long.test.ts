import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/database/statement.ts";
import { contentOf, type MoveWorld, moveWorld } from "./move-world.ts";

describe("a workspace that moves", () => {
  let here: MoveWorld;
  beforeAll(async () => {
    here = await moveWorld();
  });
  afterAll(() => here.dispose());

  it("is in the other database what it was here, is read all the while, and leaves nothing behind", async () => {
    const { world, arrived, db, there, clock } = here;
    const { client } = world;
    const { token, workspace, start, advance, phase, whilePhase } = await here.mover("moved");
    await client.upload(token, { "a.md": "# Kiln\n\nThe kiln of Anna Bergström.", "b.md": "Otters sleep." });
    await client.call("POST", "/v1/memories", { token, body: { text: "Herons nest in the old oak." } });
    await client.sweep();
    await start();
    await whilePhase("copy");
    await client.upload(token, { "b.md": "Otters sleep by the weir.", "c.md": "Anna Bergström sings." });
    await client.sweep();
    const meanwhile = async () => {
      expect((await client.search(token, "otters")).body.hits[0].path).toBe("b.md");
    };
    await whilePhase("catch_up", { meanwhile });
    expect(await contentOf(there, workspace)).toEqual(await contentOf(db, workspace));
    const refused = await client.upload(token, { "d.md": "Too late." });
    expect([refused.status, refused.body.error.code]).not.toEqual([200, undefined]);
    expect((await arrived.client.search(token, "otters")).body.hits[0].path).toBe("b.md");
    await whilePhase("verify");
    for (let slice = 0; slice < 10; slice++) expect(await advance()).toBeUndefined();
    clock.advance(3_600_000);
    await whilePhase("empty");
    expect(await phase()).toBeUndefined();
    const left = await db.all(
      statement(`SELECT name FROM sqlite_master WHERE name LIKE 'moving%' OR name LIKE 'chunks_fts%'
        UNION ALL SELECT chunk FROM outbox`),
    );
    expect(left).toEqual([]);
  });

  it("stays where it was left, too, while the audit of what has arrived finds something, and says what", async () => {
    const { world, places, clock } = here;
    const { token, start, advance, phase, whilePhase } = await here.mover("audited");
    await world.client.upload(token, { "a.md": "Otters sleep." });
    await world.client.sweep();
    await start();
    await whilePhase("copy");
    await whilePhase("catch_up");
    const finds = async () => ({ found: ["a chunk without a document"], next: undefined });
    expect(await advance(places, finds)).toContain("a chunk without a document");
    expect(await advance()).toContain("a chunk without a document");
    expect(await phase()).toBe("verify");
    clock.advance(3_600_000);
    expect(await advance()).toBeUndefined();
    await whilePhase("verify");
    expect(await phase()).toBe("empty");
  });
});
