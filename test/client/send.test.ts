import { describe, expect, it } from "vitest";
import { AnsweredError } from "../../src/client/failure.ts";
import { type Connection, type Patience, sender } from "../../src/client/send.ts";
import { type AppError, ERRORS, type ErrorCode } from "../../src/errors.ts";

const URL_OF = "https://recall.example/v1/memories";
const POST = { method: "POST", body: "{}" };

type Reply = () => Response | Promise<Response>;

const ok =
  (headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json({ done: true }, { headers });

const refusal =
  (code: ErrorCode, headers: Record<string, string> = {}, status: number = ERRORS[code]): Reply =>
  () =>
    Response.json({ error: { code, message: "no", details: { d: 1 } } }, { status, headers });

const lost: Reply = () =>
  Promise.reject(
    new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ECONNRESET" }) }),
  );

/** A sender to a server that gives these answers, the last again and again, and what was sent to it. */
function connected(replies: readonly Reply[], more: Partial<Connection> = {}, patience = {}) {
  const sent: { url: string; headers: Headers; redirect: string | undefined }[] = [];
  const written: string[] = [];
  const waits: AppError[] = [];
  const connection: Connection = {
    url: "https://recall.example",
    token: "t",
    bookmark: () => written.at(-1),
    onBookmark: (bookmark) => written.push(bookmark),
    onWait: (failure) => waits.push(failure),
    retryBaseMs: 1,
    fetch: async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers), redirect: init?.redirect });
      return (replies[Math.min(sent.length, replies.length) - 1] ?? ok())();
    },
    ...more,
  };
  const usual: Patience = { retries: 2, timeoutMs: 5_000 };
  return { send: sender(connection, { ...usual, ...patience }), sent, written, waits };
}

describe("a request that fails", () => {
  it.each<[string, Reply, number]>([
    ["a server's failure", refusal("internal"), 3],
    ["an outage", refusal("unavailable"), 3],
    ["a refusal for now", refusal("rate_limited", { "retry-after": "0" }), 3],
    // Ten waits for it beside the two retries.
    ["a first attempt still under way", refusal("idempotency_running", { "retry-after": "0" }), 13],
    ["a gateway's 502 without JSON", () => new Response("<html>", { status: 502 }), 3],
    ["a lost connection", lost, 3],
    ["a used-up quota", refusal("quota"), 1],
    ["a used-up budget", refusal("model_budget"), 1],
    ["wrong settings", refusal("misconfigured"), 1],
    ["a write that was done already", refusal("idempotency_done"), 1],
    ["a conflict", refusal("conflict"), 1],
    ["a token that is none", refusal("unauthorized"), 1],
    ["a longer wait than two minutes", refusal("rate_limited", { "retry-after": "121" }), 1],
    ["an answer that is no JSON", () => new Response("<html>"), 1],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://evil" } }), 1],
    ["a redirect as browsers show it", () => Response.error(), 1],
  ])("by %s is sent as often as that can help", async (_, reply, attempts) => {
    const { send, sent } = connected([reply]);
    await expect(send(URL_OF, POST)).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
    expect(sent).toHaveLength(attempts);
    expect(new Set(sent.map(({ redirect }) => redirect))).toEqual(new Set(["manual"]));
  });

  it("passes as soon as an attempt does", async () => {
    const { send, sent, waits } = connected([lost, refusal("unavailable"), ok()]);
    expect(await (await send(URL_OF, POST)).json()).toEqual({ done: true });
    expect(sent).toHaveLength(3);
    expect(waits.map(({ code }) => code)).toEqual(["unavailable"]);
  });

  it("says so to who waits once a call, and not where nothing follows", async () => {
    const long = connected([lost], {}, { retries: 4 });
    await expect(long.send(URL_OF, POST)).rejects.toThrow("ECONNRESET");
    expect(long.waits).toHaveLength(1);
    const short = connected([lost], {}, { retries: 1 });
    await expect(short.send(URL_OF, POST)).rejects.toThrow("ECONNRESET");
    expect(short.waits).toEqual([]);
  });

  it.each([
    [0, 1],
    [1, 2],
    [9, 3],
  ])("is repeated no more than the connection's own %d times", async (maxRetries, attempts) => {
    const { send, sent } = connected([lost], { maxRetries });
    await expect(send(URL_OF, POST)).rejects.toThrow("Could not reach");
    expect(sent).toHaveLength(attempts);
  });

  it("tells what the server said of it, with the status, the body and the wait", async () => {
    const { send } = connected([refusal("rate_limited", { "retry-after": "121" })]);
    const failure = await send(URL_OF, POST).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AnsweredError);
    const cause = { error: { code: "rate_limited", message: "no", details: { d: 1 } } };
    expect(failure).toMatchObject({ ...cause.error, answeredStatus: 429, retryAfterMs: 121_000, cause });
  });

  it("is not repeated where the wait is longer than the caller has patience for", async () => {
    const busy = refusal("rate_limited", { "retry-after": "3" });
    const { send, sent } = connected([busy], {}, { maxWaitMs: 2_000 });
    await expect(send(URL_OF, POST)).rejects.toMatchObject({ retryAfterMs: 3_000 });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Reply, ErrorCode]>([
    ["400", () => new Response("", { status: 400 }), "invalid_input"],
    ["404", () => new Response("", { status: 404 }), "not_found"],
    ["413", () => new Response("", { status: 413 }), "too_large"],
    ["418", () => new Response("", { status: 418 }), "invalid_input"],
    ["403 with a code nobody knows", refusal("toString" as ErrorCode, {}, 403), "forbidden"],
    ["504", () => new Response("", { status: 504 }), "unavailable"],
  ])("without a known code has that of its status: %s", async (_, reply, code) => {
    const { send } = connected([reply], {}, { retries: 0 });
    await expect(send(URL_OF, POST)).rejects.toMatchObject({ code });
  });

  it("by taking too long is a timeout", async () => {
    const { send } = connected(
      [() => Promise.reject(new DOMException("slow", "TimeoutError"))],
      {},
      { retries: 0 },
    );
    await expect(send(URL_OF, POST)).rejects.toMatchObject({ code: "timeout" });
  });

  it.each([
    ["as programs see it", () => new Response(null, { status: 307, headers: { location: "https://evil" } })],
    ["of any other kind", () => new Response("", { status: 399 })],
    ["as browsers show it", () => Response.error()],
  ])("by a redirect, %s, names the cause", async (_, reply) => {
    await expect(connected([reply]).send(URL_OF, POST)).rejects.toThrow("redirects elsewhere");
  });

  it("asks after the server of this machine where nothing listens", async () => {
    const refused: Reply = () => Promise.reject(new TypeError("x", { cause: { code: "ECONNREFUSED" } }));
    const here = connected([refused], { url: "http://127.0.0.1:1" }, { retries: 0 });
    await expect(here.send("http://127.0.0.1:1/v1/status", {})).rejects.toThrow("npm start");
    const there = connected([refused], {}, { retries: 0 });
    await expect(there.send(URL_OF, {})).rejects.toMatchObject({
      message: expect.not.stringContaining("npm start"),
    });
  });
});

