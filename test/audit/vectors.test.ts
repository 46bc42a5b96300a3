import { beforeEach, describe, expect, it } from "vitest";
import { missingVector, orphanVector } from "../../src/audit/vectors.ts";
import type { VectorIndex } from "../../src/models/ports.ts";
import { auditDatabase, LIVE_IDENTITY } from "./audit-database.ts";

describe("the vectors that an index shows", () => {
  const { place, all, column, write, parts } = auditDatabase();
  let chunks: readonly string[];
  beforeEach(async () => {
    await write(place.workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n" });
    await all("DELETE FROM outbox");
    await all(`UPDATE chunks SET vector_state = 'visible' WHERE workspace = ${place.workspace}`);
    const ids = await column(
      `SELECT id FROM chunks WHERE workspace = ${place.workspace} ORDER BY embed_hash`,
    );
    chunks = ids.map(String);
  });
  const unused = () => Promise.reject(new Error("an audit does not ask this"));
  const index = (more: Partial<VectorIndex>): VectorIndex => ({
    ...{ maxUpsert: 1, maxDelete: 1, maxGet: 2, nearest: unused, visible: unused },
    ...{ upsert: unused, remove: unused, progress: unused },
    ...more,
  });

  it("are looked for by the ids of their generation, as many at once as the index takes", async () => {
    await all(`UPDATE workspaces SET generation = 2 WHERE num = ${place.workspace}`);
    const asked: (readonly string[])[] = [];
    const vectors = index({
      visible: async (ids) => {
        asked.push(ids);
        return ids.slice(0, 1);
      },
    });
    const first = await missingVector.scan(parts({ vectors }), "");
    expect([first.checked, first.found.map(({ id }) => id)]).toEqual([2, [chunks[1]]]);
    const second = await missingVector.scan(parts({ vectors }), first.next ?? "");
    expect(second).toEqual({ checked: 1, found: [], next: undefined });
    expect(asked).toEqual([[`${chunks[0]}.2`, `${chunks[1]}.2`], [`${chunks[2]}.2`]]);
  });

  it("are not missed of chunks that wait, that were sent again meanwhile, or that are gone by now", async () => {
    await all(
      `INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${place.workspace}, '${chunks[0]}', 'upsert', 0)`,
    );
    const vectors = index({
      maxGet: 9,
      visible: async () => {
        await all(`UPDATE chunks SET vector_state = 'embedded' WHERE id = '${chunks[1]}'`);
        await all(
          `INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (1, '${chunks[2]}', 'upsert', 0)`,
        );
        return [];
      },
    });
    expect(await missingVector.scan(parts({ vectors }), "")).toEqual({
      checked: 2,
      found: [],
      next: undefined,
    });
  });

  it("are sent again where they are missed, in their workspace only", async () => {
    await write(place.other, { "d.md": "D.\n" });
    await all("DELETE FROM outbox");
    await all("UPDATE chunks SET vector_state = 'visible'");
    const found = [
      ...chunks.slice(0, 1),
      ...(await column(`SELECT id FROM chunks WHERE workspace = ${place.other}`)),
    ];
    const version = () => column(`SELECT version FROM workspaces WHERE num = ${place.workspace}`);
    const [before] = await version();
    await missingVector.repair(
      parts(),
      found.map((id) => ({ id: String(id), key: String(id) })),
    );
    expect(await all("SELECT chunk, op, state FROM outbox")).toEqual([
      { chunk: chunks[0], op: "upsert", state: "due" },
    ]);
    expect(await column("SELECT count(*) FROM chunks WHERE vector_state = 'embedded'")).toEqual([1]);
    expect(await version()).toEqual([Number(before) + 1]);
  });

  it("that no chunk has are found among neighbours, and deleted, but for those that are about to be", async () => {
    const asked: unknown[] = [];
    await all(
      `INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${place.workspace}, 'leaving', 'delete', 0)`,
    );
    await all(`INSERT INTO embeddings SELECT workspace, '${LIVE_IDENTITY}', embed_hash, unhex('000000803F7F00'), 0
      FROM chunks WHERE id = '${chunks[1]}'`);
    const vectors = index({
      nearest: async (namespace, vector, options) => {
        asked.push([namespace, vector.length, options]);
        return [chunks[0] ?? "", "leaving", "orphan"].map((id) => ({ id, similarity: 1 }));
      },
    });
    const { checked, found } = await orphanVector.scan(parts({ vectors }), "");
    expect([checked, found.map(({ id }) => id)]).toEqual([3, ["orphan"]]);
    expect(asked).toEqual([[`w${place.workspace}g1`, 2, { limit: 100, filter: {} }]]);
    await orphanVector.repair(parts(), found);
    expect(await all("SELECT workspace, chunk, op FROM outbox ORDER BY seq")).toEqual([
      { workspace: place.workspace, chunk: "leaving", op: "delete" },
      { workspace: place.workspace, chunk: "orphan", op: "delete" },
    ]);
  });

  it("are looked for near a text whose vector is kept, else in no direction more than in another", async () => {
    const probes: number[][] = [];
    const vectors = index({
      nearest: async (_, vector) => {
        probes.push([...vector]);
        return [];
      },
    });
    expect(await orphanVector.scan(parts({ vectors }), "")).toMatchObject({ checked: 0, found: [] });
    await all(`INSERT INTO embeddings SELECT workspace, '${LIVE_IDENTITY}', embed_hash, unhex('000000803F007F'), 0
      FROM chunks WHERE id = '${chunks[1]}'`);
    await orphanVector.scan(parts({ vectors }), "");
    const even = Math.fround(1 / Math.sqrt(2));
    expect(probes).toEqual([
      [even, even],
      [0, 1],
    ]);
  });

  it("of a large workspace are looked at in twenty samples, each from a random place on", async () => {
    await all(`UPDATE workspaces SET chunks = 2001 WHERE num = ${place.workspace}`);
    const asked: string[][] = [];
    const vectors = index({
      visible: async (ids) => {
        asked.push([...ids]);
        return ids;
      },
    });
    const scan = (after: string, random: number) =>
      missingVector.scan(parts({ vectors, isFull: false, random: () => random }), after);
    expect(await scan("", 0)).toEqual({ checked: 2, found: [], next: "sample 1" });
    expect(await scan("sample 1", 0.999)).toEqual({ checked: 0, found: [], next: "sample 2" });
    expect((await scan("sample 18", 0)).next).toBe("sample 19");
    expect((await scan("sample 19", 0)).next).toBeUndefined();
    expect(asked).toEqual(Array(3).fill([`${chunks[0]}`, `${chunks[1]}`]));
  });

  it.each([missingVector, orphanVector])(
    "have nothing to be looked at without an index: $name",
    async (check) => {
      expect(await check.scan(parts(), "")).toEqual({ checked: 0, found: [], next: undefined });
    },
  );
});
