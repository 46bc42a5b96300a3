import { beforeAll, describe, expect, it } from "vitest";
import { databasesOf } from "../../src/database/several/databases.ts";
import { createApp } from "../../src/http/app.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { SECRET } from "../support/client.ts";
import { knownToken } from "../support/known-token.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const { here, empty, newWorkspace } = sqlWorld();
let workspace = 0;
beforeAll(async () => {
  workspace = await newWorkspace();
});

const ID = "abcdefghijkmnpqr";
const tokenOf = async (scope: "read" | "admin" | "owner" = "admin") => {
  await empty("tokens");
  const own = scope === "owner" ? null : workspace;
  return knownToken(here.opened.database, SECRET, { id: ID, workspace: own, scope });
};

/** The application over services that note what they were asked. */
function appOf(more: Partial<AppParts> = {}) {
  const asked: [string, ...unknown[]][] = [];
  const services = new Proxy(
    {},
    {
      get:
        (_, name) =>
        async (context: { workspace?: number }, ...given: unknown[]) => {
          asked.push([String(name), context.workspace, ...given]);
          return {};
        },
    },
  );
  const app = createApp({
    ...{ services, secrets: [SECRET], corsOrigins: [], version: "1" },
    databases: databasesOf([here.opened.database]),
    limiters: { token: undefined, address: undefined },
    now: () => NOW_MS,
    ...more,
  } as AppParts);
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
  const send = (path: string, init: RequestInit = {}) => app.request(path, init, {}, context as never);
  return { asked, send };
}

interface Asked {
  readonly body?: unknown;
  readonly scope?: "read" | "owner";
  readonly headers?: Record<string, string>;
}

