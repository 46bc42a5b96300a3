import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LaneAnswer, LaneEvent } from "../../../src/lane/contract.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const DAY_MS = 86_400_000;
const brief = ({ event, kind, path, type, recall }: LaneEvent) => [
  event,
  kind === "file" ? path : type,
  recall === null ? null : recall.rank,
];

describe("the lane of what was recalled and remembered", () => {
  let world: SimulatedWorld;
  let token: string;
  let heron = "";
  const call = (method: string, path: string, body?: object, as = token) =>
    world.client.call(method, `/v1${path}`, { token: as, ...(body && { body }) });
  const lane = async (query = "", as = token): Promise<LaneAnswer> =>
    (await call("GET", `/lane${query}`, undefined, as)).body;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("harbour");
    const remember = async (text: string, more: object): Promise<string> => {
      world.clock.advance(1_000);
      return (await call("POST", "/memories", { text, ...more })).body.memory.id;
    };
    heron = await remember("The heron nests on the breakwater.", { type: "decision", tags: ["birds"] });
    await remember("Ferries leave at noon.", { session: "s1" });
    await world.client.upload(token, { "heron.md": "# Heron\n\nA heron waits by the river.\n" });
    world.clock.advance(DAY_MS);
    await world.client.search(token, "heron breakwater", { profile: "keyword", session: "s2" });
    world.clock.advance(1_000);
  });
  afterAll(() => world.dispose());

  it("tells both newest first, best hit first, with counts by day and type", async () => {
    const all = await lane();
    expect(all.events.map(brief)).toEqual([
      ["recalled", "decision", 1],
      ["recalled", "heron.md", 2],
      ["remembered", "fact", null],
      ["remembered", "decision", null],
    ]);
    expect(all.events[0]).toMatchObject({
      path: heron,
      tags: ["birds"],
      session: "s2",
      recall: { query: "heron breakwater", citation: `${heron}#L1`, vote: null },
    });
    expect(all.days).toEqual([
      { day: "2026-11-20", recalled: 0, remembered: 2 },
      { day: "2026-11-21", recalled: 2, remembered: 0 },
    ]);
    expect(all.types).toEqual([
      { name: "decision", recalled: 1, remembered: 1 },
      { name: "fact", recalled: 0, remembered: 1 },
      { name: "file", recalled: 1, remembered: 0 },
    ]);
    expect([all.of, all.nextCursor]).toEqual(["workspace", null]);
  });

  it("comes in pages that neither repeat nor leave out an event, and by filters", async () => {
    const whole = (await lane()).events;
    const paged: LaneEvent[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const page = await lane(`?limit=1${next && `&cursor=${encodeURIComponent(next)}`}`);
      paged.push(...page.events);
      next = page.nextCursor;
    }
    expect(paged).toEqual(whole);
    const count = async (query: string) => (await lane(query)).events.length;
    const counts = await Promise.all(
      ["?kind=file", "?kind=memory", "?type=decision", "?tag=birds", "?session=s1", "?session=s2"].map(count),
    );
    expect(counts).toEqual([1, 3, 2, 2, 1, 2]);
    expect(await Promise.all(["?after=2026-11-21", "?before=2026-11-21"].map(count))).toEqual([2, 2]);
    for (const bad of ["[]", "x", '["a"]', "{}", "[null,null,1]"])
      expect((await call("GET", `/lane?cursor=${encodeURIComponent(bad)}`)).body.error.code).toBe(
        "invalid_input",
      );
  });

  it("shows others than admins their own searches, and everybody their own vote", async () => {
    const { token: reader } = (await call("POST", "/tokens", { scope: "read" })).body;
    expect((await lane("", reader)).events.map(({ event }) => event)).toEqual(["remembered", "remembered"]);
    const { body } = await world.client.search(reader, "heron breakwater", { profile: "keyword" });
    const vote = { recallId: body.recallId, chunk: 1, value: "down" };
    await call("POST", "/feedback", vote, reader);
    const own = await lane("", reader);
    expect(own.of).toBe("token");
    expect(own.events.map(({ recall }) => recall?.vote)).toEqual(["down", null, undefined, undefined]);
    expect((await lane()).events.map(({ recall }) => recall?.vote)).toEqual([
      ...[null, null, null, null],
      ...[undefined, undefined],
    ]);
    const other = await world.client.workspace("elsewhere");
    expect((await lane("", other)).events).toEqual([]);
  });

  it("forgets with the memory, and shows it again after undo", async () => {
    const ids = async () => (await lane()).events.map(({ path }) => path);
    expect(await ids()).toContain(heron);
    await call("DELETE", `/memories/${heron}`);
    expect(await ids()).not.toContain(heron);
    await call("POST", `/memories/${heron}/undo`);
    expect((await ids()).filter((path) => path === heron)).toHaveLength(3);
  });

  it("runs are told to the workspace whose work they were, all of them to an owner", async () => {
    const other = await world.client.workspace("mill");
    await world.client.upload(other, { "mill.md": "# Mill\n\nThe mill grinds at dawn.\n" });
    const runs = async (as: string) => (await call("GET", "/runs", undefined, as)).body;
    const before = (await runs(token)).runs.length;
    const num = await world.database.prepare("SELECT num FROM workspaces WHERE slug = 'mill'").first("num");
    await world.client.deliver({ workspace: num as number, task: "sweep" });
    expect((await runs(other)).runs).toMatchObject([{ kind: "queue", error: null, work: { embedded: 1 } }]);
    expect((await runs(token)).runs).toHaveLength(before);
    await world.client.upload(other, { "mill.md": "# Mill\n\nThe mill grinds at dusk.\n" });
    await world.client.sweep();
    expect((await runs(other)).runs).toHaveLength(1);
    const owner = await world.client.owner();
    const all = await runs(owner);
    expect(all.runs.map(({ kind }: { kind: string }) => kind)).toContain("cron");
    const paged: unknown[] = [];
    for (let next = ""; next !== null; ) {
      const page = (await call("GET", `/runs?limit=1${next && `&cursor=${next}`}`, undefined, owner)).body;
      paged.push(...page.runs);
      next = page.nextCursor;
    }
    expect(paged).toEqual(all.runs);
    expect((await call("GET", "/runs?cursor=x", undefined, owner)).body.error.code).toBe("invalid_input");
    const { token: writer } = (await call("POST", "/tokens", { scope: "write" })).body;
    expect((await call("GET", "/runs", undefined, writer)).status).toBe(403);
  });
});
