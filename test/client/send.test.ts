import { expect, it } from "vitest";
import { createClient } from "../../src/cli/session/recall-client.ts";
import { type Connection, retryAfterMs } from "../../src/client/send.ts";
import { VERSION } from "../../src/version.ts";
import { type Fault, failOnce, fakeServer, resetOnce } from "../cli/fake-server.ts";

const connect = (url: string, changes: Partial<Connection> = {}) =>
  createClient({
    url,
    token: "secret",
    bookmark: () => undefined,
    onBookmark: () => {},
    retryBaseMs: 1,
    ...changes,
  });

it("reads Retry-After as seconds and as a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(retryAfterMs("7", now)).toBe(7_000);
  expect(retryAfterMs("Thu, 01 Jan 2026 00:00:05 GMT", now)).toBe(5_000);
  expect(retryAfterMs("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
  expect(retryAfterMs(null, now)).toBe(0);
  expect(retryAfterMs("soon", now)).toBe(0);
});

it("sends token, version and bookmark, and hands over the bookmark of the answer", async () => {
  const server = await fakeServer();
  const kept: string[] = [];
  const client = connect(server.url, {
    bookmark: () => "b-7",
    onBookmark: (bookmark) => kept.push(bookmark),
  });
  const origin = "0".repeat(32);
  await client.manifest("a b", { origin, join: false, dryRun: false, files: [], after: "", upTo: null });
  expect(server.seen[0]?.url).toBe("/v1/roots/a%20b/manifest");
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: "Bearer secret",
    "user-agent": `edge-recall/${VERSION}`,
    "x-recall-bookmark": "b-7",
  });
  expect(kept).toEqual(["00000001"]);
  server.faults.push((_, response) => {
    response.setHeader("x-recall-bookmark", "of a read").end("{}");
    return true;
  });
  await client.status();
  expect(kept).toEqual(["00000001"]);
});

it("encodes a path part by part", async () => {
  const server = await fakeServer();
  server.answers.set("GET /v1/documents/a%20b/c%23d%3F.md?root=n&lines=1-2", { text: "x" });
  expect(await connect(server.url).document("a b/c#d?.md", { root: "n", lines: "1-2" })).toEqual({
    text: "x",
  });
});

it("waits as long as Retry-After says", async () => {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", {});
  server.faults.push(failOnce(429, { "retry-after": "1" }));
  const before = performance.now();
  await connect(server.url).status();
  expect(performance.now() - before).toBeGreaterThan(900);
});

it("gives up at once when it would have to wait until tomorrow", async () => {
  const server = await fakeServer();
  server.faults.push(failOnce(429, { "retry-after": "40000" }));
  await expect(connect(server.url).status()).rejects.toMatchObject({ code: "rate_limited" });
  expect(server.seen).toHaveLength(1);
});

it.each(["quota", "model_budget", "misconfigured"] as const)(
  "does not wait for what lasts: %s",
  async (code) => {
    const server = await fakeServer();
    server.faults.push((_, response) => {
      response.writeHead(503).end(JSON.stringify({ error: { code, message: "no" } }));
      return true;
    });
    await expect(connect(server.url).status()).rejects.toMatchObject({ code, message: "no" });
    expect(server.seen).toHaveLength(1);
  },
);

it("asks without a key and keeps no bookmark of an answer", async () => {
  const server = await fakeServer();
  const kept: string[] = [];
  const client = connect(server.url, { onBookmark: (bookmark) => kept.push(bookmark) });
  const answer: Fault = (_, response) => {
    response.setHeader("x-recall-bookmark", "b").end("{}");
    return true;
  };
  server.faults.push(answer, answer, answer);
  await client.search({ query: "q" });
  await client.ask({ question: "q" });
  await client.explain({ query: "q", id: "12345678" });
  expect(server.seen.map(({ headers }) => headers["idempotency-key"])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(kept).toEqual([]);
});

it("retries at most as often as the connection allows, and says so at the third attempt", async () => {
  const server = await fakeServer();
  for (let at = 0; at < 8; at++) server.faults.push(failOnce(503));
  const waits: string[] = [];
  const onWait = ({ code }: { readonly code: string }) => void waits.push(code);
  await expect(connect(server.url, { maxRetries: 1, onWait }).status()).rejects.toMatchObject({
    code: "unavailable",
  });
  expect([server.seen.length, waits]).toEqual([2, []]);
  await expect(connect(server.url, { onWait }).status()).rejects.toMatchObject({ answeredStatus: 503 });
  expect([server.seen.length, waits]).toEqual([6, ["unavailable"]]);
});

it("does not repeat what the server refused for good", async () => {
  const server = await fakeServer();
  server.faults.push(failOnce(401));
  await expect(connect(server.url).status()).rejects.toMatchObject({ code: "unauthorized" });
  expect(server.seen).toHaveLength(1);
});

it("sends a write again under the key of its first attempt, and the next one under another; reads have none", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/tokens", { token: "new" }).set("GET /v1/status", {});
  const underWay: Fault = (_, response) => {
    response.writeHead(409, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: "idempotency_running", message: "under way" } }));
    return true;
  };
  server.faults.push(resetOnce, underWay);
  const client = connect(server.url);
  const request = { scope: "read", label: "" } as const;
  expect(await client.createToken(request)).toEqual({ token: "new" });
  await client.createToken(request);
  await client.status();
  const [first, second, third, next, read] = server.seen.map(({ headers }) => headers["idempotency-key"]);
  expect(first).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect([second, third]).toEqual([first, first]);
  expect(next).toMatch(/./);
  expect(next).not.toBe(first);
  expect([server.seen.length, read]).toEqual([5, undefined]);
});

it("repeats making a token that was refused for now", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/tokens", { token: "new" });
  server.faults.push(failOnce(429));
  expect(await connect(server.url).createToken({ scope: "read", label: "" })).toEqual({ token: "new" });
});

it("follows no redirect with the token", async () => {
  const other = await fakeServer();
  const server = await fakeServer();
  server.faults.push(failOnce(307, { location: `${other.url}/v1/status` }));
  await expect(connect(server.url).status()).rejects.toMatchObject({ code: "unavailable" });
  expect(other.seen).toEqual([]);
});

it("keeps the code, message and details of the server's error", async () => {
  const server = await fakeServer();
  const error = { code: "ambiguous", message: "Two roots have it", details: { roots: ["a", "b"] } };
  server.faults.push((_, response) => {
    response.writeHead(409).end(JSON.stringify({ error }));
    return true;
  });
  await expect(connect(server.url).document("x", {})).rejects.toMatchObject(error);
});

it("hands over what an unavailable search still found", async () => {
  const server = await fakeServer();
  const answer = { outcome: "unavailable", hits: [], degraded: ["quota"] };
  for (let at = 0; at < 4; at++)
    server.faults.push((_, response) => {
      response.writeHead(503).end(JSON.stringify(answer));
      return true;
    });
  expect(await connect(server.url).search({ query: "q" })).toEqual(answer);
});

it("says that something else answers at the URL", async () => {
  const server = await fakeServer();
  server.faults.push((_, response) => {
    response.end("<html>");
    return true;
  });
  await expect(connect(server.url).status()).rejects.toThrow("is this URL an edge-recall server?");
});

it("stops waiting when it is told to", async () => {
  const server = await fakeServer();
  const controller = new AbortController();
  server.faults.push(failOnce(503, { "retry-after": "60" }));
  const asked = connect(server.url, { signal: controller.signal }).status();
  setTimeout(() => controller.abort(), 50);
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});
