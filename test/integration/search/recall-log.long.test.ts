import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const FILES = {
  "guides/harbour.md": "# Harbour\n\nThe harbour pilot boards ships beyond the breakwater.\n",
  "guides/lighthouse.md": "# Lighthouse\n\nThe lighthouse keeper winds the clockwork each evening.\n",
};

const DAY_MS = 86_400_000;

interface Row {
  readonly id: string;
  readonly query: string | null;
  readonly query_hash: string | null;
  readonly hits: string;
  readonly [column: string]: unknown;
}

describe("the recall log", () => {
  let world: SimulatedWorld;
  let token: string;
  const rows = async (): Promise<Row[]> =>
    (await world.database.prepare("SELECT * FROM recalls ORDER BY id").all<Row>()).results;
  /** Each in its own millisecond, so that they are in order. */
  const search = (query: string, more: Record<string, unknown> = {}) => {
    world.clock.advance(1);
    return world.client.search(token, query, more);
  };
  const last = async (): Promise<Row> => (await rows()).at(-1) as Row;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("harbour");
    await world.client.upload(token, FILES);
    await world.client.sweep();
  });
  afterAll(() => world.dispose());

  it("has one row a search: cached ones, skipped ones and every view too", async () => {
    const wish = { profile: "keyword", session: "s1", filters: { prefix: "guides/" } };
    const { body } = await search("harbour pilot", wish);
    const [row] = await rows();
    expect(row).toMatchObject({
      id: body.recallId,
      query: "harbour pilot",
      query_hash: null,
      session: "s1",
      profile: "keyword",
      filters: '{"prefix":"guides/"}',
      outcome: "found",
      cached: 0,
    });
    const [hit] = body.hits;
    expect(JSON.parse(row?.hits ?? "")).toEqual([
      {
        chunk: hit.id,
        root: "notes",
        path: "guides/harbour.md",
        startLine: 1,
        endLine: 3,
        score: Number(hit.score.toFixed(4)),
        arms: hit.arms,
      },
    ]);
    for (const view of ["digest", "compact", "snippet"])
      for (const cached of [0, 1]) {
        const again = await search("harbour pilot", { view });
        const logged = await last();
        expect(logged).toMatchObject({ id: again.body.recallId, cached, profile: "edge" });
        const hits = JSON.parse(logged.hits);
        expect(hits).toHaveLength(again.body.hits.length);
        expect(hits[0]).toMatchObject({ chunk: hit.id, path: "guides/harbour.md" });
        expect(logged.tokens).toBeGreaterThan(0);
      }
    const skipped = await search("thanks!", { auto: true });
    expect(await last()).toMatchObject({ id: skipped.body.recallId, outcome: "skipped", hits: "[]" });
  });

  it("is read newest first, in pages and by filters, by admins alone", async () => {
    const { client } = world;
    const get = (path: string, as = token) => client.call("GET", `/v1/recalls${path}`, { token: as });
    const all = (await get("")).body;
    expect(all.log).toEqual({ queries: "text", days: 90, on: true });
    expect(all.recalls.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "skipped",
      ...Array.from({ length: 7 }, () => "found"),
    ]);
    expect(all.recalls[1]).toMatchObject({
      query: "harbour pilot",
      cached: true,
      best: "notes:guides/harbour.md#L1-L3",
      profileVersion: expect.stringMatching(/^[0-9a-f]{32}$/),
      votes: { up: 0, down: 0 },
    });
    const ids = all.recalls.map(({ recallId }: { recallId: string }) => recallId);
    const first = (await get("?limit=5")).body;
    const second = (await get(`?limit=5&cursor=${first.nextCursor}`)).body;
    const paged = [...first.recalls, ...second.recalls].map(({ recallId }) => recallId);
    expect(paged).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const count = async (filter: string) => (await get(filter)).body.recalls.length;
    const nowIso = new Date(world.clock.now() + 1).toISOString();
    expect(await Promise.all(["?session=s1", "?outcome=skipped", "?profile=keyword"].map(count))).toEqual([
      1, 1, 1,
    ]);
    expect(await Promise.all([`?after=${nowIso}`, `?before=${nowIso}`, "?voted=true"].map(count))).toEqual([
      0, 8, 0,
    ]);
    const one = (await get(`/${ids[1]}`)).body;
    expect(one.hits[0]).toMatchObject({ rank: 1, path: "guides/harbour.md", votes: { up: 0, down: 0 } });
    const reader = (await client.call("POST", "/v1/tokens", { token, body: { scope: "read" } })).body.token;
    const other = await client.workspace("elsewhere");
    expect((await get("", reader)).status).toBe(403);
    expect((await get("", other)).body.recalls).toEqual([]);
    expect((await get(`/${ids[1]}`, other)).status).toBe(404);
    expect((await get("?outcome=lost")).body.error.code).toBe("invalid_input");
  });

  it("reports what was never found, what is popular and what is stale", async () => {
    const { client } = world;
    const words = { profile: "keyword" };
    for (const query of ["zeppelin", "quagmire", "zeppelin"]) await search(query, words);
    // Neither the graph's own search nor one that only its filters left without a hit.
    await client.call("GET", "/v1/graph?query=blorb", { token });
    await search("harbour pilot", { ...words, filters: { prefix: "nowhere/" } });
    const report = async (kind: string) =>
      (await client.call("GET", `/v1/recalls/reports?kind=${kind}`, { token })).body;
    expect((await report("never_found")).queries).toMatchObject([
      { query: "zeppelin", count: 2 },
      { query: "quagmire", count: 1 },
    ]);
    expect((await report("popular")).documents[0]).toMatchObject({ path: "guides/harbour.md", count: 7 });
    expect((await report("stale")).documents).toEqual([]);
    world.clock.advance(DAY_MS);
    const tomorrow = await client.workspace("tomorrow");
    await client.upload(tomorrow, FILES);
    world.clock.advance(1);
    await client.search(tomorrow, "lighthouse keeper", words);
    const stale = await client.call("GET", "/v1/recalls/reports?kind=stale", { token: tomorrow });
    expect(stale.body).toMatchObject({ searches: 1, documents: [{ path: "guides/harbour.md" }] });
  });

  it("forgets where deleted documents were; votes follow a renamed file's text", async () => {
    const { client } = world;
    const vote = (recallId: string) =>
      client.call("POST", "/v1/feedback", { token, body: { recallId, chunk: 1, value: "up" } });
    const find = async (query: string) => (await search(query, { profile: "keyword" })).body;
    const [harbour, lighthouse] = [await find("harbour pilot"), await find("lighthouse keeper")];
    await vote(harbour.recallId);
    await vote(lighthouse.recallId);
    await client.upload(token, { "guides/beacon.md": FILES["guides/lighthouse.md"] });
    for (const path of Object.keys(FILES))
      await client.call("DELETE", `/v1/documents/${path}?root=notes`, { token });
    const read = async () => (await client.call("GET", `/v1/recalls/${harbour.recallId}`, { token })).body;
    const [gone] = (await read()).hits;
    expect(gone).toMatchObject({ rank: 1, chunk: null, path: null, citation: null });
    await client.sweep();
    expect((await read()).hits).toEqual([gone]);
    const naming = (await rows()).filter(({ hits }) => hits.includes("guides"));
    expect(naming.map(({ workspace, query }) => [workspace, query])).toEqual([[3, "lighthouse keeper"]]);
    expect((await rows()).some(({ query }) => query === "harbour pilot")).toBe(true);
    const moved = await world.database
      .prepare("SELECT f.path, c.votes_net AS net FROM feedback f JOIN chunks c ON c.id = f.chunk")
      .all();
    expect(moved.results).toEqual([{ path: "guides/beacon.md", net: expect.closeTo(1, 6) }]);
    const left = await world.database.prepare("SELECT count(*) AS n FROM dropped_documents").first("n");
    expect(left).toBe(0);
  });

  it("keeps a hash alone, nothing, or nothing of a workspace, as it is told", async () => {
    const { client } = world;
    const before = (await rows()).length;
    world.clock.advance(1);
    await world.isolate({ LOG_QUERIES: "hash" }).search(token, "a secret question");
    expect(await last()).toMatchObject({ query: null, query_hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const counted = () => world.database.prepare("SELECT sum(searches) AS n FROM search_days").first("n");
    const countedBefore = await counted();
    await search("unseen", { log: false });
    expect(await counted()).toBe(countedBefore);
    await world.isolate({ LOG_QUERIES: "off" }).search(token, "unseen");
    const change = (on: boolean) => client.call("PUT", "/v1/recalls/log", { token, body: { on } });
    expect((await change(false)).body).toEqual({ on: false });
    await search("unseen");
    expect((await client.call("GET", "/v1/recalls?limit=1", { token })).body.log.on).toBe(false);
    expect((await rows()).length).toBe(before + 1);
    await change(true);
    await search("seen again");
    expect((await rows()).length).toBe(before + 2);
    expect((await world.isolate({ LOG_DAYS: "0" }).search(token, "x")).body.error.code).toBe("misconfigured");
  });

  it("ends after 90 days, or when an admin deletes it", async () => {
    const { client } = world;
    world.clock.advance(89 * DAY_MS);
    token = await client.workspace("harbour");
    await search("still here");
    world.clock.advance(DAY_MS + DAY_MS / 2);
    token = await client.workspace("harbour");
    const { searches } = (await client.call("GET", "/v1/status", { token })).body;
    expect(searches).toMatchObject({ count: 0, p50Ms: null });
    expect(searches.days).toEqual([
      { day: expect.not.stringMatching(searches.day), count: 1, p50Ms: 1, p95Ms: 1 },
    ]);
    await client.daily();
    const kept = await rows();
    expect(kept.map(({ query }) => query)).toEqual(["still here"]);
    const clear = (filter = "") => client.call("DELETE", `/v1/recalls${filter}`, { token });
    expect((await clear(`?before=${new Date(Number(kept[0]?.at)).toISOString()}`)).body.deleted).toBe(0);
    expect((await clear()).body).toEqual({ deleted: 1, isDone: true });
    expect(await rows()).toEqual([]);
  });
});
