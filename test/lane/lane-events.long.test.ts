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

const ALL = LaneParameters.parse({ limit: 100 });

describe("events of the lane", () => {
  const { here, context, create, chunkOf, rows } = memoryDatabase();
  const chunks: Record<string, string> = {};

  const push = async (path: string, text: string, root = "notes") => {
    const { workspace, db } = here;
    const document = { path, text, hash: await shortHash(text), mtime: 1 };
    const documents = [await prepareDocument(document, { workspace, root })];
    await writeDocuments(db, { workspace, root, identity: LIVE_IDENTITY, nowMs: NOW_MS, documents });
    const [row] = await rows<{ id: string }>(`SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document
      WHERE d.workspace = ?1 AND d.root = '${root}' AND d.path = '${path}' ORDER BY c.ordinal`);
    chunks[path] = row?.id ?? "";
  };
  beforeEach(async () => {
    await push("eel.md", "# Eel\n\nEels pass the weir.\n");
    await push("owl.md", "# Owl\n\nOwls hunt at night.\n");
  });

  const file = (path: string, more: object = {}) => ({ chunk: chunks[path], root: "notes", path, ...more });
  const memory = async (digit: string) => ({
    ...{ chunk: await chunkOf(digit), root: "memories", path: memoryId(digit) },
  });
  const log = async (at: number, hits: readonly object[], n = 0, more: object = {}) => {
    const row = {
      ...{ id: `${idsFrom(at)}-7000-8000-${String(n).padStart(12, "0")}`, at, token: "t1", session: null },
      ...{ query: "eels", queryHash: null, profile: "edge", settingsHash: null, filters: null },
      ...{ outcome: "found", degraded: "[]", cached: 0 as const, totalMs: 1, tokens: 1 },
      hits: JSON.stringify(hits.map((one, place) => ({ score: 1 - place / 10, ...one }))),
      ...more,
    };
    await keepSearch(here.db, { workspace: here.workspace, nowMs: NOW_MS, recalls: [row] });
  };
  const lane = async (wish: object = {}) =>
    readLane(await context({ claims: { id: "t1", scope: "admin" } } as never), {
      ...ALL,
      ...wish,
    } as LaneParameters);
  const paths = async (wish: object = {}) => (await lane(wish)).events.map(({ path }) => path);

  it("are of passages that are still there, under the name that was found", async () => {
    await push("eel.md", "# Eel\n\nElsewhere.\n", "docs");
    await log(NOW_MS, [
      ...[file("eel.md", { chunk: chunks["owl.md"] }), file("eel.md", { chunk: "0".repeat(32) })],
      ...[{ ...file("owl.md"), path: "gone.md" }, { ...file("owl.md"), root: "docs" }, file("owl.md")],
    ]);
    const { events, types, days } = await lane();
    expect(events.map(({ path, recall }) => [path, recall?.rank])).toEqual([["owl.md", 5]]);
    expect(types).toEqual([{ name: "file", recalled: 1, remembered: 0 }]);
    expect(days).toEqual([{ day: "2025-10-09", recalled: 1, remembered: 0 }]);
  });

  it("are counted for the first five hits of a search", async () => {
    await log(NOW_MS, Array(7).fill(file("owl.md")));
    expect((await lane()).types).toEqual([{ name: "file", recalled: 5, remembered: 0 }]);
  });

  it("of one time come by search, the newest id first, then by rank", async () => {
    await log(NOW_MS, [file("eel.md"), file("owl.md")], 1);
    await log(NOW_MS, [file("owl.md"), file("eel.md")], 2);
    await log(NOW_MS - 1, [file("eel.md")], 3);
    expect((await lane()).events.map(({ path, recall }) => `${path} ${recall?.rank}`)).toEqual([
      ...["owl.md 1", "eel.md 2", "eel.md 1", "owl.md 2", "eel.md 1"],
    ]);
  });

  it("show the beginning of a text by characters, not by halves of them", async () => {
    await create("a", `${"x".repeat(299)}🦉`, { lastObserved: NOW_MS - 1 });
    await create("b", `${"x".repeat(299)}🦉y`, { lastObserved: NOW_MS - 2 });
    await log(NOW_MS, [await memory("a"), await memory("b")]);
    const { events } = await lane();
    expect(events.map(({ event, text, cut }) => [event, [...text].length, cut])).toEqual([
      ["recalled", 300, false],
      ["recalled", 300, true],
      ["remembered", 300, false],
      ["remembered", 300, true],
    ]);
  });

  it("are counted by type over both lists, the most frequent first, then by name", async () => {
    await create("a", "One.", { type: "lesson", lastObserved: NOW_MS - 1 });
    await create("b", "Two.", { type: "decision", lastObserved: NOW_MS - 1 });
    await create("c", "Three.", { type: "gap", lastObserved: NOW_MS - 1 });
    await log(NOW_MS, [await memory("a"), await memory("a"), file("owl.md"), await memory("b")]);
    expect((await lane()).types).toEqual([
      { name: "lesson", recalled: 2, remembered: 1 },
      { name: "decision", recalled: 1, remembered: 1 },
      { name: "file", recalled: 1, remembered: 0 },
      { name: "gap", recalled: 0, remembered: 1 },
    ]);
  });

  it("of memories alone have no counts of files, and of files none of memories", async () => {
    await create("a", "One.", { lastObserved: NOW_MS });
    await log(NOW_MS, [file("owl.md"), await memory("a")]);
    const counts = async (kind: string) => {
      const { types, days } = await lane({ kind });
      return [types, days.map(({ recalled, remembered }) => [recalled, remembered])];
    };
    expect(await counts("memory")).toEqual([[{ name: "fact", recalled: 1, remembered: 1 }], [[1, 1]]]);
    expect(await counts("file")).toEqual([[{ name: "file", recalled: 1, remembered: 0 }], [[1, 0]]]);
  });

  it("go on behind a page that showed one of both lists alone", async () => {
    await create("a", "One.", { lastObserved: NOW_MS });
    await create("b", "Two.", { lastObserved: NOW_MS - 1 });
    await log(NOW_MS - 2, [file("owl.md"), file("eel.md")]);
    const first = await lane({ limit: 1 });
    expect(JSON.parse(first.nextCursor ?? "")).toEqual([null, null, NOW_MS, memoryId("a")]);
    const second = await lane({ limit: 2, cursor: first.nextCursor });
    expect(second.events.map(({ path }) => path)).toEqual([memoryId("b"), "owl.md"]);
    expect(JSON.parse(second.nextCursor ?? "")).toEqual([
      ...[`${idsFrom(NOW_MS - 2)}-7000-8000-${"0".repeat(12)}`, 0, NOW_MS - 1, memoryId("b")],
    ]);
    const third = await lane({ limit: 2, cursor: second.nextCursor });
    expect([third.events.map(({ path }) => path), third.nextCursor]).toEqual([["eel.md"], null]);
  });

  it("are before an instant, which is not among them, of both lists", async () => {
    await create("a", "One.", { lastObserved: NOW_MS });
    await create("b", "Two.", { lastObserved: NOW_MS - 1 });
    await log(NOW_MS, [file("owl.md")], 1);
    await log(NOW_MS - 1, [file("eel.md")], 2);
    const before = new Date(NOW_MS).toISOString();
    expect(await paths({ before })).toEqual(["eel.md", memoryId("b")]);
    expect((await lane({ before })).types.map(({ name }) => name)).toEqual(["fact", "file"]);
    expect(await paths()).toEqual(["owl.md", memoryId("a"), "eel.md", memoryId("b")]);
  });

  it("are of one memory alone where it is named, recalled and remembered", async () => {
    await create("a", "One.", { lastObserved: NOW_MS });
    await create("b", "Two.", { lastObserved: NOW_MS });
    await log(NOW_MS, [file("owl.md"), await memory("b"), await memory("a")], 1);
    await log(NOW_MS, [await memory("b")], 2);
    const { events, days } = await lane({ memory: memoryId("a") });
    expect(events.map(({ path, recall }) => [path, recall?.rank])).toEqual([
      ...[
        [memoryId("a"), 3],
        [memoryId("a"), undefined],
      ],
    ]);
    expect(days).toMatchObject([{ recalled: 1, remembered: 1 }]);
    expect(await paths({ memory: "0".repeat(32), kind: "file" })).toEqual([]);
  });

  it("of a search whose words are not kept have no query", async () => {
    await log(NOW_MS, [file("owl.md")], 1, { query: null, queryHash: "h" });
    expect((await lane()).events.map(({ recall }) => recall?.query)).toEqual([null]);
  });
});

it.each([
  [{ limit: "1" }, true],
  [{ limit: "1.5" }, false],
  [{ limit: "x" }, false],
  [{ kind: "file" }, true],
  [{ kind: "memory" }, true],
  [{ after: "7d", before: "2026-01-01", tag: "t", type: "fact", session: "s" }, true],
  [{ memory: "a".repeat(32) }, true],
  [{ memory: "a".repeat(31) }, false],
  [{ root: "notes" }, false],
])("the lane takes %j: %s", (parameters, isTaken) => {
  expect(LaneParameters.safeParse(parameters).success).toBe(isTaken);
});
