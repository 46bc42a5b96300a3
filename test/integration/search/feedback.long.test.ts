import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const DAY_MS = 86_400_000;

const FILES = {
  "guides/harbour.md":
    "# Harbour\n\nThe harbour pilot boards ships beyond the breakwater. Ring the pilot station.\n",
  "guides/pilot.md": "# Pilot\n\nA pilot knows every shoal of the harbour and boards by ladder.\n",
  "guides/lighthouse.md": "# Lighthouse\n\nThe lighthouse keeper winds the clockwork each evening.\n",
};
const QUERY = "harbour pilot boards";

interface Found {
  readonly id: string;
  readonly path: string;
  readonly score: number;
  readonly trace?: readonly { readonly step: string; readonly score: number }[];
}

describe("feedback", () => {
  let world: SimulatedWorld;
  let token: string;
  let reader: string;
  const call = (method: string, path: string, body?: unknown, as = token) =>
    world.client.call(method, path, { token: as, body });
  const search = async (more: object = {}) => {
    const { body } = await world.client.search(token, QUERY, { limit: 10, ...more });
    return { recallId: body.recallId as string, hits: body.hits as Found[], use: body.use };
  };
  const vote = (recallId: string, chunk: string | number, value: string, as = token) =>
    call("POST", "/v1/feedback", { recallId, chunk, value }, as);
  const afterStage = ({ trace = [] }: Found, step: string) =>
    trace.find((standing) => standing.step.endsWith(step))?.score ?? Number.NaN;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    const { client } = world;
    token = await client.workspace("harbour");
    reader = (await call("POST", "/v1/tokens", { scope: "read", expiresInDays: 3_650 })).body.token;
    await client.upload(token, FILES);
    await client.sweep();
  });
  afterAll(() => world.dispose());

  it("moves a hit by 0.05 a vote at once, and back when the votes are taken back", async () => {
    const before = await search({ explain: true });
    const [first, second] = before.hits;
    const [a, b] = [await search(), await search()];
    const { body } = await vote(a.recallId, 1, "down");
    expect(body).toMatchObject({ recallId: a.recallId, chunk: first?.id, value: "down", votes: { net: -1 } });
    // A token counts once, however often it searches; another one counts beside it.
    expect((await vote(b.recallId, 1, "down")).body.votes.net).toBe(-1);
    expect((await vote(b.recallId, first?.id.slice(0, 8) ?? "", "down", reader)).body.votes.net).toBe(-2);
    const after = await search({ explain: true });
    expect(after.use.cached).not.toContain("answer");
    const moved = after.hits.find(({ id }) => id === first?.id) as Found;
    expect(moved.score).toBeCloseTo((first?.score ?? 0) - 0.1, 10);
    expect(afterStage(moved, "feedback")).toBeCloseTo(afterStage(first as Found, "feedback") - 0.1, 10);
    expect(after.hits[0]?.id).toBe(second?.id);

    const place = `?recallId=${a.recallId}&chunk=1`;
    // The other search's vote of the same token counts in its place.
    expect((await call("DELETE", `/v1/feedback${place}`)).body).toMatchObject({
      value: "none",
      votes: { net: -2 },
    });
    const again = `?recallId=${b.recallId.slice(0, 18)}&chunk=${first?.id}`;
    expect((await call("DELETE", `/v1/feedback${again}`, undefined, reader)).body.votes.net).toBe(-1);
    expect((await call("DELETE", `/v1/feedback${again}`)).body.votes.net).toBe(0);
    expect((await call("DELETE", `/v1/feedback${again}`)).status).toBe(404);
    const last = await search({ explain: true });
    expect(last.hits.map(({ id, score }) => [id, score])).toEqual(
      before.hits.map(({ id, score }) => [id, score]),
    );
  });

  it("is one vote a token, search and hit: changed, listed as one's own, faded by half in 180 days", async () => {
    const { recallId, hits } = await search();
    await vote(recallId, 2, "up");
    await vote(recallId, 2, "down", reader);
    expect((await vote(recallId, 2, "up", reader)).body.votes.net).toBe(2);
    const own = (await call("GET", "/v1/feedback", undefined, reader)).body;
    expect(own).toEqual({
      votes: [
        {
          recallId,
          chunk: hits[1]?.id,
          citation: `notes:${hits[1]?.path}`,
          query: QUERY,
          value: "up",
          note: null,
          at: new Date(world.clock.now()).toISOString(),
        },
      ],
      nextCursor: null,
    });
    world.clock.advance(1);
    await vote(recallId, 1, "down", reader);
    const pages: unknown[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const place = new URLSearchParams({ limit: "1", ...(next !== "" && { cursor: next }) });
      const { body } = await call("GET", `/v1/feedback?${place}`, undefined, reader);
      pages.push(...body.votes.map(({ value }: { value: string }) => value));
      next = body.nextCursor;
    }
    expect(pages).toEqual(["down", "up"]);
    world.clock.advance(180 * DAY_MS);
    token = await world.client.workspace("harbour");
    const later = await search();
    const net = (await vote(later.recallId, hits[1]?.id ?? "", "up")).body.votes.net;
    expect(net).toBeCloseTo(2, 9);
  });

  it("is refused for what the search did not return, and for other workspaces' searches", async () => {
    const { recallId } = await search();
    const other = await world.client.workspace("elsewhere");
    const writer = (await call("POST", "/v1/tokens", { scope: "write" })).body.token;
    const codes = await Promise.all([
      vote(recallId.slice(0, 20), 1, "up", writer),
      vote(recallId, 9, "up"),
      vote(recallId, "ffffffffffff", "up"),
      vote(recallId, "1 or 2", "up"),
      vote("00000000-0000-7000-8000-000000000000", 1, "up"),
      vote(recallId, 1, "up", other),
      vote(recallId.slice(0, 20), 1, "up", reader),
      vote(recallId, 1, "sideways"),
    ]);
    expect(codes.map(({ status, body }) => [status, body.error.code])).toEqual([
      [404, "not_found"],
      [404, "not_found"],
      [404, "not_found"],
      [400, "invalid_input"],
      [404, "not_found"],
      [404, "not_found"],
      [404, "not_found"],
      [400, "invalid_input"],
    ]);
    expect((await call("GET", "/v1/feedback", undefined, other)).body.votes).toEqual([]);
  });

  it("is summed up as the audit says, which repairs what is not", async () => {
    /** How many chunks have wrong votes, over all pages. */
    const audit = async (repairs: boolean) => {
      let failed = 0;
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const place = { full: true, ...(cursor !== undefined && { cursor }) };
        const query = new URLSearchParams({ ...place, full: "true" });
        const { body } = repairs
          ? await call("POST", "/v1/audit/repair", place)
          : await call("GET", `/v1/audit?${query}`);
        for (const check of body.checks as { check: string; failed: number }[])
          if (check.check === "wrong_votes") failed += check.failed;
        cursor = body.nextCursor as string | null;
      }
      return failed;
    };
    const faded = `votes_net * pow(0.5, (${world.clock.now()} - votes_at) / ${180 * DAY_MS}.0)`;
    const sums = `SELECT id, ${faded} AS net FROM chunks WHERE votes_at IS NOT NULL ORDER BY id`;
    const before = (await world.database.prepare(sums).all<{ net: number }>()).results;
    expect(before.length).toBeGreaterThan(0);
    expect(await audit(false)).toBe(0);
    await world.database.prepare("UPDATE chunks SET votes_net = 9 WHERE votes_at IS NOT NULL").run();
    expect(await audit(false)).toBe(before.length);
    await audit(true);
    const after = (await world.database.prepare(sums).all<{ net: number }>()).results;
    expect(after).toEqual(before.map((row) => ({ ...row, net: expect.closeTo(row.net, 6) })));
  });

  it("goes with an export, and counts in the workspace that takes it in, once", async () => {
    const { header, records, nextCursor: next } = (await call("GET", "/v1/export")).body;
    for (let cursor = next; cursor !== null; ) {
      const { body } = await call("GET", `/v1/export?${new URLSearchParams({ cursor })}`);
      records.push(...body.records);
      cursor = body.nextCursor;
    }
    const votes = records.filter(({ type }: { type: string }) => type === "vote");
    expect(votes.length).toBeGreaterThan(0);
    const restored = await world.client.workspace("restored");
    const request = { identity: header.identity, records };
    const nets = async (workspace: string) => {
      const sql = `SELECT d.path, c.votes_net AS net FROM chunks c JOIN documents d ON d.num = c.document
        WHERE c.workspace = (SELECT num FROM workspaces WHERE slug = ?) AND c.votes_at IS NOT NULL ORDER BY d.path`;
      return (await world.database.prepare(sql).bind(workspace).all<{ path: string; net: number }>()).results;
    };
    for (let again = 0; again < 2; again++)
      expect((await call("POST", "/v1/import", request, restored)).status).toBe(200);
    const [there, here] = [await nets("restored"), await nets("harbour")];
    expect(there.map(({ path }) => path)).toEqual(here.map(({ path }) => path));
    there.forEach(({ net }, at) => {
      expect(net).toBeCloseTo(here[at]?.net ?? Number.NaN, 6);
    });
  });

  it("is told no more once its document is deleted with the root, before anything is emptied", async () => {
    const as = await world.client.workspace("gone");
    await world.client.upload(as, FILES, "here");
    const { body } = await world.client.search(as, QUERY);
    await vote(body.recallId, 1, "up", as);
    const listed = async () => (await call("GET", "/v1/feedback", undefined, as)).body.votes.length;
    expect(await listed()).toBe(1);
    await call("DELETE", "/v1/roots/here", undefined, as);
    expect(await listed()).toBe(0);
  });
});
