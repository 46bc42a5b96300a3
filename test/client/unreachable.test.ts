import { describe, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { failureIn } from "../../src/client/failure.ts";
import { type Connection, sender, unreachable } from "../../src/client/send.ts";
import type { ErrorCode } from "../../src/errors.ts";

const HERE = "http://127.0.0.1:1";
const THERE = "https://recall.example";

const caused = (cause: unknown) => new TypeError("fetch failed", { cause });

describe("why a server could not be reached", () => {
  it.each<[string, string, unknown, string]>([
    ["the code of the cause before its message", THERE, caused({ code: "E1", message: "m" }), "(E1)"],
    ["the message of a cause without a code", THERE, caused({ message: "m" }), "(m)"],
    ["the error's own message without a cause", THERE, new TypeError("own"), "(own)"],
    ["nothing of what is no error", THERE, { message: "m", cause: { code: "E1" } }, "(unknown)"],
    ["no hint for another failure on this machine", HERE, caused({ code: "ECONNRESET" }), "(ECONNRESET)"],
    ["no hint for another machine", THERE, caused({ code: "ECONNREFUSED" }), "(ECONNREFUSED)"],
    [
      "the hint where nothing listens here",
      HERE,
      caused({ code: "ECONNREFUSED" }),
      "(ECONNREFUSED): is `npm start` or `recall serve` running?",
    ],
  ])("is %s", (_, url, error, why) => {
    const failure = unreachable(url, error);
    expect(failure).toMatchObject({ code: "unavailable", message: `Could not reach ${url} ${why}` });
    expect(failure.cause).toBe(error);
  });

  it("is the time only for an error of that name", () => {
    const slow = new DOMException("slow", "TimeoutError");
    expect(unreachable(THERE, slow)).toMatchObject({ code: "timeout", cause: slow });
    expect(unreachable(THERE, { name: "TimeoutError" }).code).toBe("unavailable");
  });

  it("is the time that a client gives one attempt, and as often as it is to try", async () => {
    let asked = 0;
    const waiting: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        asked += 1;
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    const { v1 } = createClient(THERE, "t", { fetch: waiting, timeoutMs: 1, retries: 1 });
    await expect(v1.status.$get()).rejects.toMatchObject({ code: "timeout" });
    expect(asked).toBe(2);
  });

  it("names the server without the slashes at its end", async () => {
    const lost = () => Promise.reject(new TypeError("gone"));
    const { v1 } = createClient(`${THERE}//`, "t", { fetch: lost });
    await expect(v1.status.$get()).rejects.toThrow(`Could not reach ${THERE} (gone)`);
  });
});

it.each<[string, unknown, ErrorCode, string]>([
  [
    "a list that reads like one",
    { error: { code: ["conflict"] } },
    "not_found",
    "The server answered HTTP 404",
  ],
  ["a name of every object", { error: { code: "constructor", message: "m" } }, "not_found", "m"],
  ["an empty message", { error: { code: "conflict", message: "" } }, "conflict", ""],
])("takes for a code only a known one: %s", (_, body, code, message) => {
  expect(failureIn(404, body)).toMatchObject({ code, message, cause: body });
});

function connected(answer: (init: RequestInit) => Promise<Response>, more: Partial<Connection> = {}) {
  const sent: Headers[] = [];
  const connection: Connection = {
    ...{ url: THERE, token: "t", bookmark: () => undefined, onBookmark: () => undefined },
    retryBaseMs: 1,
    fetch: (_, init) => {
      sent.push(new Headers(init.headers));
      return answer(init);
    },
    ...more,
  };
  return { send: sender(connection, { retries: 1, timeoutMs: 5_000 }), connection, sent };
}

describe("a request", () => {
  it("ends after the time of one attempt, with the server's name", async () => {
    const { connection } = connected(
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    const send = sender(connection, { retries: 0, timeoutMs: 1 });
    await expect(send(`${THERE}/v1/status`, {})).rejects.toMatchObject({
      ...{ code: "timeout", message: `${THERE} did not answer in time` },
    });
  });

  it.each<[ErrorCode, number, number]>([
    ["database_quota", 429, 1],
    ["database_timeout", 504, 1],
    ["capacity", 429, 2],
    ["internal", 500, 2],
    ["conflict", 499, 1],
  ])("refused with %s and HTTP %d is sent %d times", async (code, status, times) => {
    const { send, sent } = connected(async () => Response.json({ error: { code } }, { status }));
    await expect(send(`${THERE}/v1/status`, {})).rejects.toMatchObject({ code, answeredStatus: status });
    expect(sent).toHaveLength(times);
  });

  it.each([
    ["300", "redirects elsewhere"],
    ["399", "redirects elsewhere"],
    ["400", "HTTP 400"],
  ])("answered with %s without JSON: %s", async (status, message) => {
    const { send } = connected(async () => new Response("no", { status: Number(status) }));
    await expect(send(`${THERE}/v1/status`, {})).rejects.toThrow(message);
  });

  it("carries the connection's headers and its token whatever the call's own are", async () => {
    const { send, sent } = connected(async () => Response.json({}), {
      headers: { "user-agent": "edge", authorization: "Bearer other" },
    });
    await send(THERE, { headers: { "user-agent": "mine", authorization: "Bearer mine", accept: "a/b" } });
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      ...{ "user-agent": "edge", authorization: "Bearer t", accept: "a/b" },
    });
  });

  it("answers its text as it came, its status and its headers", async () => {
    const { send } = connected(
      async () => new Response(' {"a": 1}', { status: 201, headers: { "x-recall-bookmark": "b" } }),
    );
    const answer = await send(THERE, {});
    expect(answer).toMatchObject({ ok: true, status: 201 });
    expect([await answer.text(), await answer.json(), answer.headers.get("x-recall-bookmark")]).toEqual([
      ...[' {"a": 1}', { a: 1 }, "b"],
    ]);
  });

  it("is told to wait for where the code has no message of its own", async () => {
    const told: string[] = [];
    const { connection } = connected(() => Promise.reject(new TypeError("gone")), {
      onWait: ({ message }) => told.push(message),
    });
    await expect(sender(connection, { retries: 2, timeoutMs: 5_000 })(THERE, {})).rejects.toThrow("gone");
    expect(told).toEqual([`Could not reach ${THERE} (gone)`]);
  });
});