const sent = async (
  method: string,
  path: string,
  { body, scope, headers }: Asked = {},
  more: Partial<AppParts> = {},
) => {
  const { asked, send } = appOf(more);
  const authorization = `Bearer ${await tokenOf(scope)}`;
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const response = await send(path, {
    method,
    headers: { authorization, ...type, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { error?: { code: string; message: string } };
  return { asked, response, answer };
};

describe("a route hands on what was asked", () => {
  const usual = { profile: "edge", view: "snippet", consistency: "nearest" };
  it.each<[string, object]>([
    ["q=heron", { query: "heron", ...usual, filters: {} }],
    [
      "q=heron&limit=3&view=compact&profile=latest&minScore=0&minRelevance=0.2&explain=true&session=s1",
      {
        ...{ query: "heron", limit: 3, view: "compact", profile: "latest", minScore: 0, explain: true },
        ...{ session: "s1", minRelevance: 0.2, consistency: "nearest", filters: {} },
      },
    ],
    ["q=x&session=s1&onlySession=true", { query: "x", ...usual, session: "s1", filters: { session: "s1" } }],
    ["q=x&session=s1&onlySession=false", { query: "x", ...usual, session: "s1", filters: {} }],
    [
      "q=x&root=n&prefix=a/&glob=*.md&kind=file&language=markdown&type=fact&tag=t&after=7d&before=2d",
      {
        ...{ query: "x", ...usual },
        filters: {
          ...{ root: "n", prefix: "a/", glob: "*.md", kind: "file", language: "markdown", type: "fact" },
          ...{ tag: "t", after: "7d", before: "2d" },
        },
      },
    ],
  ])("of a search by its address: %s", async (query, request) => {
    const { asked } = await sent("GET", `/v1/search?${query}`, { scope: "read" });
    expect(asked).toEqual([["search", workspace, request]]);
  });

  it("refuses a session as a filter where none is named", async () => {
    const { answer } = await sent("GET", "/v1/search?q=x&onlySession=true");
    expect(answer.error).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("onlySession"),
    });
  });

  const MEMORY = "0123456789abcdef";
  it.each<[string, string, unknown, string, ...unknown[]]>([
    ["GET", "/v1/audit?full=true", undefined, "audit", { full: true, repairs: false }],
    ["POST", "/v1/audit/repair", { full: true }, "audit", { full: true, repairs: true }],
    ["GET", "/v1/status", undefined, "status"],
    [
      "DELETE",
      "/v1/documents/a/b%20c.md?root=n",
      undefined,
      "deleteDocument",
      { root: "n", path: "a/b c.md" },
    ],
    ["DELETE", "/v1/roots/n?prefix=a/", undefined, "deleteRoot", { root: "n", prefix: "a/" }],
    ["DELETE", `/v1/memories/${MEMORY}`, undefined, "forgetMemory", MEMORY, { now: false }],
    ["DELETE", `/v1/memories/${MEMORY}?now=true`, undefined, "forgetMemory", MEMORY, { now: true }],
    ["POST", `/v1/memories/${MEMORY}/undo`, undefined, "undoForget", MEMORY],
    [
      "PATCH",
      `/v1/memories/${MEMORY}`,
      { importance: 1 },
      "changeMemory",
      MEMORY,
      { importance: 1, force: false },
    ],
    ["POST", "/v1/memories/forget", { query: "x" }, "forgetByQuery", { query: "x" }],
    ["GET", "/v1/graph?query=x", undefined, "graphAround", expect.objectContaining({ query: "x", depth: 1 })],
  ])("%s %s", async (method, path, body, name, ...given) => {
    const { asked, response } = await sent(method, path, { body });
    expect([response.status, asked]).toEqual([200, [[name, workspace, ...given]]]);
  });

  it("of a workspace that is deleted by an owner, and says that it was", async () => {
    const { asked, answer } = await sent("DELETE", "/v1/workspaces/gone", { scope: "owner" });
    expect([asked, answer]).toEqual([[["removeWorkspace", undefined, "gone"]], { deleted: true }]);
  });
});

describe("a database that refuses", () => {
  const refusing = (message: string) =>
    ({
      withSession: () => ({
        prepare: () => ({ bind: () => ({}) }),
        batch: () => Promise.reject(new Error(message)),
        getBookmark: () => null,
      }),
    }) as unknown as D1Database;

  it.each([
    ["Your account has exceeded D1's free tier daily row read limit.", 429, "database_quota", "43200"],
    ["Your account has exceeded D1's free tier daily row write limit.", 429, "database_quota", "43200"],
    [
      "D1 DB storage operation exceeded timeout which caused object to be reset.",
      504,
      "database_timeout",
      "60",
    ],
    ["D1 DB is overloaded. Too many requests queued.", 503, "unavailable", null],
  ])("with %s", async (message, status, code, retryAfter) => {
    const noon = Date.UTC(2026, 10, 20, 12);
    const given = { databases: databasesOf([refusing(`D1_ERROR: ${message}`)]), now: () => noon + 500 };
    const { response, answer } = await sent("GET", "/v1/status", {}, given);
    expect([response.status, answer.error?.code]).toEqual([status, code]);
    expect(response.headers.get("retry-after")).toBe(retryAfter);
  });
});

describe("a request without a token that counts", () => {
  const error = async (headers: Record<string, string>) => {
    const response = await appOf().send("/v1/status", { headers });
    return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
  };

  it("is told whether there was none or a wrong one", async () => {
    expect(await error({})).toEqual([401, "Send a token: Authorization: Bearer …"]);
    expect(await error({ authorization: `Basic ${await tokenOf()}` })).toEqual([
      ...[401, "Send a token: Authorization: Bearer …"],
    ]);
    expect(await error({ authorization: "Bearer x" })).toEqual([
      401,
      "This token is not valid here, or has ended",
    ]);
    expect(await error({ authorization: `Bearer ${await tokenOf()} x` })).toEqual([
      ...[401, "Send a token: Authorization: Bearer …"],
    ]);
  });

  it("is none where the scheme is written small", async () => {
    const response = await appOf().send("/v1/status", {
      headers: { authorization: `bearer ${await tokenOf()}` },
    });
    expect(response.status).toBe(200);
  });
});

describe("the rate limits", () => {
  const limits = (refuses: readonly string[] = []) => {
    const keys: string[] = [];
    const limiter = (name: string) => ({
      limit: async ({ key }: { key: string }) => {
        keys.push(`${name} ${key}`);
        return { success: !refuses.includes(name) };
      },
    });
    return { keys, limiters: { token: limiter("token"), address: limiter("address") } };
  };

  it("count by the caller's address and by the token's id, and a wrong token by the address alone", async () => {
    const { keys, limiters } = limits();
    await sent("GET", "/v1/status", { headers: { "cf-connecting-ip": "192.0.2.7" } }, { limiters });
    expect(keys).toEqual(["address 192.0.2.7", `token ${ID}`]);
    keys.length = 0;
    await appOf({ limiters }).send("/v1/status", { headers: { authorization: "Bearer x" } });
    expect(keys).toEqual(["address local"]);
  });

  it.each(["token", "address"])("refuse by the %s before anything is asked, at every door", async (which) => {
    for (const [method, path, body] of [
      ["GET", "/v1/status", undefined],
      ["POST", "/v1/memories", { text: "x" }],
      ["POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }],
    ] as const) {
      const { limiters } = limits([which]);
      const headers = { accept: "application/json, text/event-stream" };
      const { asked, response, answer } = await sent(method, path, { body, headers }, { limiters });
      expect([response.status, answer.error?.code, response.headers.get("retry-after"), asked]).toEqual([
        ...[429, "rate_limited", "60", []],
      ]);
    }
  });
});

it.each([
  ["/v1/search", 64_000, 400],
  ["/v1/search", 64_001, 413],
  ["/mcp", 64_000, 200],
  ["/mcp", 64_001, 413],
])(
  "%s answers a body of %d bytes with %d, whatever its length is said to be",
  async (path, bytes, status) => {
    const said = { jsonrpc: "2.0", id: 1, method: "ping", params: {} };
    const spare = bytes - JSON.stringify({ ...said, params: { x: "" } }).length;
    const body = { ...said, params: { x: "x".repeat(spare) } };
    for (const length of ["1", "99999999"]) {
      const headers = { accept: "application/json, text/event-stream", "content-length": length };
      const { response, answer } = await sent("POST", path, { body, headers });
      expect(response.status).toBe(status);
      if (status === 413) expect(answer.error?.message).toBe("What is sent here has at most 64,000 bytes");
    }
  },
);

describe("a web page of another origin", () => {
  const origin = "https://notes.example";
  const corsOrigins = ["https://other.example", origin];

  it("that is configured may ask, send what the API takes, and read what it tells in headers", async () => {
    const { send } = appOf({ corsOrigins });
    const asking = {
      origin,
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "x-recall-bookmark",
    };
    const asked = await send("/v1/status", { method: "OPTIONS", headers: asking });
    expect([asked.status, asked.headers.get("access-control-max-age")]).toEqual([204, "86400"]);
    expect(asked.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(asked.headers.get("access-control-allow-headers")).toBe("x-recall-bookmark");
    const { response } = await sent("GET", "/v1/status", { headers: { origin } }, { corsOrigins });
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-expose-headers")?.split(",")).toEqual([
      ...["x-recall-bookmark", "idempotent-replay", "retry-after"],
    ]);
    const refused = await send("/v1/status", { headers: { origin } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, origin]);
  });

  it("that is not is told nothing", async () => {
    const evil = { headers: { origin: "https://evil.example" } };
    const { response } = await sent("GET", "/v1/status", evil, { corsOrigins });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

it("an owner's token, which is bound to no workspace, is refused inside of one", async () => {
  const message = "An owner token is bound to no workspace: mint one for the workspace with it";
  for (const [method, path, body] of [
    ["POST", "/v1/search", { query: "x" }],
    ["POST", "/v1/ask", { question: "x" }],
    ["GET", "/v1/status", undefined],
  ] as const) {
    const { asked, response, answer } = await sent(method, path, { body, scope: "owner" });
    expect([response.status, answer.error?.message, asked]).toEqual([403, message, []]);
  }
});
