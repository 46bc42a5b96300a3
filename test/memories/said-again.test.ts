import { describe, expect, it } from "vitest";
import { RememberRequest } from "../../src/memories/contract/memories.ts";
import type { MemoryRunning } from "../../src/memories/memory-document.ts";
import { remember } from "../../src/memories/remember.ts";
import { memoryDatabase, NOW_MS } from "./memory-database.ts";

const WITHOUT_MODEL: MemoryRunning = { knowsMeaning: () => false, batch: { memories: 6, alone: 2 } };
const LATER_MS = NOW_MS + 1_000;

describe("a text", () => {
  const { context, rows } = memoryDatabase();
  const say = async (text: string, more: object = {}, nowMs = NOW_MS) =>
    remember(await context({ nowMs }), WITHOUT_MODEL, RememberRequest.parse({ text, ...more }));

  it("under a hash of an older rule stays, and what says it again is linked to it", async () => {
    const old = (await say("Herons nest by the weir.")).memory;
    await rows("UPDATE documents SET normal_hash = 'of an older rule' WHERE workspace = ?1");
    const next = await say("Herons nest by the weir", {}, LATER_MS);
    expect([next.action, next.mayContradict.map(({ id }) => id)]).toEqual(["created", [old.id]]);
    expect((await say("Herons nest by the weir.", {}, LATER_MS)).mergedInto).toBe(next.memory.id);
  });

  it.each([
    ["The key is bookId", "The key is bookid"],
    ["The link carries 10 Mbps", "The link carries 10 MBps"],
    ["Never deploy\nFriday is for tests", "Never deploy Friday is for tests"],
    ["We always call save!", "We always call save"],
  ])("as %j is another than %j, and linked to it", async (a, b) => {
    const first = (await say(a)).memory;
    const second = await say(b);
    expect([second.action, second.mayContradict.map(({ id }) => id)]).toEqual(["created", [first.id]]);
  });
});
