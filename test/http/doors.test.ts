import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../../src/errors.ts";
import { isRead } from "../../src/http/authenticate.ts";
import { errorResponder } from "../../src/http/errors.ts";
import { seal, unseal } from "../../src/text/sealed.ts";
import { newestBookmark, openBookmark, sealBookmark } from "../../src/http/sealed-bookmark.ts";
import { SECRET, type TestClient, testEnv } from "../support/client.ts";
import { watchedDatabase } from "../support/worlds/watched-database.ts";
import { createWorld, type World } from "../support/worlds/world.ts";

const BOOKMARK = "0000000f-0000000f-0000000f-0123456789abcdef0123456789abcdef";

it.each([
  ["GET", "/v1/memories", true],
  ["POST", "/v1/search", true],
  ["POST", "/v1/ask", true],
  ["POST", "/v1/explain", true],
  ["POST", "/mcp", true],
  ["POST", "/v1/memories", false],
  ["POST", "/v1/feedback", false],
  ["PUT", "/v1/recalls/log", false],
  ["PATCH", "/v1/memories/x", false],
  ["DELETE", "/v1/documents/v1/search", false],
  ["POST", "/v1/documents/v1/search", false],
])("%s %s changes nothing: %s", (method, path, reads) => {
  expect(isRead(method, path)).toBe(reads);
});

const owner = (secrets: readonly string[], token = "", database = 1) => ({ secrets, token, database });

describe("a request of the API", () => {
  let world: World;
  let token: string;
  let client: TestClient;
  let starts: string[];
  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    const watched = watchedDatabase(world.database);
    ({ starts } = watched);
    const { ai, vectorize } = world;
    client = world.on(testEnv(watched.database, { PLATFORM: "cloudflare", AI: ai, VECTORIZE: vectorize }));
  });
  beforeEach(() => void starts.splice(0));
  afterAll(() => world.dispose());

  const query = { query: "heron" };
  it.each<[string, string, string, unknown, string | undefined, string]>([
    ["a read", "GET", "/v1/status", undefined, undefined, "first-unconstrained"],
    ["a read of what was written", "GET", "/v1/status", undefined, BOOKMARK, BOOKMARK],
    ["a bookmark of another shape", "GET", "/v1/status", undefined, "nonsense", "first-unconstrained"],
    ["what looks sealed", "GET", "/v1/status", undefined, "A".repeat(100), "first-unconstrained"],
    ["a search", "POST", "/v1/search", query, BOOKMARK, BOOKMARK],
    ["a write", "POST", "/v1/memories", { text: "Herons eat frogs." }, BOOKMARK, "first-primary"],
    ["a change", "PUT", "/v1/recalls/log", { on: true }, undefined, "first-primary"],
    ["a deletion", "DELETE", "/v1/recalls", undefined, BOOKMARK, "first-primary"],
  ])("reads a database that is new enough: %s", async (_, method, path, body, bookmark, start) => {
    const given =
      bookmark === BOOKMARK ? await sealBookmark(bookmark, owner([SECRET], token.split(".")[1])) : bookmark;
    const headers = given === undefined ? {} : { "x-recall-bookmark": given };
    const options = { token, ...(body !== undefined && { body }) };
    expect(
      (await client.call(method, path, { ...options, headers: { "x-recall-bookmark": "", ...headers } }))
        .status,
    ).toBe(200);
    expect(starts[0]).toBe(start);
  });

  it("under a key that was answered before the secret was replaced is given that answer", async () => {
    const next = { SIGNING_SECRET: "another secret for tests, also long enough" };
    const keyed = { token, body: { text: "Storks eat mice." }, headers: { "idempotency-key": "k" } };
    const before = await world.client.call("POST", "/v1/memories", keyed);
    const rotated = world.isolate({
      ...next,
      SIGNING_SECRET_PREVIOUS: "a secret for tests only, long enough",
    });
    const after = await rotated.call("POST", "/v1/memories", keyed);
    expect([after.status, after.headers.get("idempotent-replay")]).toEqual([200, "true"]);
    expect(after.body).toEqual(before.body);
  });

  it("that is too large is refused before it is read", async () => {
    const body = { query: "x".repeat(16_000_001) };
    const answer = await client.call("POST", "/v1/search", { token, body });
    expect([answer.status, answer.body.error.code]).toEqual([413, "too_large"]);
  });

  it("for nothing there is names what was asked for", async () => {
    const { status, body } = await client.call("GET", "/v1/nothing", { token });
    expect([status, body.error]).toEqual([
      404,
      { code: "not_found", message: "There is no GET /v1/nothing" },
    ]);
  });
});