describe("a request that is taken back", () => {
  const reason = new Error("Ctrl-C");

  it("ends with the reason, unsent again, by the call's signal and by the connection's", async () => {
    for (const where of ["call", "connection"]) {
      const controller = new AbortController();
      const stop: Reply = () => {
        controller.abort(reason);
        return Promise.reject(reason);
      };
      const { signal } = controller;
      const { send, sent } = connected([stop], where === "connection" ? { signal } : {});
      await expect(send(URL_OF, { ...POST, ...(where === "call" && { signal }) })).rejects.toBe(reason);
      expect(sent).toHaveLength(1);
    }
  });

  it.each(["call", "connection"])(
    "waits for no Retry-After of two minutes, by the %s's signal",
    async (where) => {
      const controller = new AbortController();
      const busy: Reply = () => {
        setImmediate(() => setImmediate(() => controller.abort(reason)));
        return refusal("rate_limited", { "retry-after": "120" })();
      };
      const { signal } = controller;
      const { send, sent } = connected([busy], where === "connection" ? { signal } : {});
      await expect(send(URL_OF, { ...POST, ...(where === "call" && { signal }) })).rejects.toBe(reason);
      expect(sent).toHaveLength(1);
    },
  );
});

describe("what a request carries", () => {
  const keyOf = ({ headers }: { headers: Headers }) => headers.get("idempotency-key");

  it("is one idempotency key for all attempts of a write, another for the next write", async () => {
    const { send, sent } = connected([lost, ok(), ok()]);
    await send(URL_OF, POST);
    await send(URL_OF, POST);
    const [first, again, next] = sent.map(keyOf);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  it("is the caller's own key and bookmark where it gives them", async () => {
    const { send, sent } = connected([ok()], { bookmark: () => "known" });
    await send(URL_OF, { ...POST, headers: { "idempotency-key": "mine", "x-recall-bookmark": "b" } });
    await send(URL_OF, POST);
    expect(sent.map(({ headers }) => headers.get("x-recall-bookmark"))).toEqual(["b", "known"]);
    expect(sent[0] && keyOf(sent[0])).toBe("mine");
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer t");
  });

  it.each([
    ["GET", "/v1/memories", false],
    ["POST", "/v1/search", false],
    ["POST", "/v1/search?x=1", false],
    ["POST", "/below/v1/ask", false],
    ["POST", "/v1/explain", false],
    ["POST", "/v1/documents/v1/search.md", true],
    ["POST", "/v1/memories", true],
    ["PUT", "/v1/recalls/log", true],
    ["DELETE", "/v1/search", false],
    ["DELETE", "/v1/documents/a.md", true],
  ])("to %s %s counts as a write: %#", async (method, path, isWrite) => {
    const { send, sent, written } = connected([ok({ "x-recall-bookmark": "new" })]);
    await send(`https://recall.example${path}`, { method });
    expect(sent[0] && keyOf(sent[0]) !== null).toBe(isWrite);
    // What a read has seen is no state that later reads must have.
    expect(written).toEqual(isWrite ? ["new"] : []);
  });

  it("shows later requests the state that a write left, and not what a refused one answered", async () => {
    const { send, sent, written } = connected([
      refusal("conflict", { "x-recall-bookmark": "refused" }),
      ok({ "x-recall-bookmark": "written" }),
      ok(),
    ]);
    await expect(send(URL_OF, POST)).rejects.toMatchObject({ code: "conflict" });
    await send(URL_OF, POST);
    await send(URL_OF, {});
    expect(written).toEqual(["written"]);
    expect(sent.map(({ headers }) => headers.get("x-recall-bookmark"))).toEqual([null, null, "written"]);
  });
});
