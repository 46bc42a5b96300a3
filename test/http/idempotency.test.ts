import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { AppError } from "../../src/errors.ts";
import type { AppEnv } from "../../src/http/app-parts.ts";
import { errorResponder } from "../../src/http/errors.ts";
import { idempotency } from "../../src/http/idempotency.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

describe("a write under a key", () => {
  const { here, column, empty } = sqlWorld();
  let done = 0;
  let nowMs = NOW_MS;
  beforeEach(async () => {
    [done, nowMs] = [0, NOW_MS];
    await empty("idempotency");
  });

  interface Sent {
    readonly key?: string;
    readonly method?: string;
    readonly path?: string;
    readonly body?: string;
    readonly token?: string;
    readonly workspace?: number;
    readonly answer?: () => Response | Promise<Response>;
    readonly admitted?: Promise<void>;
  }
  /** Sends a write and awaits what it left for later. */
  const send = async (sent: Sent = {}) => {
    const { key = "k", method = "POST", path = "/v1/memories", body = "{}", token = "t1" } = sent;
    const left: Promise<unknown>[] = [];
    const notes: Record<string, unknown> = {};
    const app = new Hono<AppEnv>();
    app.onError(errorResponder(Date.now));
    app.use(async (c, next) => {
      c.set("request", {
        claims: { id: token, workspace: sent.workspace ?? null, scope: "owner", expiresAt: null },
        ...{ session: here.db, notes, admitted: sent.admitted ?? Promise.resolve() },
        later: (work: () => Promise<unknown>) => left.push(work()),
      } as never);
      await next();
    });
    app.use(idempotency({ secrets: ["new", "old"], now: () => nowMs } as never));
    app.all("*", () => {
      done += 1;
      return sent.answer?.() ?? Response.json({ done });
    });
    const headers = key === "" ? {} : { "idempotency-key": key };
    const init = { method, headers, ...(method !== "GET" && { body }) };
    const response = await app.request(path, init);
    await Promise.all(left);
    return { status: response.status, headers: response.headers, text: await response.text(), notes };
  };
  const code = (text: string) => JSON.parse(text).error.code;

  it("is answered again with the first answer's text and status, and the log is told so", async () => {
    const answer = () => Response.json({ made: "ü" }, { status: 201 });
    const first = await send({ answer });
    expect([first.status, first.notes, first.headers.get("idempotent-replay")]).toEqual([201, {}, null]);
    const again = await send({ answer });
    expect([again.status, again.text, again.notes]).toEqual([201, first.text, { replayed: true }]);
    expect([again.headers.get("idempotent-replay"), again.headers.get("content-type")]).toEqual([
      ...["true", "application/json"],
    ]);
    expect(done).toBe(1);
  });

  it.each<[string, Sent, number]>([
    ["another method", { method: "PUT" }, 422],
    ["another path", { path: "/v1/feedback" }, 422],
    ["another query", { path: "/v1/memories?x=1" }, 422],
    ["another body", { body: "[]" }, 422],
    ["another token", { token: "t2" }, 200],
    ["another key", { key: "l" }, 200],
    ["no key", { key: "" }, 200],
    ["the same", {}, 200],
  ])("is another request with %s", async (_, other, status) => {
    await send();
    const { status: answered, text } = await send(other);
    expect(answered).toBe(status);
    if (status === 422) expect(code(text)).toBe("idempotency_mismatch");
  });

  it.each([
    ["x".repeat(255), 200],
    ["x".repeat(256), 400],
    ["a b", 400],
    ["!~", 200],
  ])("has a key of visible characters, 255 at most: %s", async (key, status) => {
    expect((await send({ key })).status).toBe(status);
  });

  it.each([
    [DEFAULTS.maxReplayedChars, 200],
    [DEFAULTS.maxReplayedChars + 1, 409],
  ])("has an answer of %d characters repeated with %d", async (length, status) => {
    const answer = () => new Response("x".repeat(length));
    await send({ answer });
    const again = await send({ answer });
    expect([again.status, done]).toEqual([status, 1]);
    if (status === 409) expect(code(again.text)).toBe("idempotency_done");
    else expect(again.text).toHaveLength(length);
  });

  it("that was refused is let go, and carried out when it is sent again", async () => {
    const refuse = () => Response.json({}, { status: 400 });
    expect((await send({ answer: refuse })).status).toBe(400);
    expect(await column("SELECT key FROM idempotency")).toEqual([]);
    expect((await send()).status).toBe(200);
    expect(done).toBe(2);
  });

  it("that fails by a bug is let go too", async () => {
    const fail = () => {
      throw new Error("a bug");
    };
    expect((await send({ answer: fail })).status).toBe(500);
    expect([await column("SELECT key FROM idempotency"), (await send()).status]).toEqual([[], 200]);
  });

  it("is refused while the first one is under way, with the time to wait, and answered after it", async () => {
    const meanwhile: Awaited<ReturnType<typeof send>>[] = [];
    const answer = async () => {
      meanwhile.push(await send(), await send({ body: "[]" }));
      return Response.json({ done });
    };
    const first = await send({ answer });
    expect(meanwhile.map(({ status, text }) => [status, code(text)])).toEqual([
      [409, "idempotency_running"],
      [422, "idempotency_mismatch"],
    ]);
    expect(meanwhile[0]?.headers.get("retry-after")).toBe("1");
    expect([(await send()).text, done]).toEqual([first.text, 1]);
  });

  it("whose bearer died is to be sent again after as long as it is over already, at last when it is free", async () => {
    await send();
    await column("UPDATE idempotency SET status = NULL, body = NULL RETURNING key");
    const waits: (string | null)[] = [];
    for (const seconds of [0.2, 5, 20, 45, 59.5]) {
      nowMs = NOW_MS + seconds * 1_000;
      waits.push((await send()).headers.get("retry-after"));
    }
    expect(waits).toEqual(["1", "5", "20", "15", "1"]);
    nowMs = NOW_MS + 60_000;
    expect([(await send()).status, done]).toEqual([200, 2]);
  });

  it("of a token whose workspace is deleted is left to the route", async () => {
    for (let at = 0; at < 2; at++) expect((await send({ workspace: 999_999 })).status).toBe(200);
    expect([done, await column("SELECT key FROM idempotency")]).toEqual([2, []]);
  });

  it("that makes the tables needs none of them, and still a key that is one", async () => {
    const path = "/v1/migrations";
    for (let at = 0; at < 2; at++) expect((await send({ path })).status).toBe(200);
    expect([done, await column("SELECT key FROM idempotency")]).toEqual([2, []]);
    expect((await send({ path, key: "not one" })).status).toBe(400);
  });

  it.each(["GET /v1/memories", "POST /v1/search", "POST /v1/ask"])(
    "is none where it changes nothing: %s",
    async (asked) => {
      const [method = "", path = ""] = asked.split(" ");
      for (const key of ["k", "not one"]) expect((await send({ key, method, path })).status).toBe(200);
      expect([done, await column("SELECT key FROM idempotency")]).toEqual([2, []]);
    },
  );

  it("beyond its rate is not begun", async () => {
    const admitted = Promise.reject(new AppError("rate_limited", "m"));
    admitted.catch(() => undefined);
    expect((await send({ admitted })).status).toBe(429);
    expect([done, await column("SELECT key FROM idempotency")]).toEqual([0, []]);
  });

  it("is free again after a day", async () => {
    await send();
    nowMs += DEFAULTS.idempotencyMs - 1;
    await send();
    expect(done).toBe(1);
    nowMs += 1;
    await send();
    expect(done).toBe(2);
  });
});
