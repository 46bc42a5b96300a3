import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ListedMemory,
  MemoryList,
  MemoryStatistics,
  PruneMemoriesAnswer,
  RecentAnswer,
  Timeline,
} from "../../../src/memories/contract/memory-lists.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const DAY_MS = 86_400_000;

/** One a day, the last of them a day ago. */
const NOTES = [
  { text: "We chose Hono over Express for the gateway", type: "decision", session: "s1", tags: ["web"] },
  { text: "Dana prefers tabs in Makefiles", type: "preference", session: "s1", source: "chat" },
  { text: "The staging database runs on port 5433", type: "fact", session: "s2", importance: 0.9 },
  { text: "Friday deployments went wrong twice", type: "learning", session: "s2", tags: ["web", "release"] },
  { text: "Retries use jitter since the March outage", type: "decision", priority: 1, source: "chat" },
  { text: "説明書は日本語で書く", type: "preference", session: "s1", tags: ["日本語"] },
] as const;

describe("lists of memories", () => {
  let world: SimulatedWorld;
  let token: string;
  let other: string;
  const ids: string[] = [];
  const get = async (path: string, asker = token) =>
    (await world.client.call("GET", path, { token: asker })).body;
  const remember = async (body: object, asker = token) =>
    (await world.client.call("POST", "/v1/memories", { token: asker, body })).body.memory.id as string;
  const texts = (list: readonly Pick<ListedMemory, "text">[]) => list.map(({ text }) => text);

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("first", "write");
    other = await world.client.workspace("second", "write");
    for (const note of NOTES) {
      ids.push(await remember(note));
      await remember({ ...note, text: `${note.text}, says the other`, session: "s1" }, other);
      world.clock.advance(DAY_MS);
    }
  });
  afterAll(() => world.dispose());

  it("go newest first, in pages that are whole together and hold nothing twice", async () => {
    const pages: string[][] = [];
    let cursor = "";
    do {
      const page = MemoryList.parse(await get(`/v1/memories?limit=4${cursor}`));
      pages.push(texts(page.memories));
      cursor = page.nextCursor === null ? "" : `&cursor=${encodeURIComponent(page.nextCursor)}`;
    } while (cursor !== "");
    expect(pages.map(({ length }) => length)).toEqual([4, 2]);
    expect(pages.flat()).toEqual(NOTES.map(({ text }) => text).toReversed());
  });

  it.each([
    ["type=decision", [4, 0]],
    ["tag=web", [3, 0]],
    [`tag=${encodeURIComponent("日本語")}`, [5]],
    ["tag=we", []],
    ["session=s1", [5, 1, 0]],
    ["source=chat&session=s1", [1]],
    ["after=3d", [5, 4, 3]],
    ["before=3d&type=fact", [2]],
    ["sort=oldest&limit=2", [0, 1]],
    ["sort=importance&limit=1", [2]],
    ["sort=priority&limit=1", [4]],
    ["sort=created&limit=1", [5]],
  ])("with %s hold what passes, in order", async (query, expected) => {
    const { memories } = MemoryList.parse(await get(`/v1/memories?${query}`));
    expect(texts(memories)).toEqual(expected.map((at) => NOTES[at]?.text));
  });

  it.each([
    ["cursor=nonsense"],
    [`cursor=${encodeURIComponent('["oldest",1,"x"]')}`],
    [`cursor=${encodeURIComponent('["newest",1e999,"x"]')}`],
    [`cursor=${encodeURIComponent("null")}`],
    ["sort=best"],
    ["limit=0"],
    ["after=yesterday"],
    ["colour=red"],
  ])("refuse %s", async (query) => {
    expect((await get(`/v1/memories?${query}`)).error.code).toBe("invalid_input");
  });

  it("cut long texts and say so", async () => {
    const long = await remember(
      { text: `${"ein langer Satz, der nie endet, ".repeat(400)}Ende`, type: "other" },
      other,
    );
    const { memories } = MemoryList.parse(await get("/v1/memories?type=other", other));
    expect([memories[0]?.id, memories[0]?.cut, memories[0]?.text.length]).toEqual([long, true, 300]);
  });

  it("show what was remembered around one, in order of time", async () => {
    const around = (query: string) => get(`/v1/memories/timeline?around=${query}`);
    const all = Timeline.parse(await around(`${ids[3]?.slice(0, 10)}&before=2&after=1`));
    expect(texts([...all.before, all.around, ...all.after])).toEqual(
      NOTES.slice(1, 5).map(({ text }) => text),
    );
    const own = Timeline.parse(await around(`${ids[1]}&sameSession=true`));
    expect(texts([...own.before, ...own.after])).toEqual([NOTES[0].text, NOTES[5].text]);
    expect((await around(`${ids[4]}&sameSession=true`)).error.code).toBe("invalid_input");
    expect((await around("0123456789abcdef")).error.code).toBe("not_found");
    const stranger = MemoryList.parse(await get("/v1/memories?limit=1", other)).memories[0]?.id;
    expect((await around(`${stranger}`)).error.code).toBe("not_found");
  });

  it("are counted by type, source, session and age, each workspace for itself", async () => {
    await remember({ text: NOTES[0].text });
    const before = MemoryStatistics.parse(await get("/v1/memories/statistics"));
    expect(before).toMatchObject({
      memories: 6,
      observations: 7,
      sources: 1,
      sessions: 2,
      withoutSession: 1,
    });
    expect(before.byType.slice(0, 2)).toEqual([
      { name: "decision", memories: 2 },
      { name: "preference", memories: 2 },
    ]);
    expect(before.bySession).toEqual([
      { name: "s1", memories: 3 },
      { name: "s2", memories: 2 },
    ]);
    expect(before.byAge).toEqual({ day: 2, week: 4, month: 0, quarter: 0, year: 0, older: 0 });
    expect(MemoryStatistics.parse(await get("/v1/memories/statistics", other)).memories).toBe(7);
  });

  it("of what is recent tell the session's, and say when they are the workspace's", async () => {
    await world.client.upload(token, { "new.md": "# Pushed\n\na file" });
    const own = RecentAnswer.parse(await get("/v1/recent?session=s2&limit=5"));
    expect([own.of, own.items.map(({ text }) => text)]).toEqual(["session", [NOTES[3].text, NOTES[2].text]]);
    const fallback = RecentAnswer.parse(await get("/v1/recent?session=nobody&limit=1&kind=memory"));
    expect([fallback.of, fallback.items[0]?.text]).toEqual(["workspace", NOTES[0].text]);
    const files = RecentAnswer.parse(await get("/v1/recent?kind=file"));
    expect(files.items.map(({ path, kind }) => [path, kind])).toEqual([["new.md", "file"]]);
  });

  it("are searched within a type, a tag or a session", async () => {
    const search = async (filters: object, more: object = {}) => {
      const { body } = await world.client.search(token, "gateway database deployments jitter", {
        filters,
        ...more,
      });
      return body.hits.map(({ path }: { path: string }) => ids.indexOf(path)).toSorted();
    };
    expect(await search({ type: "decision" })).toEqual([0, 4]);
    expect(await search({ tag: "web" })).toEqual([0, 3]);
    expect(await search({ session: "s2" })).toEqual([2, 3]);
    expect(await search({ session: "s2", tag: "release" })).toEqual([3]);
    expect(await search({ type: "decision", kind: "file" })).toEqual([]);
    const q = "q=gateway%20database&session=s2";
    expect((await get(`/v1/search?${q}`)).hits.length).toBeGreaterThan(1);
    const only = await get(`/v1/search?${q}&onlySession=true`);
    expect(only.hits.map(({ path }: { path: string }) => ids.indexOf(path))).toEqual([2]);
    expect((await get("/v1/search?q=gateway&onlySession=true")).error.code).toBe("invalid_input");
  });

  it("that are old are forgotten by age and session; a dry run forgets nothing; each can be brought back", async () => {
    const prune = async (body: object) =>
      (await world.client.call("POST", "/v1/memories/prune", { token, body })).body;
    const dry = PruneMemoriesAnswer.parse(await prune({ olderThan: "3d", dryRun: true }));
    expect(dry).toMatchObject({ matched: 2, forgotten: 0, remaining: 2 });
    expect(texts(dry.samples)).toEqual([NOTES[1].text, NOTES[2].text]);
    const done = PruneMemoriesAnswer.parse(await prune({ olderThan: "3d", session: "s2" }));
    expect(done).toMatchObject({ matched: 1, forgotten: 1, remaining: 0 });
    expect((await world.client.search(token, "staging database port")).body.hits).toEqual([]);
    expect(MemoryStatistics.parse(await get("/v1/memories/statistics"))).toMatchObject({
      memories: 5,
      forgotten: 1,
    });
    const past = MemoryList.parse(await get("/v1/memories?state=forgotten&session=s2&type=fact"));
    expect([past.memories.map(({ id }) => id), texts(past.memories)]).toEqual([[ids[2]], [NOTES[2].text]]);
    expect((await get("/v1/memories?state=forgotten&tag=web")).memories).toEqual([]);
    expect((await get("/v1/memories?state=superseded")).memories).toEqual([]);
    expect((await get("/v1/memories?state=forgotten", other)).memories).toEqual([]);
    // Who forgot it does not want it read.
    const reader = await world.client.workspace("first", "read");
    expect((await get("/v1/memories?state=forgotten", reader)).error).toMatchObject({ code: "forbidden" });
    expect((await get("/v1/memories?state=superseded", reader)).memories).toEqual([]);
    const undone = await world.client.call("POST", `/v1/memories/${ids[2]}/undo`, { token, body: {} });
    expect(undone.status).toBe(200);
    expect((await world.client.search(token, "staging database port")).body.hits[0].path).toBe(ids[2]);
    expect((await prune({ olderThan: "soon" })).error.code).toBe("invalid_input");
    expect(await prune({ session: "s2", dryRun: true })).toMatchObject({ matched: 2, before: null });
    expect((await prune({})).error.code).toBe("invalid_input");
    expect(MemoryStatistics.parse(await get("/v1/memories/statistics", other)).memories).toBe(7);
  });

  it("of more than a slice go slice by slice", async () => {
    const bulk = await world.client.workspace("bulk", "write");
    const memories = Array.from({ length: 100 }, (_, at) => ({
      text: `Sensor ${at} reads ${at * 7} degrees`,
    }));
    const remembered = await world.client.call("POST", "/v1/memories/batch", {
      token: bulk,
      body: { memories },
    });
    expect(remembered.body.created).toBe(100);
    await remember({ text: "The hundred and first one" }, bulk);
    world.clock.advance(2 * DAY_MS);
    const left: number[] = [];
    for (let remaining = 1; remaining > 0; ) {
      const { body } = await world.client.call("POST", "/v1/memories/prune", {
        token: bulk,
        body: { olderThan: "1d" },
      });
      remaining = PruneMemoriesAnswer.parse(body).remaining;
      left.push(remaining);
    }
    expect(left).toEqual([1, 0]);
  });
});
