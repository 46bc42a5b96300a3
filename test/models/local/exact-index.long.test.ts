import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../../../src/database/session.ts";
import { type ExactVectorStore, exactIndex, nearestFew } from "../../../src/models/local/exact-index.ts";
import { createMeter, type VectorEntry, type VectorIndex } from "../../../src/models/ports.ts";
import { createExactVectorStore } from "../../../src/vectors/sql/exact-vector-store.ts";
import { type IndexUnderTest, vectorIndexContract } from "../../contracts/vector-index.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { exactDatabase, IDENTITY } from "../../support/worlds/exact-database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const DIMENSIONS = 768;
const axis = (at: number): Float32Array =>
  Float32Array.from({ length: DIMENSIONS }, (_, index) => (index === at % DIMENSIONS ? 1 : 0));
const entry = (id: string, at: number, path = `${id}.md`): VectorEntry => ({
  id,
  values: axis(at),
  metadata: { root: "notes", path, kind: "file", language: "markdown" },
});
const ANYWHERE = { limit: 10, filter: {} };

let test: TestDatabase;
beforeAll(async () => {
  test = await openQuickDatabase();
});
afterAll(() => test.dispose());

const store = () =>
  createExactVectorStore(() => openSession(test.database, { from: "primary", meter: createMeter() }));

