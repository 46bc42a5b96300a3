import { describe, expect, it } from "vitest";
import { mergeDuplicates } from "../../src/memories/duplicates/duplicates.ts";
import { updateQuality } from "../../src/memories/sql/memory-votes.ts";
import type { VectorIndex } from "../../src/models/ports.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";
import { memoryVectors } from "./memory-vectors.ts";

const HALF_LIFE_MS = 180 * 86_400_000;

describe("memories whose embeddings are alike", () => {
  const { here, addWorkspace, create, read, find, named, chunkOf, rows } = memoryDatabase();
  const { embed: embedAs, index, wait } = memoryVectors(here);
  const embed: typeof embedAs = (digit, vector, more) => embedAs(digit, vector, { unseen: false, ...more });
  const compare = (vectors: VectorIndex | undefined, { maxUnseen = 9 } = {}) =>
    mergeDuplicates(
      { db: here.db, vectorsFor: () => vectors, now: () => NOW_MS },
      { workspace: here.workspace, limit: 9, maxUnseen },
    );
  const waiting = () => rows("SELECT path FROM documents WHERE workspace = ?1 AND compared = 0");

  it("become one where they are of one type, nearer than .9, whether the index shows them or not", async () => {
    const texts = [
      ["a", "The doctor drives on Mondays."],
      ["b", "on Mondays the doctor drives"],
    ] as const;
    for (const [digit, text] of texts) await create(digit, text, { firstObserved: digit === "a" ? 1 : 2 });
    await embed("a", [1, 0], { unseen: true });
    await embed("b", [1, 0.1]);
    await wait("b");
    expect(await compare(index(), { maxUnseen: 0 })).toEqual({ compared: 1, merged: 0 });
    expect(await waiting()).toEqual([]);
    await wait("b");
    expect(await compare(index())).toEqual({ compared: 1, merged: 1 });
    expect(await named("b")).toMatchObject({ id: memoryId("a"), timesObserved: 2 });
    // It took the later wording: what is compared before that has its vector does not meet it.
    expect(await compare(index())).toEqual({ compared: 1, merged: 0 });
    expect(await compare(index())).toBeUndefined();
  });

  it.each([
    ["of another type", { type: "decision" }, [1, 0]],
    ["as far as .9", {}, [0.9, Math.sqrt(1 - 0.81)]],
  ])("stay two where one is %s", async (_, more, vector) => {
    await create("a", "The doctor drives on Mondays.", more);
    await create("b", "on Mondays the doctor drives");
    const chunk = await embed("a", vector);
    await embed("b", [1, 0]);
    await wait("b");
    expect(await compare(index(chunk))).toEqual({ compared: 1, merged: 0 });
    expect(await waiting()).toEqual([]);
    expect([await find("a"), await find("b")]).toMatchObject([{ timesObserved: 1 }, { timesObserved: 1 }]);
  });

  it("are not compared with those of another workspace, and wait for nothing without an index", async () => {
    const there = await addWorkspace();
    await create("a", "The doctor drives on Mondays.", { into: there });
    await create("b", "on Mondays the doctor drives");
    const chunk = await embed("a", [1, 0], { into: there, unseen: true });
    await embed("b", [1, 0]);
    await wait("b");
    expect(await compare(index(chunk))).toEqual({ compared: 1, merged: 0 });
    await wait("b");
    expect(await compare(undefined)).toEqual({ compared: 1, merged: 0 });
    expect([await waiting(), (await read("b")).isCompared]).toEqual([[], true]);
  });

  it("are looked at once they have their embedding, not before", async () => {
    await create("b", "on Mondays the doctor drives");
    await wait("b");
    await here.database
      .prepare("UPDATE chunks SET vector_state = 'pending' WHERE id = ?")
      .bind(await chunkOf("b"))
      .run();
    expect(await compare(index())).toBeUndefined();
    expect(await waiting()).toHaveLength(1);
  });
});

describe("the quality of memories", () => {
  const { here, create, vote, rows } = memoryDatabase();
  const quality = async () =>
    (
      await rows<{ quality: number | null }>(
        "SELECT quality FROM documents WHERE workspace = ?1 ORDER BY path",
      )
    ).map((row) => row.quality);
  const version = async () =>
    (await rows<{ version: number }>("SELECT version FROM workspaces WHERE num = ?1"))[0]?.version;

  it("follows their votes as these fade, raises the version where it changed, and goes with them", async () => {
    await create("a", "A red boat.");
    await create("b", "An oar.");
    await create("c", "A mast.");
    await vote("a", 1);
    await vote("a", 1, { token: "t2" });
    await vote("b", -1);
    const before = (await version()) ?? 0;
    // At once: the daily run finds nothing to do.
    expect(await quality()).toEqual([0.75, 1 / 3, null]);
    expect([await updateQuality(here.db, NOW_MS), await version()]).toEqual([0, before]);
    expect(await updateQuality(here.db, NOW_MS + HALF_LIFE_MS)).toBe(2);
    expect([await quality(), await version()]).toEqual([[2 / 3, 0.4, null], before + 1]);
    await here.database.prepare("DELETE FROM feedback WHERE workspace = ?").bind(here.workspace).run();
    expect(await updateQuality(here.db, NOW_MS)).toBe(2);
    expect(await quality()).toEqual([null, null, null]);
  });
});