describe("what is sealed", () => {
  it("opens with any of the secrets and its passphrase only, and looks otherwise each time", async () => {
    const sealed = await seal("heron ü", "new", "key");
    expect(await unseal(sealed, ["new"], "key")).toBe("heron ü");
    expect(await unseal(sealed, ["newer", "new"], "key")).toBe("heron ü");
    expect(await unseal(sealed, ["newer"], "key")).toBeUndefined();
    expect(await unseal(sealed, ["new"], "other")).toBeUndefined();
    expect(await seal("heron ü", "new", "key")).not.toBe(sealed);
  });
});

describe("a failure", () => {
  const answerTo = async (thrown: Error) => {
    const app = new Hono();
    app.onError(errorResponder(Date.now));
    app.get("/", () => {
      throw thrown;
    });
    const response = await app.request("/");
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    return { status: response.status, headers: response.headers, error };
  };

  it.each<[string, Error, number, string, string | null]>([
    ["a rate", new AppError("rate_limited", "m"), 429, "rate_limited", "60"],
    ["a first attempt under way", new AppError("idempotency_running", "m"), 409, "idempotency_running", "1"],
    ["a quota", new AppError("quota", "m"), 429, "quota", null],
    ["tables of another version", new AppError("schema_mismatch", "m"), 503, "schema_mismatch", "5"],
    ["a model without capacity", new AppError("capacity", "m"), 429, "capacity", null],
    ["a header", new HTTPException(400, { message: "m" }), 400, "invalid_input", null],
    ["another type of body", new HTTPException(415, { message: "m" }), 400, "invalid_input", null],
    ["a body", new HTTPException(413, { message: "m" }), 413, "too_large", null],
    ["a token", new HTTPException(401, { message: "m" }), 401, "unauthorized", null],
    ["a scope", new HTTPException(403, { message: "m" }), 403, "forbidden", null],
    ["another rate", new HTTPException(429, { message: "m" }), 429, "rate_limited", "60"],
    ["a path", new HTTPException(404, { message: "m" }), 404, "not_found", null],
    ["a bug in a library", new HTTPException(500, { message: "secret" }), 500, "internal", null],
    ["a bug", new Error("SELECT secret FROM tokens"), 500, "internal", null],
  ])("of %s has its code, and says when to try again where that is known", async (_, thrown, ...told) => {
    const { status, headers, error } = await answerTo(thrown);
    expect([status, error.code, headers.get("retry-after")]).toEqual(told);
    expect(JSON.stringify(error)).not.toContain("secret");
  });

  it("says what was wrong in the library's words, or in ours where those tell nothing to do", async () => {
    const told = async (thrown: Error) => (await answerTo(thrown)).error;
    expect(await told(new HTTPException(400, { message: "Malformed JSON" }))).toEqual({
      ...{ code: "invalid_input", message: "Malformed JSON" },
    });
    expect(await told(new HTTPException(415, { message: "m" }))).toEqual({
      ...{ code: "invalid_input" },
      message: "Send JSON with the header content-type: application/json",
    });
    expect(await told(new AppError("ambiguous", "m", { details: { ids: [] } }))).toEqual({
      ...{ code: "ambiguous", message: "m", details: { ids: [] } },
    });
  });

  it("of a token names how to send one; no other does", async () => {
    const asked = async (code: "unauthorized" | "forbidden") =>
      (await answerTo(new AppError(code, "m"))).headers.get("www-authenticate");
    expect([await asked("unauthorized"), await asked("forbidden")]).toEqual(["Bearer", null]);
  });

  it("of several fields lists twenty of them, shortened, and the first in its message", async () => {
    const fields = Array.from({ length: 25 }, (_, at) => [`f${at}`, z.string()] as const);
    const { error } = z.object(Object.fromEntries(fields)).safeParse({});
    const { details, message } = (await answerTo(error ?? new Error())).error as {
      details: { problems: readonly { field: string }[] };
      message: string;
    };
    expect(details.problems.map(({ field }) => field)).toEqual(fields.slice(0, 20).map(([name]) => name));
    expect(message).toMatch(/^f0: /);
    const long = z.strictObject({}).safeParse({ ["x".repeat(500)]: 1 }).error ?? new Error();
    const shown = JSON.stringify((await answerTo(long)).error.details);
    expect(shown).toContain("x…");
    expect(shown.length).toBeLessThan(500);
  });
});

