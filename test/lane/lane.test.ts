import { beforeEach, describe, expect, it } from "vitest";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { writeDocuments } from "../../src/documents/sql/document-writes.ts";
import { LaneParameters } from "../../src/lane/contract.ts";
import { readLane } from "../../src/lane/lane.ts";
import { keepSearch } from "../../src/search/sql/search-writes.ts";
import { shortHash } from "../../src/text/hash.ts";
import { idsFrom } from "../../src/text/time-ordered-id.ts";
import { memoryDatabase, memoryId, NOW_MS } from "../memories/memory-database.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const OFTEN = LaneParameters.parse({ limit: 100 });

describe("the lane", () => {
  const { here, addWorkspace, context, create, chunkOf, rows } = memoryDatabase();
  let eel = "";
  const ids: Record<string, string> = {};

  const push = async (path: string, text: string) => {
    const { workspace, db } = here;
    const document = { path, text, hash: await shortHash(text), mtime: 1 };
    const documents = [await prepareDocument(document, { workspace, root: "notes" })];
    await writeDocuments(db, { workspace, root: "notes", identity: LIVE_IDENTITY, nowMs: NOW_MS, documents });
    const [row] = await rows<{ id: string }>(`SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document
      WHERE d.workspace = ?1 AND d.path = '${path}' ORDER BY c.ordinal`);
    return row?.id ?? "";
  };
  beforeEach(async () => {
    eel = await push("eel.md", "# Eel\n\nEels pass the weir.\n");
  });

  const file = { root: "notes", path: "eel.md" };
  const memory = (digit: string) => ({ root: "memories", path: memoryId(digit) });
  const hit = async (digit: string) => ({ chunk: await chunkOf(digit), ...memory(digit) });
  /** Logs the search of a time and answers its id. */
  const log = async (
    at: number,
    hits: readonly object[],
    {
      n = 0,
      into = here.workspace,
      ...more
    }: { n?: number; into?: number; token?: string; session?: string } = {},
  ): Promise<string> => {
    const id = `${idsFrom(at)}-7000-8000-${String(n).padStart(12, "0")}`;
    const row = {
      ...{ id, at, token: "t1", session: null, query: "eels", queryHash: null, profile: "edge" },
      ...{ settingsHash: null, filters: null, outcome: "found", degraded: "[]", cached: 0 as const },
      ...{ totalMs: 1, tokens: 1 },
      hits: JSON.stringify(hits.map((one, place) => ({ score: 1 - place / 10, ...one }))),
      ...more,
    };
    await keepSearch(here.db, { workspace: into, nowMs: NOW_MS, recalls: [row] });
    ids[id] = `recall ${n}`;
    return id;
  };
  const lane = async (wish: object = {}, scope = "admin", token = "t1") =>
    readLane(await context({ claims: { id: token, scope } } as never), {
      ...OFTEN,
      ...wish,
    } as LaneParameters);
  const brief = async (wish: object = {}, scope = "admin", token = "t1") =>
    (await lane(wish, scope, token)).events.map(({ event, path }) => [event, path]);
  const recalled = ["recalled", "eel.md"];
  const remembered = (digit: string) => ["remembered", memoryId(digit)];

  it("goes back thirty days by itself, and by day to the instant where it is told to", async () => {
    const month = NOW_MS - 30 * DAY_MS;
    await log(month, [{ chunk: eel, ...file }], { n: 1 });
    await log(month - 1, [{ chunk: eel, ...file }], { n: 2 });
    await create("a", "In time.", { lastObserved: month });
    await create("b", "Too old.", { lastObserved: month - 1 });
    expect(await brief()).toEqual([recalled, remembered("a")]);
    const before = new Date(month).toISOString();
    expect(await brief({ after: "31d", before })).toEqual([recalled, remembered("b")]);
    expect(await brief({ after: before })).toEqual([recalled, remembered("a")]);
  });

  it("has of equal times what was recalled first, and of a search its first five hits, best first", async () => {
    await create("a", "Herons eat frogs.", { lastObserved: NOW_MS });
    await log(NOW_MS, Array(6).fill({ chunk: eel, ...file }));
    const { events } = await lane();
    expect(events.map(({ event, recall }) => [event, recall?.rank])).toEqual([
      ...[1, 2, 3, 4, 5].map((rank) => ["recalled", rank]),
      ["remembered", undefined],
    ]);
    expect(events.map(({ recall }) => recall?.score).slice(0, 3)).toEqual([1, 0.9, 0.8]);
  });

  it("looks at the newest two thousand searches", async () => {
    const hits = JSON.stringify([{ chunk: eel, ...file, score: 1 }]);
    await rows(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
      INSERT INTO recalls (workspace, id, at, token, profile, hits, outcome, degraded, cached, total_ms, tokens)
      SELECT ?1, '${idsFrom(NOW_MS - 1)}-7000-8000-' || printf('%012d', i), ${NOW_MS - 1}, 't1', 'edge', '${hits}',
        'found', '[]', 0, 1, 1 FROM n`);
    expect((await lane()).types).toEqual([{ name: "file", recalled: 2_000, remembered: 0 }]);
  });

  it("tells of each event what its document and its search were", async () => {
    const tags = ["birds", "weir"];
    const said = { type: "decision", tags, session: "s1", supersedes: memoryId("9"), timesObserved: 3 };
    await create("a", "x".repeat(301), { ...said, lastObserved: NOW_MS - 1 });
    await rows("UPDATE documents SET quality = 0.75 WHERE workspace = ?1 AND kind = 'memory'");
    await create("b", "x".repeat(300), { tags: [], lastObserved: NOW_MS - 2 });
    const id = await log(NOW_MS, [await hit("a"), { chunk: eel, ...file }, await hit("b")], {
      session: "s2",
    });
    const { events } = await lane();
    const at = new Date(NOW_MS).toISOString();
    const recall = { recallId: id, query: "eels", vote: null };
    const a = {
      ...{ kind: "memory", ...memory("a"), title: null, type: "decision", tags, cut: true },
      ...{ text: "x".repeat(300), timesObserved: 3, quality: 0.75, supersedes: memoryId("9") },
    };
    const b = {
      ...{ kind: "memory", ...memory("b"), title: null, type: "fact", tags: [], cut: false },
      ...{ text: "x".repeat(300), timesObserved: 1, quality: 0.5, supersedes: null },
    };
    expect(events).toEqual(
      [
        {
          ...{ event: "recalled", at, session: "s2", ...a },
          recall: {
            ...recall,
            rank: 1,
            score: 1,
            chunk: await chunkOf("a"),
            citation: `${memoryId("a")}#L1`,
          },
        },
        {
          ...{
            event: "recalled",
            at,
            session: "s2",
            kind: "file",
            ...file,
            title: "Eel",
            type: null,
            tags: [],
          },
          ...{
            text: "# Eel\n\nEels pass the weir.",
            cut: false,
            timesObserved: null,
            quality: null,
            supersedes: null,
          },
          recall: { ...recall, rank: 2, score: 0.9, chunk: eel, citation: "eel.md#L1-L3" },
        },
        {
          ...{ event: "recalled", at, session: "s2", ...b },
          recall: {
            ...recall,
            rank: 3,
            score: 0.8,
            chunk: await chunkOf("b"),
            citation: `${memoryId("b")}#L1`,
          },
        },
        { event: "remembered", at: new Date(NOW_MS - 1).toISOString(), session: "s1", ...a, recall: null },
        { event: "remembered", at: new Date(NOW_MS - 2).toISOString(), session: null, ...b, recall: null },
      ].map((event) => expect.objectContaining(event)),
    );
  });

  it("shows who asks their own vote on that hit of that search in this workspace", async () => {
    const there = await addWorkspace();
    const found = await log(NOW_MS, [{ chunk: eel, ...file }]);
    const vote = (value: number, more: { token?: string; recall?: string; hit?: string; into?: number }) => {
      const { token = "t1", recall = found, hit: chunk = eel, into = here.workspace } = more;
      return rows(`INSERT OR REPLACE INTO feedback (workspace, recall, hit, token, value, at, chunk, root, path)
        VALUES (${into}, '${recall}', '${chunk}', '${token}', ${value}, ?1, '${chunk}', 'notes', 'eel.md')`);
    };
    const shown = async () => (await lane()).events.map(({ recall }) => recall?.vote);
    await vote(1, { token: "t2" });
    await vote(1, { recall: "another" });
    await vote(1, { hit: "f".repeat(32) });
    await vote(1, { into: there });
    expect(await shown()).toEqual([null]);
    await vote(-1, {});
    expect(await shown()).toEqual(["down"]);
    await vote(1, {});
    expect(await shown()).toEqual(["up"]);
  });

  it("is of everybody's searches for who may administer, of their own for others, and of this workspace", async () => {
    const there = await addWorkspace();
    await log(NOW_MS - 1, [{ chunk: eel, ...file }], { n: 1 });
    await log(NOW_MS - 2, [{ chunk: eel, ...file }], { n: 2, token: "t2" });
    await log(NOW_MS - 3, [{ chunk: eel, ...file }], { n: 3, into: there });
    await create("a", "Elsewhere.", { into: there, lastObserved: NOW_MS });
    const seen = async (scope: string, token = "t1") => {
      const { events, of, types } = await lane({}, scope, token);
      expect(types).toEqual(
        events.length === 0 ? [] : [{ name: "file", recalled: events.length, remembered: 0 }],
      );
      return [of, ...events.map(({ recall }) => ids[recall?.recallId ?? ""])];
    };
    expect(await seen("admin")).toEqual(["workspace", "recall 1", "recall 2"]);
    expect(await seen("write")).toEqual(["token", "recall 1"]);
    expect(await seen("read", "t2")).toEqual(["token", "recall 2"]);
    expect(await seen("read", "t3")).toEqual(["token"]);
  });

  it("is filtered by what a document is, and by the session that asked or remembered", async () => {
    await create("a", "Herons eat frogs.", {
      type: "decision",
      tags: ["t"],
      session: "s1",
      lastObserved: NOW_MS - 5,
    });
    await create("b", "Storks too.", { session: "s2", lastObserved: NOW_MS - 6 });
    const both = [await hit("a"), { chunk: eel, ...file }];
    await log(NOW_MS - 1, both, { n: 1, session: "s1" });
    await log(NOW_MS - 2, both, { n: 2, session: "s2" });
    const a = ["recalled", memoryId("a")];
    expect(await brief({ kind: "file" })).toEqual([recalled, recalled]);
    expect((await lane({ kind: "file" })).types).toEqual([{ name: "file", recalled: 2, remembered: 0 }]);
    expect(await brief({ kind: "memory" })).toEqual([a, a, remembered("a"), remembered("b")]);
    for (const wish of [{ type: "decision" }, { tag: "t" }])
      expect(await brief(wish)).toEqual([a, a, remembered("a")]);
    expect(await brief({ session: "s1" })).toEqual([a, recalled, remembered("a")]);
  });

  it("counts all its events by UTC day and by type on the first page alone", async () => {
    const midnight = Date.UTC(2025, 9, 9);
    await create("a", "One.", { type: "lesson", lastObserved: midnight });
    await create("b", "Two.", { type: "lesson", lastObserved: midnight - 1 });
    await create("c", "Three.", { type: "decision", lastObserved: midnight - HOUR_MS });
    await log(midnight - HOUR_MS, [{ chunk: eel, ...file }]);
    const first = await lane({ limit: 1 });
    expect(first.days).toEqual([
      { day: "2025-10-08", recalled: 1, remembered: 2 },
      { day: "2025-10-09", recalled: 0, remembered: 1 },
    ]);
    expect(first.types).toEqual([
      { name: "lesson", recalled: 0, remembered: 2 },
      { name: "decision", recalled: 0, remembered: 1 },
      { name: "file", recalled: 1, remembered: 0 },
    ]);
    const next = await lane({ limit: 1, cursor: first.nextCursor });
    expect([next.days, next.types]).toEqual([[], []]);
  });

  it("goes on behind what each page showed of both lists, and ends with the last event", async () => {
    for (const [at, digit] of ["a", "b"].entries())
      await create(digit, `Fact ${digit}.`, { lastObserved: NOW_MS - at });
    await log(
      NOW_MS - 1,
      [
        { chunk: eel, ...file },
        { chunk: eel, ...file },
      ],
      { n: 1 },
    );
    await log(NOW_MS - 2, [{ chunk: eel, ...file }], { n: 2 });
    await log(NOW_MS - 3, [{ chunk: eel, ...file }], { n: 3 });
    const whole = (await lane({ limit: 6 })).events;
    expect([whole.length, (await lane({ limit: 6 })).nextCursor]).toEqual([6, null]);
    for (const limit of [1, 2, 5]) {
      const paged = [];
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const page = await lane({ limit, ...(cursor !== undefined && { cursor }) });
        expect(page.events.length).toBeLessThanOrEqual(limit);
        paged.push(...page.events);
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole);
    }
  });

  it("refuses a cursor that no page answered", async () => {
    for (const cursor of ['["a"]', '["a",1.5]', "[null,null,1]", '[null,null,"1","a"]', "[]", "{", "null"])
      await expect(lane({ cursor }), cursor).rejects.toMatchObject({ code: "invalid_input" });
  });
});

it.each<[object, boolean]>([
  [{}, true],
  [{ limit: "100" }, true],
  [{ limit: "101" }, false],
  [{ limit: "0" }, false],
  [{ cursor: "x".repeat(400) }, true],
  [{ cursor: "x".repeat(401) }, false],
  [{ kind: "folder" }, false],
  [{ query: "x" }, false],
])("the lane takes %j: %s", (parameters, isTaken) => {
  expect(LaneParameters.safeParse(parameters).success).toBe(isTaken);
});

it("has thirty events a page unless told otherwise", () => {
  expect(LaneParameters.parse({})).toEqual({ limit: 30 });
});
