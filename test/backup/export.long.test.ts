import { describe, expect, it } from "vitest";
import { readOrigins, readVectors } from "../../src/backup/backup-store.ts";
import { type ExportAnswer, ExportRecord, ImportRequest } from "../../src/backup/contract.ts";
import { exportWorkspace } from "../../src/backup/export.ts";
import { importRecords } from "../../src/backup/import.ts";
import { entityStep, observationStep, supersededStep, voteStep } from "../../src/backup/records.ts";
import type { Session } from "../../src/database/session.ts";
import { readEntities } from "../../src/graph/sql/graph-backup.ts";
import { listEntities } from "../../src/graph/sql/graph-reads.ts";
import { memoryDatabase, memoryId, NOW_MS } from "../memories/memory-database.ts";
import { saidInText } from "../support/said-in-text.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";

const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const ORIGIN = "0".repeat(31);
const many = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

describe("an export", () => {
  const { here, addWorkspace, context, create, vote, chunkOf, rows } = memoryDatabase();
  const run = (sql: string) => here.database.prepare(sql.replaceAll(":w", String(here.workspace))).run();
  const page = async (
    vectors: boolean,
    cursor?: string,
    session: Session = here.db,
  ): Promise<ExportAnswer> => {
    const own = await context();
    const query = { vectors, ...(cursor !== undefined && { cursor }) };
    return exportWorkspace(
      { ...own, session: { toPrimary: () => session } } as unknown as typeof own,
      "paid",
      query,
    );
  };
  const whole = async (vectors: boolean) => {
    const pages = [await page(vectors)];
    for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor)
      pages.push(await page(vectors, next));
    return {
      records: pages.flatMap(({ records }) => records),
      damaged: pages.flatMap((one) => one.damaged),
      pages,
    };
  };
  const keepVector = (digit: string, identity = LIVE_IDENTITY) =>
    run(`INSERT INTO embeddings SELECT workspace, '${identity}', embed_hash, unhex('000000803F7F00'), 0
      FROM chunks WHERE workspace = :w AND text = '${digit}.'`);

  it.each([
    [true, ["memoryTypes", "switchedOff", "root", "embedding", "entity", "memory", "vote"]],
    [false, ["memoryTypes", "switchedOff", "root", "entity", "memory", "vote"]],
  ])(
    "holds what belongs to the workspace in the order of an import; its vectors where asked for: %s",
    async (vectors, types) => {
      await create("a", "a.", { lastObserved: 9, firstObserved: 5 });
      await keepVector("a");
      await vote("a", 1);
      await run(
        `UPDATE workspaces SET settings = '{"memoryTypes":["recipe"],"recallLog":"off"}' WHERE num = :w`,
      );
      await run(`INSERT INTO root_origins VALUES (:w, 'notes', '${ORIGIN}', 1)`);
      await run(
        "INSERT INTO entities (workspace, slug, name, type, state) VALUES (:w, 'ana', 'Ana', 'person', 1)",
      );
      const { records, pages } = await whole(vectors);
      expect(records.map(({ type }) => type)).toEqual(types);
      expect(records.find(({ type }) => type === "memory")).toMatchObject({
        firstObserved: 5,
        lastObserved: 9,
      });
      expect(pages[0]?.header).toMatchObject({ withVectors: vectors, identity: LIVE_IDENTITY });
      for (const record of records)
        ExportRecord.parse({ ...record, ...(record.type === "root" && { origin: "0".repeat(32) }) });
    },
  );

  it("names what cannot be given back, and of own types nothing where there are none", async () => {
    await create("a", "a.");
    await create("b", "b.");
    await run(`UPDATE documents SET hash = 'lost' WHERE workspace = :w AND path = '${memoryId("a")}'`);
    const { records, damaged } = await whole(false);
    expect(records.map((record) => [record.type, "id" in record && record.id[0]])).toEqual([["memory", "b"]]);
    expect(damaged).toEqual([{ root: "memories", path: memoryId("a") }]);
  });

  it("is refused when the workspace changes while a page is read", async () => {
    const batch: Session["batch"] = async (statements) => {
      await run("UPDATE workspaces SET version = version + 1 WHERE num = :w");
      return here.db.batch(statements);
    };
    const { orm } = here.db;
    await expect(page(false, "document ", { ...here.db, orm, batch })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("has the vectors of more chunks than one step reads", async () => {
    await create("a", "a.");
    await run(`${many(501)} INSERT INTO chunks (id, workspace, document, ordinal, start_line, end_line, headings, text,
        text_hash, embed_hash, sent_hash, tokens)
      SELECT 'c' || i, :w, (SELECT num FROM documents WHERE workspace = :w), i, 1, 1, '[]', 'x', 'h', printf('h%04d', i), 'h', 1
      FROM n`);
    await run(`${many(501)} INSERT INTO embeddings
      SELECT :w, '${LIVE_IDENTITY}', printf('h%04d', i), unhex('000000803F7F00'), 0 FROM n`);
    const { records } = await whole(true);
    expect(records.filter(({ type }) => type === "embedding")).toHaveLength(501);
  });

  it("has the vectors of its own identity that a chunk has, by their hashes, and its own machines", async () => {
    for (const digit of "abc") await create(digit, `${digit}.`);
    for (const digit of "ab") await keepVector(digit);
    await keepVector("c", "other|cls|2|1");
    await run(`INSERT INTO embeddings VALUES (:w, '${LIVE_IDENTITY}', 'of no chunk', x'01', 0)`);
    const [one, other] = (
      await rows<{ hash: string }>(
        "SELECT embed_hash AS hash FROM chunks WHERE workspace = ?1 AND text <> 'c.' ORDER BY 1",
      )
    ).map(({ hash }) => hash);
    const hashes = async (after: string, limit: number) =>
      (await readVectors(here.db, { workspace: here.workspace, after, limit })).map(({ hash }) => hash);
    expect([await hashes("", 9), await hashes("", 1), await hashes(one ?? "", 9)]).toEqual([
      ...[[one, other], [one]],
      [other],
    ]);
    const there = await addWorkspace();
    await run(
      `INSERT INTO root_origins VALUES (:w, 'b', 'x', 1), (:w, 'a', 'z', 1), (:w, 'a', 'y', 1), (${there}, 'c', 'x', 1)`,
    );
    const origins = await readOrigins(here.db, here.workspace);
    expect(origins.map(({ root, origin }) => root + origin)).toEqual(["ay", "az", "bx"]);
  });

  const steps = {
    superseded: [
      100,
      supersededStep,
      `past_memories (workspace, id, state, left_at, text, type, importance, priority,
        confidence, times_observed, first_observed, last_observed, tags, entities, metadata)
      SELECT :w, printf('%032d', i), 'superseded', 1, 't', 'fact', 1, 1, 1, 1, 0, 0, '[]', '[]', '{}' FROM n`,
    ],
    older: [
      100,
      observationStep,
      `memory_observations (workspace, memory, text, type, confidence, at)
      SELECT :w, printf('%032d', i), 't', 'fact', 1, i FROM n`,
    ],
    entities: [
      500,
      entityStep,
      `entities (workspace, slug, name, type, state)
      SELECT :w, printf('e%05d', i), 'E', 'person', 1 FROM n`,
    ],
  } as const;
  it.each(Object.entries(steps))(
    "goes on after a step that was full, and ends with one that was not: %s",
    async (_, step) => {
      const [size, read, insert] = step;
      await run(`${many(size)} INSERT INTO ${insert}`);
      const place = { session: here.db, workspace: here.workspace };
      const first = await read(place, "");
      const second = await read(place, first.next ?? "nothing");
      expect([first.records.length, second.records.length, second.next]).toEqual([size, 0, undefined]);
      const table = insert.split(" ")[0];
      const key = table === "entities" ? "slug" : "rowid";
      await run(
        `DELETE FROM ${table} WHERE ${key} = (SELECT max(${key}) FROM ${table} WHERE workspace = :w)`,
      );
      expect((await read(place, "")).next).toBeUndefined();
    },
  );

  it("of votes goes on after a full step too, tells up from down, and refuses a place that is none", async () => {
    await create("a", "a.");
    const chunk = await chunkOf("a");
    await run(`${many(500)} INSERT INTO feedback (workspace, recall, hit, token, value, at, chunk, root, path)
      SELECT :w, 'r', 'h', printf('t%04d', i), iif(i = 1, -1, 1), i, '${chunk}', 'memories', '${memoryId("a")}' FROM n`);
    const place = { session: here.db, workspace: here.workspace };
    const { records, next } = await voteStep(place, "");
    expect([records.length, records[0]?.value, records[1]?.value, next]).toEqual([
      500,
      "down",
      "up",
      "r h t0500",
    ]);
    expect(await voteStep(place, next ?? "")).toEqual({ records: [], next: undefined });
    await run("DELETE FROM feedback WHERE workspace = :w AND token = 't0500'");
    expect((await voteStep(place, "")).next).toBeUndefined();
    await expect(voteStep(place, "r h")).rejects.toMatchObject({ code: "invalid_input" });
  });

  const send = async (records: readonly object[], identity = LIVE_IDENTITY) =>
    importRecords(await context(), "paid", ImportRequest.parse({ identity, records: [...records] }));
  const vector = (hash: string, text: string) => ({ type: "embedding", hash: hash.repeat(32), vector: text });
  /** Scale 1 and two levels. */
  const VECTOR = Buffer.from([0, 0, 128, 63, 127, 0]).toString("base64");

  it("gives an import its vectors where the model is the same, none of them where one is none", async () => {
    const kept = () => rows("SELECT hash FROM embeddings WHERE workspace = ?1");
    expect(await send([vector("a", VECTOR)], "other|cls|2|1")).toMatchObject({ vectors: 0, otherVectors: 1 });
    await expect(send([vector("a", VECTOR), vector("b", "AAAAAAAAAAAAAAAA")])).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await kept()).toEqual([]);
    expect(await send([vector("a", VECTOR)])).toMatchObject({ vectors: 1, otherVectors: 0 });
    expect(await kept()).toEqual([{ hash: "a".repeat(32) }]);
  });

  it("gives an import no machine that pushes to the root of memories", async () => {
    const origin = "0123456789abcdef0123456789abcdef";
    await send(["notes", "memories"].map((root) => ({ type: "root", root, origin, joinedAt: 1 })));
    expect(await rows("SELECT root, origin FROM root_origins WHERE workspace = ?1")).toEqual([
      { root: "notes", origin },
    ]);
  });

  const ana = { type: "entity", slug: "ana", name: "Ana", entityType: "person", hidden: false };
  const NONE = { aliases: [], observations: [], relations: [] };
  const entities = () => readEntities(here.db, { workspace: here.workspace, after: "", limit: 9 });

  it("gives an import entities without secrets, the hidden ones hidden, with the parts of all their names", async () => {
    await send([
      {
        ...{ ...ana, ...NONE, aliases: ["Mari Velasco", SECRET] },
        observations: [
          { text: `Late: ${SECRET}`, at: 2 },
          { text: "Early.", at: 1 },
        ],
      },
      { ...ana, ...NONE, slug: "ben", name: `Ben ${SECRET}`, hidden: true },
    ]);
    const [first, second] = await entities();
    expect([first?.hidden, second?.hidden, first?.aliases]).toEqual([false, true, ["Mari Velasco"]]);
    expect(first?.observations.map(({ at }) => at)).toEqual([1, 2]);
    expect(JSON.stringify(await entities())).not.toContain(SECRET);
    const parts = await rows<{ name: string }>(
      "SELECT name FROM entity_names WHERE workspace = ?1 AND kind = 'part'",
    );
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(["mari", "velasco"]));
  });

  it("gives an import aliases: what texts name so is counted for the entity, what was made by hand stays", async () => {
    await create("a", "a.", { entities: ["Captain"] });
    await run(
      "INSERT INTO entities (workspace, slug, name, type, state) VALUES (:w, 'skipper', 'Skipper', 'person', 1)",
    );
    const version = () => rows("SELECT version FROM workspaces WHERE num = ?1");
    const before = await version();
    const relations = [
      { to: "ana", type: "knows" },
      { to: "ben", type: "knows" },
    ];
    await send([{ ...ana, ...NONE, aliases: ["Captain", "Skipper"], relations }]);
    expect(await version()).not.toEqual(before);
    const page = { workspace: here.workspace, prefix: "", type: undefined, after: "", limit: 9 };
    expect((await listEntities(here.db, page)).map(({ slug, mentions }) => [slug, mentions])).toEqual([
      ["ana", 1],
      ["ben", 0],
      ["skipper", 0],
    ]);
    for (const sql of saidInText(["ana", "said", "ben"], "c.workspace = :w")) await run(sql);
    expect((await entities()).find(({ slug }) => slug === "ana")?.relations).toEqual([
      { to: "ben", type: "knows" },
    ]);
  });

  it("gives an import votes as they were given, their notes without secrets", async () => {
    await create("a", "a.");
    const one = {
      ...{
        type: "vote",
        recallId: "0".repeat(36),
        hit: "a".repeat(32),
        root: "memories",
        path: memoryId("a"),
      },
      ...{ at: NOW_MS, embedHash: null },
    };
    await send([
      { ...one, token: "t1", value: "up", note: `See ${SECRET}` },
      { ...one, token: "t2", value: "down", note: null },
    ]);
    const votes = await rows<{ note: string | null }>(
      "SELECT value, note FROM feedback WHERE workspace = ?1 ORDER BY token",
    );
    expect(votes).toMatchObject([{ value: 1 }, { value: -1, note: null }]);
    expect(votes[0]?.note).not.toContain(SECRET);
  });

  it.each([
    ["more than 1,000 records", Array.from({ length: 1_001 }, () => vector("a", VECTOR))],
    ["a vector longer than any model's", [vector("a", "A".repeat(5_601))]],
    ["a vote with a note longer than redaction makes one", [{ type: "vote", note: "x".repeat(100_000) }]],
  ])("is no import with %s", (_, records) => {
    expect(ImportRequest.safeParse({ identity: "i", records }).success).toBe(false);
  });
});