describe("a bookmark", () => {
  const OTHER = "another secret for tests, also long enough";

  it("is read with its own token only, and tells nothing without", async () => {
    const sealed = await sealBookmark(BOOKMARK, owner([SECRET], "mine"));
    expect(sealed).not.toContain("0000000f");
    expect(await sealBookmark(BOOKMARK, owner([SECRET], "mine"))).not.toBe(sealed);
    expect(await openBookmark(sealed, owner([SECRET], "mine"))).toBe(BOOKMARK);
    expect(await openBookmark(sealed, owner([SECRET], "another"))).toBe(undefined);
    expect(await openBookmark(sealed, owner([OTHER], "mine"))).toBe(undefined);
    expect(await openBookmark(sealed, owner([OTHER, SECRET], "mine"))).toBe(BOOKMARK);
  });

  it.each([
    "",
    "nonsense",
    BOOKMARK,
    "A".repeat(81),
    `${"A".repeat(98)}==`,
    "A".repeat(404),
    "é".repeat(100),
  ])("is not %s", async (text) => {
    expect(await openBookmark(text, owner([SECRET], "mine"))).toBe(undefined);
  });

  it("is one of its own database only", async () => {
    const inThird = owner([SECRET], "mine", 3);
    const sealed = await sealBookmark(BOOKMARK, inThird);
    expect(await openBookmark(sealed, inThird)).toBe(BOOKMARK);
    expect(await openBookmark(sealed, owner([SECRET], "mine"))).toBe(undefined);
    expect(await openBookmark(sealed, owner([SECRET], "mine", 2))).toBe(undefined);
    const first = await sealBookmark(BOOKMARK, owner([SECRET], "mine"));
    expect(await newestBookmark(`${sealed},${first}`, inThird)).toBe(BOOKMARK);
    expect(await openBookmark(first, inThird)).toBe(undefined);
  });

  it("is the newest of several, whichever of them is another's", async () => {
    const bookmarks = ["00000001", "00000003", "00000002"].map((first) =>
      BOOKMARK.replace("0000000f", first),
    );
    const sealed = await Promise.all(bookmarks.map((one) => sealBookmark(one, owner([SECRET], "mine"))));
    const others = await sealBookmark(BOOKMARK, owner([SECRET], "another"));
    const header = [...sealed, others, "nonsense"].join(", ");
    expect(await newestBookmark(header, owner([SECRET], "mine"))).toBe(bookmarks[1]);
    expect(await newestBookmark(undefined, owner([SECRET], "mine"))).toBe(undefined);
    const many = [...Array.from({ length: 8 }, () => sealed[0]), sealed[1]].join();
    expect(await newestBookmark(many, owner([SECRET], "mine"))).toBe(bookmarks[0]);
  });

  it("that was sealed over something else is none", async () => {
    const sealed = await seal("x".repeat(BOOKMARK.length), SECRET, "bookmark\nmine");
    expect(await openBookmark(sealed, owner([SECRET], "mine"))).toBe(undefined);
  });
});
