import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";
import local from "../../../src/local.ts";
import { openDoor } from "../../mcp/open-door.ts";
import { createClient, testEnv } from "../../support/client.ts";

const MINUTE_MS = 60_000;

describe("limits by cost", () => {
  let world: SimulatedWorld;
  const limited = (token: number, workspace = 0) =>
    world.isolate({ TOKEN_UNITS_PER_MINUTE: `${token}`, WORKSPACE_UNITS_PER_MINUTE: `${workspace}` });
  const tokens: string[] = [];
  let other: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    for (let count = 0; count < 3; count++) tokens.push(await world.client.workspace("default", "write"));
    other = await world.client.workspace("other", "write");
    await world.client.upload(tokens[0] ?? "", { "a.md": "The heron nests by the weir.\n" });
  });
  afterAll(() => world.dispose());
  // What one test spent has come back for the next.
  beforeEach(() => world.clock.advance(MINUTE_MS));

  /** Statuses of as many searches, sent at once. */
  const searches = async (client: ReturnType<typeof limited>, token = "", count = 1) =>
    (await Promise.all(Array.from({ length: count }, () => client.search(token, "heron")))).map(
      ({ status }) => status,
    );
  /** The same of a small read, which costs as much. */
  const reads = async (client: ReturnType<typeof limited>, token = "", count = 1) =>
    (
      await Promise.all(
        Array.from({ length: count }, () => client.call("GET", "/v1/memories/types", { token })),
      )
    ).map(({ status }) => status);
  const ok = (count: number) => Array.from({ length: count }, () => 200);

  it("let a token spend its units at once, however many requests come together, and no more", async () => {
    const client = limited(10);
    const statuses = await searches(client, tokens[0], 15);
    expect(statuses.toSorted()).toEqual([...ok(10), 429, 429, 429, 429, 429]);
    world.clock.advance(6_000);
    // Which of two at once gets the one unit is not said.
    expect((await searches(client, tokens[0], 2)).toSorted()).toEqual([200, 429]);
    world.clock.advance(MINUTE_MS);
    expect(await searches(client, tokens[0], 10)).toEqual(ok(10));
  });

  it("do not go by what was noted under a clock that ran a day ahead", async () => {
    const day = 24 * 60 * MINUTE_MS;
    world.clock.advance(day);
    expect(await reads(limited(20, 30), tokens[0], 20)).toEqual(ok(20));
    world.clock.advance(-day);
    const client = limited(20, 30);
    for (let at = 0; at < 4; at++) expect(await reads(client, tokens[0], 5)).toEqual(ok(5));
  });

  it("give a workspace back what a revoked token spends", async () => {
    const client = limited(20, 30);
    const admin = await world.client.workspace("default");
    const minted = await world.client.call("POST", "/v1/tokens", { token: admin, body: { scope: "read" } });
    const { id, token } = minted.body;
    await world.client.call("DELETE", `/v1/tokens/${id}`, { token: admin });
    const ask = { token, body: { question: "Where does the heron nest?" } };
    expect((await client.call("POST", "/v1/ask", ask)).status).toBe(401);
    expect((await client.call("POST", "/v1/ask", ask)).status).toBe(429);
    expect(await reads(client, tokens[0], 20)).toEqual(ok(20));
    expect((await reads(client, tokens[1], 11)).toSorted()).toEqual([...ok(10), 429]);
  });

  it("say what is left, what it takes and when to try again", async () => {
    const client = limited(25);
    await reads(client, tokens[0], 11);
    const { status, body, headers } = await client.call("POST", "/v1/ask", {
      token: tokens[0] ?? "",
      body: { question: "Where does the heron nest?" },
    });
    expect([status, headers.get("retry-after"), body.error.code]).toEqual([429, "15", "rate_limited"]);
    expect(body.error.details).toEqual({
      ...{ limit: "token", unitsPerMinute: 25, left: 14, units: 20, retryAfterSeconds: 15 },
      wholeAt: new Date(world.clock.now() + 26_400).toISOString(),
    });
    expect(await reads(client, tokens[0], 14)).toEqual(ok(14));
  });

  it("let a request in that waits as long as it is told, however its cost comes together", async () => {
    const client = limited(60, 90);
    const token = tokens[0] ?? "";
    const asked: readonly (readonly [string, unknown])[] = [
      ["/v1/searches", { searches: Array.from({ length: 20 }, () => ({ query: "heron" })) }],
      ["/v1/documents", { path: "long.md", text: "The heron nests by the weir.\n".repeat(40_000) }],
    ];
    for (const [path, body] of asked) {
      await reads(client, token, 59);
      const refused = await client.call("POST", path, { token, body });
      expect(refused.status).toBe(429);
      const { left, units, retryAfterSeconds } = refused.body.error.details;
      expect([left, retryAfterSeconds]).toEqual([1, units - 1]);
      expect(units).toBeGreaterThan(19);
      world.clock.advance(1_000 * Number(refused.headers.get("retry-after")));
      expect((await client.call("POST", path, { token, body })).status).toBe(200);
      world.clock.advance(MINUTE_MS);
    }
  });

  it("count an answer to a question as 20 searches", async () => {
    const client = limited(40);
    const ask = () =>
      client.call("POST", "/v1/ask", {
        token: tokens[0] ?? "",
        body: { question: "Where does the heron nest?" },
      });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });

  it("count a text by its size", async () => {
    const client = limited(100);
    const text = "heron weir\n".repeat(20_000);
    expect((await client.upload(other, { "long.md": text })).status).toBe(200);
    // 3 of the manifest, 1 of the upload, and 4 of its 240 KB.
    expect((await reads(client, other, 100)).filter((status) => status === 200)).toHaveLength(92);
  });

  it("are shared by the tokens of a workspace, and not by another workspace's", async () => {
    const client = limited(10, 15);
    expect(await reads(client, tokens[0], 10)).toEqual(ok(10));
    expect((await reads(client, tokens[1], 10)).toSorted()).toEqual([...ok(5), 429, 429, 429, 429, 429]);
    const refused = await client.search(tokens[2] ?? "", "heron");
    expect([refused.status, refused.body.error.details.limit]).toEqual([429, "workspace"]);
    expect(await reads(client, other, 10)).toEqual(ok(10));
  });

  it("leave a workspace's others something, whatever one token does", async () => {
    const client = limited(10, 50);
    await reads(client, tokens[0], 40);
    expect(await reads(client, tokens[1], 10)).toEqual(ok(10));
  });

  it("hold for isolates together, but for the tenth that one has not told of", async () => {
    const isolates = Array.from({ length: 4 }, () => limited(100));
    let passed = 0;
    for (let round = 0; round < 8; round++)
      for (const isolate of isolates)
        passed += (await reads(isolate, tokens[0], 5)).filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(100 + 3 * 10);
  });

  it("are none where they are 0", async () => {
    expect(await reads(limited(0, 0), tokens[0], 50)).toEqual(ok(50));
  });

  it("hold on one's own machine, too", async () => {
    const client = createClient(local as never, testEnv(world.database, { TOKEN_UNITS_PER_MINUTE: "5" }));
    const token = await client.workspace("own");
    expect((await reads(client as never, token, 8)).toSorted()).toEqual([...ok(5), 429, 429, 429]);
  });

  describe("through /mcp", () => {
    /** With a token of its own: this door goes by the real clock. */
    const batch = async (messages: readonly object[], unitsPerMinute: string) => {
      const token = await world.client.workspace("default", "read");
      const { door } = openDoor(world, {
        TOKEN_UNITS_PER_MINUTE: unitsPerMinute,
        WORKSPACE_UNITS_PER_MINUTE: "0",
      });
      const answer = await door(
        new Request("https://recall.test/mcp", {
          method: "POST",
          body: JSON.stringify(messages),
          headers: {
            ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
            authorization: `Bearer ${token}`,
          },
        }),
      );
      const text = await answer.text();
      return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
    };
    const calling = (id: number) => ({
      ...{ jsonrpc: "2.0", id, method: "tools/call" },
      params: { name: "search", arguments: { query: "heron" } },
    });

    it("count each of 20 searches in one request, refuse those beyond and answer the others", async () => {
      const messages = Array.from({ length: 20 }, (_, id) => calling(id));
      const answers = await batch(messages, "5");
      expect(answers).toHaveLength(20);
      const refused = answers.filter(({ result }) => result.isError === true);
      expect(refused).toHaveLength(15);
      for (const { result } of refused)
        expect(result.content[0].text).toBe(
          "rate_limited: This token has 0 of its 5 units a minute left, and this takes 1: try again in 12 s.",
        );
    });

    it("count what else is asked", async () => {
      const messages = Array.from({ length: 4 }, (_, id) => ({
        jsonrpc: "2.0",
        id,
        method: "resources/list",
      }));
      const answers = await batch(messages, "2");
      const codes = answers.map(({ error }) => error?.data?.code ?? "ok");
      expect(codes.toSorted()).toEqual(["ok", "ok", "rate_limited", "rate_limited"]);
    });
  });
});