/** An index that counts what it reads. */
function counting(maxBytes?: number) {
  const reads = { vectors: 0, chunks: 0 };
  const real = store();
  const counted: ExactVectorStore = {
    ...real,
    async vectors(query) {
      reads.vectors += query.hashes.length;
      return real.vectors(query);
    },
    async chunks(query) {
      reads.chunks += 1;
      return real.chunks(query);
    },
  };
  let ids = 0;
  const index = exactIndex({
    store: counted,
    now: Date.now,
    newId: () => `m${++ids}`,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  return { index, reads };
}

/** The index over an empty database, whose rows are written before it is told, as the sweep writes them. */
function overDatabase(maxBytes?: number): IndexUnderTest {
  const rows = exactDatabase(test.database);
  const { index } = counting(maxBytes);
  const emptied = (async () => {
    for (const table of ["chunks", "documents", "embeddings", "workspaces"])
      await test.database.prepare(`DELETE FROM ${table}`).run();
    for (const namespace of ["w1g1", "w2g1"]) await rows.workspace(namespace);
  })();
  const written: VectorIndex = {
    ...index,
    async upsert(namespace, entries) {
      await emptied;
      await rows.put(namespace, entries);
      return index.upsert(namespace, entries);
    },
    async remove(ids) {
      await rows.remove(ids);
      return index.remove(ids);
    },
  };
  return { index: written, settle: async () => undefined };
}

describe("the exact index", () => vectorIndexContract(() => overDatabase(), it));
describe("the exact index without room", () => vectorIndexContract(() => overDatabase(0), it));

describe("what the exact index keeps", () => {
  const rows = () => exactDatabase(test.database);

  it("stands while the version stands, then grows by what is new and loses what is gone", async () => {
    await rows().workspace("w10g1");
    await rows().put("w10g1", [entry("k1", 1), entry("k2", 2)]);
    const { index, reads } = counting();
    const nearest = async () => (await index.nearest("w10g1", axis(1), ANYWHERE)).map(({ id }) => id);
    expect(await nearest()).toEqual(["k1", "k2"]);
    expect(await nearest()).toEqual(["k1", "k2"]);
    expect(reads).toEqual({ vectors: 2, chunks: 1 });
    await rows().put("w10g1", [entry("k3", 1)]);
    expect(await nearest()).toEqual(["k1", "k3", "k2"]);
    expect(reads).toEqual({ vectors: 3, chunks: 2 });
    await rows().remove(["k1"]);
    expect(await nearest()).toEqual(["k3", "k2"]);
    expect(reads).toEqual({ vectors: 3, chunks: 3 });
  });

  it("goes on where a load that was cut off had ended", async () => {
    await rows().workspace("w16g1");
    const entries = Array.from({ length: 1_200 }, (_, at) => entry(`o${at}`, at));
    await rows().put("w16g1", entries);
    const real = store();
    let pages = 0;
    let asked = 0;
    const index = exactIndex({
      store: {
        ...real,
        async vectors(query) {
          pages += 1;
          if (pages === 2) throw new Error("cut off");
          asked += query.hashes.length;
          return real.vectors(query);
        },
      },
      now: Date.now,
      newId: () => "m",
    });
    await expect(index.nearest("w16g1", axis(5), ANYWHERE)).rejects.toThrow("cut off");
    const found = await index.nearest("w16g1", axis(5), { limit: 2, filter: {} });
    expect(found.map(({ id }) => id)).toEqual(["o5", "o773"]);
    expect(asked).toBe(1_200);
  });

  it("forgets the vectors of what is gone once they are the most", async () => {
    await rows().workspace("w17g1");
    const entries = Array.from({ length: 1_100 }, (_, at) => entry(`p${at}`, at));
    await rows().put("w17g1", entries);
    const { index, reads } = counting();
    await index.nearest("w17g1", axis(5), ANYWHERE);
    const keepFirst = async (count: number) => {
      await rows().remove(entries.slice(count).map(({ id }) => id));
      await rows().put("w17g1", []);
    };
    await keepFirst(60);
    expect(await index.nearest("w17g1", axis(0), ANYWHERE)).toHaveLength(10);
    expect(reads.vectors).toBe(1_100);
    await keepFirst(1);
    expect(await index.nearest("w17g1", axis(0), ANYWHERE)).toHaveLength(1);
    expect(reads.vectors).toBe(1_101);
  });

  it("asks once for a vector that is not there", async () => {
    await rows().workspace("w18g1");
    await rows().put("w18g1", [entry("q1", 1), entry("q2", 2)]);
    await test.database.prepare("DELETE FROM embeddings WHERE workspace = 18 AND hash LIKE 'q2-%'").run();
    const { index, reads } = counting();
    const found = await index.nearest("w18g1", axis(1), ANYWHERE);
    expect([found.length, await index.nearest("w18g1", axis(1), ANYWHERE)]).toEqual([1, found]);
    expect(reads.vectors).toBe(2);
  });

  it("is of the live generation and its identity only", async () => {
    await rows().workspace("w11g1");
    await rows().put("w11g1", [entry("l1", 1)]);
    const { index } = counting();
    expect(await index.nearest("w11g2", axis(1), ANYWHERE)).toEqual([]);
    expect(await index.nearest("w11g1", axis(1), ANYWHERE)).toHaveLength(1);
    await rows().workspace("w11g2", "other|server|768|0");
    expect(await index.nearest("w11g1", axis(1), ANYWHERE)).toEqual([]);
    // Nothing has a vector of the new identity, and none of the old one is compared.
    expect(await index.nearest("w11g2", axis(1), ANYWHERE)).toEqual([]);
    await rows().workspace("w11g2", IDENTITY);
    expect(await index.nearest("w11g2", axis(1), ANYWHERE)).toHaveLength(1);
  });

  it("shows a vector of the next generation once D1 has it in that one's identity", async () => {
    await rows().workspace("w15g1");
    const id = "n".repeat(32);
    await rows().put("w15g1", [entry(id, 1)]);
    const { index } = counting();
    const visible = () => index.visible([id, `${id}.2`, `${id}.3`]);
    expect(await visible()).toEqual([id]);
    await test.database
      .prepare(
        `INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
         VALUES (15, 2, 'next|server|768|0', 'building', 0, 0)`,
      )
      .run();
    expect(await visible()).toEqual([id]);
    await test.database
      .prepare(
        `INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
         SELECT workspace, 'next|server|768|0', hash, vector, 0 FROM embeddings WHERE workspace = 15`,
      )
      .run();
    expect(await visible()).toEqual([id, `${id}.2`]);
  });

  it("answers the same with room for all, for some and for none", async () => {
    await rows().workspace("w12g1");
    const entries = Array.from({ length: 1_600 }, (_, at) => entry(`m${String(at).padStart(4, "0")}`, at));
    for (let at = 0; at < entries.length; at += 500) await rows().put("w12g1", entries.slice(at, at + 500));
    const query = Float32Array.from(axis(7), (value, at) => (at === 9 ? 0.5 : value));
    const answers = [];
    const read: number[] = [];
    for (const maxBytes of [100_000_000, 1, 0]) {
      const { index, reads } = counting(maxBytes);
      await index.nearest("w12g1", query, ANYWHERE);
      answers.push(await index.nearest("w12g1", query, { limit: 8, filter: { pathPrefix: "m" } }));
      read.push(reads.vectors);
    }
    // A page of a thousand is kept where there is room for one.
    expect(read).toEqual([1_600, 1_000 + 2 * 600, 2 * 1_600]);
    expect(answers[0]).toHaveLength(8);
    expect(answers[0]?.slice(0, 3).map(({ id }) => id)).toEqual(["m0007", "m0775", "m1543"]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("gives way to the workspace that is asked, the one not asked for longest first", async () => {
    for (const namespace of ["w13g1", "w14g1"]) {
      await rows().workspace(namespace);
      await rows().put(namespace, [entry(`${namespace}-a`, 1)]);
    }
    const { index, reads } = counting(1);
    for (const namespace of ["w13g1", "w14g1", "w14g1", "w13g1"])
      expect(await index.nearest(namespace, axis(1), ANYWHERE)).toHaveLength(1);
    expect(reads.vectors).toBe(3);

    await rows().workspace("w19g1");
    await rows().put("w19g1", [entry("w19g1-a", 1)]);
    const two = counting(2 * DIMENSIONS);
    for (const namespace of ["w13g1", "w14g1", "w13g1", "w19g1", "w13g1"])
      await two.index.nearest(namespace, axis(1), ANYWHERE);
    expect(two.reads.vectors).toBe(3);
    await two.index.nearest("w14g1", axis(1), ANYWHERE);
    expect(two.reads.vectors).toBe(4);
  });
});

describe("the best few", () => {
  it("are those of a full sort, ties by id", () => {
    const matches = Array.from({ length: 500 }, (_, at) => ({
      id: `c${(at * 37) % 500}`,
      similarity: ((at * 7_919) % 40) / 40,
    }));
    const few = nearestFew(25);
    for (const { id, similarity } of matches) few.offer(id, similarity);
    const sorted = matches.toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
    expect(few.best()).toEqual(sorted.slice(0, 25));
  });
});
