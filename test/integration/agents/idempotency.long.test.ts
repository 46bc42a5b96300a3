import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const HOUR_MS = 3_600_000;

const under = (key: string) => ({ "idempotency-key": key });

describe("writes under an Idempotency-Key", () => {
  let world: SimulatedWorld;
  let token: string;
  let owner: string;
  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    owner = await world.client.owner();
    token = await world.client.workspace("first");
  });
  afterAll(() => world.dispose());

  const rows = async () =>
    (await world.database.prepare("SELECT * FROM idempotency").all<Record<string, unknown>>()).results;
  const tokens = async () =>
    (await world.client.call("GET", "/v1/tokens", { token })).body.tokens.length as number;
  const mint = (key: string, name = "laptop", asker = token) =>
    world.client.call("POST", "/v1/tokens", {
      token: asker,
      body: { scope: "read", name },
      headers: under(key),
    });

  it("are carried out once, and their answer is repeated to the letter", async () => {
    const before = await tokens();
    const first = await mint("k1");
    expect(first.headers.get("idempotent-replay")).toBeNull();
    const again = await mint("k1");
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect(again.headers.get("content-type")).toContain("application/json");
    expect(again.headers.get("x-recall-bookmark")).toMatch(/./);
    expect(again.body).toEqual(first.body);
    expect(again.body.token).toMatch(/^rcl_/);
    expect(await tokens()).toBe(before + 1);
    expect((await mint("k2")).body.id).not.toBe(first.body.id);
  });

  it("leave nothing in the database that can be read without the key", async () => {
    const { body } = await mint("sealed");
    const stored = JSON.stringify(await rows());
    expect(stored).not.toContain(body.token);
    expect(stored).not.toContain("laptop");
    expect(stored).not.toContain('"sealed"');
  });

  it("refuse another request under the same key: other body, address or method", async () => {
    await mint("k3");
    const answers = [
      await mint("k3", "other name"),
      await world.client.call("DELETE", "/v1/tokens/nobody", { token, headers: under("k3") }),
      await world.client.call("POST", "/v1/tokens?x=1", {
        token,
        body: { scope: "read", name: "laptop" },
        headers: under("k3"),
      }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error.code]).toEqual([422, "idempotency_mismatch"]);
  });

  it("are each token's own: another token's same key is another", async () => {
    const second = await world.client.workspace("second");
    const first = await mint("shared");
    const other = await mint("shared", "laptop", second);
    expect(other.status).toBe(200);
    expect(other.body.workspace).toBe("second");
    expect(first.body.id).not.toBe(other.body.id);
  });

  it("work for an owner, who is of no workspace", async () => {
    const create = () =>
      world.client.call("POST", "/v1/workspaces", {
        token: owner,
        body: { slug: "made-once" },
        headers: under("w"),
      });
    expect((await create()).status).toBe(200);
    const again = await create();
    expect([again.status, again.body.slug]).toEqual([200, "made-once"]);
    const other = await world.client.call("POST", "/v1/workspaces", {
      token: owner,
      body: { slug: "made-once" },
    });
    expect(other.body.error.code).toBe("workspace_exists");
  });

  it("that were refused may be sent again and are looked at anew", async () => {
    const prune = () =>
      world.client.call("DELETE", "/v1/documents/late.md", { token, headers: under("refused") });
    expect((await prune()).status).toBe(404);
    await world.client.upload(token, { "late.md": "here now" });
    expect((await prune()).status).toBe(200);
    const again = await prune();
    expect([again.status, again.headers.get("idempotent-replay")]).toEqual([200, "true"]);
  });

  it("sent many times at once are carried out once; the others are told to wait", async () => {
    const before = await tokens();
    const all = await Promise.all(Array.from({ length: 8 }, () => mint("at-once")));
    const done = all.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    for (const { body, headers } of all.filter(({ status }) => status !== 200)) {
      expect(body.error.code).toBe("idempotency_running");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await tokens()).toBe(before + 1);
    expect((await mint("at-once")).body.id).toBe(done[0]?.body.id);
  });

  it("whose bearer died are free again a minute later, for the same request only", async () => {
    await mint("crash");
    // As a crash between the write and its answer leaves it.
    await world.database.prepare("UPDATE idempotency SET status = NULL, body = NULL").run();
    expect((await mint("crash")).body.error.code).toBe("idempotency_running");
    world.clock.advance(61_000);
    expect((await mint("crash", "another")).body.error.code).toBe("idempotency_mismatch");
    expect((await mint("crash")).status).toBe(200);
    expect((await mint("crash")).headers.get("idempotent-replay")).toBe("true");
  });

  it("with an answer too long to keep say that they were done", async () => {
    await mint("long");
    await world.database.prepare("UPDATE idempotency SET body = NULL WHERE status IS NOT NULL").run();
    const again = await mint("long");
    expect([again.status, again.body.error.code]).toEqual([409, "idempotency_done"]);
  });

  it("tell a revoked token nothing", async () => {
    const minted = await world.client.call("POST", "/v1/tokens", {
      token,
      body: { scope: "admin", name: "x" },
    });
    const asker: string = minted.body.token;
    expect((await mint("revoked", "laptop", asker)).status).toBe(200);
    await world.client.call("DELETE", `/v1/tokens/${minted.body.id}`, { token });
    const again = await mint("revoked", "laptop", asker);
    expect([again.status, again.body.error.code]).toEqual([401, "unauthorized"]);
    const kept = (await rows()).length;
    expect((await mint("another", "laptop", asker)).status).toBe(401);
    expect((await rows()).length).toBe(kept);
  });

  it("need a key that is one; searches need none and keep nothing", async () => {
    const kept = (await rows()).length;
    for (const key of ["with space", "x".repeat(256), "ключ".normalize()].map(encodeHeader))
      expect((await mint(key)).body.error.code).toBe("invalid_input");
    await world.client.call("POST", "/v1/search", { token, body: { query: "here" }, headers: under("s") });
    expect((await rows()).length).toBe(kept);
  });

  it("cost an upload no text twice, and a day later all is swept", async () => {
    const push = () =>
      world.client.call("POST", "/v1/roots/notes/documents", {
        token,
        body: {
          origin: "0".repeat(32),
          documents: [{ path: "once.md", text: "", hash: EMPTY_HASH, mtime: 1_760_000_000_000 }],
        },
        headers: under("up"),
      });
    const first = await push();
    expect(first.body.indexed).toBe(1);
    expect((await push()).body).toEqual(first.body);
    world.clock.advance(25 * HOUR_MS);
    await world.client.hourly();
    await world.client.sweep();
    expect(await rows()).toEqual([]);
    expect((await push()).body.indexed).toBe(0);
  });
});

/** SHA-256 of nothing, first half. */
const EMPTY_HASH = "e3b0c44298fc1c149afbf4c8996fb924";

/** What a header can carry of a text. */
const encodeHeader = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
