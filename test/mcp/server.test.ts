import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { callerOf } from "../../src/mcp/caller.ts";
import { beginCall, cancelCall } from "../../src/mcp/cancellations.ts";
import { serveMcp } from "../../src/mcp/serve.ts";
import { createMcpServer } from "../../src/mcp/server.ts";
import type { RequestContext } from "../../src/workspaces/context.ts";
import { SECRET } from "../support/client.ts";
import { claimsOf, knownToken } from "../support/known-token.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const { here, newWorkspace } = sqlWorld();
let workspace = 0;
let opened: string[];
beforeAll(async () => {
  workspace = await newWorkspace();
  for (const scope of ["read", "write", "owner"] as const)
    await knownToken(here.opened.database, SECRET, claimsFor(scope));
});
beforeEach(() => {
  opened = [];
});

const claimsFor = (scope: "read" | "write" | "owner") =>
  claimsOf({ id: `t-${scope}`, workspace: scope === "owner" ? null : workspace, scope });

const requestOf = (scope: "read" | "write" | "owner" = "write"): RequestContext => ({
  claims: claimsFor(scope),
  from: { door: "mcp", address: "local" },
  session: {
    ...here.db,
    orm: here.db.orm,
    bookmark: () => "written",
    toPrimary() {
      opened.push("primary");
      return this;
    },
  },
  meter: {} as never,
  spend: () => undefined,
  hold: () => undefined,
  nowMs: NOW_MS,
  notes: {},
  admitted: Promise.resolve(),
  later: () => undefined,
});

interface Asked {
  readonly services?: object;
  readonly request?: RequestContext;
  readonly onWritten?: (bookmark: string) => void;
  readonly headers?: Readonly<Record<string, string>>;
}

const post = (body: unknown, { services = {}, request = requestOf(), onWritten, headers }: Asked = {}) =>
  serveMcp(
    new Request("https://recall.test/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
    (session) =>
      createMcpServer(
        { services: services as never, version: "1.2.3", session, ...(onWritten && { onWritten }) },
        request,
      ),
    { token: "t1", check: async () => undefined },
  );
const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: "2.0", id, method, params });
const use = (name: string, args: object, more: object = {}) =>
  message("tools/call", { name, arguments: args, ...more });
const json = async (answer: Promise<Response>) => (await (await answer).json()) as never;
const serves = (name: string, answer: () => unknown) => ({ services: { [name]: async () => answer() } });

describe("a request of MCP", () => {
  it.each<[string, unknown, number, number]>([
    ["no JSON", "{", 400, -32_700],
    ["more messages than twenty", Array(21).fill(message("ping")), 400, -32_600],
  ])("that is %s is refused with the protocol's code", async (_, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, await answer.json()]).toMatchObject([status, { id: null, error: { code } }]);
  });

  it("carries twenty messages", async () => {
    const answer = await post(Array.from({ length: 20 }, (_, at) => message("ping", {}, at)));
    expect(answer.status).toBe(200);
    expect((await answer.text()).match(/"result"/g)).toHaveLength(20);
  });

  it.each(["GET", "DELETE", "PUT"])("is never a %s", async (method) => {
    const request = new Request("https://recall.test/mcp", { method });
    const answer = await serveMcp(request, () => ({}) as never, {
      token: "t1",
      check: async () => undefined,
    });
    expect([answer.status, await answer.json()]).toMatchObject([405, { error: { code: -32_600 } }]);
  });

  it("that begins is given a name for its session and told what the server is; no other is", async () => {
    const params = {
      ...{ protocolVersion: "2025-06-18", capabilities: {} },
      clientInfo: { name: "test", version: "1" },
    };
    const begun = await post(message("initialize", params));
    expect(begun.headers.get("mcp-session-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await begun.json()).toMatchObject({
      result: {
        serverInfo: { name: "edge-recall", version: "1.2.3" },
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: expect.stringContaining("cite passages as path#L3-L9"),
      },
    });
    const pinged = await post(message("ping"));
    expect(pinged.headers.get("mcp-session-id")).toBeNull();
    expect(pinged.headers.get("content-type")).toContain("application/json");
  });
});

describe("a call of a tool", () => {
  it("is noted by its name where there is such a tool", async () => {
    const request = requestOf();
    await post(use("search", { query: "x" }), { ...serves("search", () => ({})), request });
    expect(request.notes).toEqual({ tool: "search", failed: "internal" });
    const { error } = (await json(post(use("steal", {}), { request }))) as { error: object };
    expect(request.notes).toMatchObject({ tool: "none" });
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining("search, get, list") });
  });

  it.each<[string, Error, string]>([
    ["is refused", new AppError("quota", "No more"), "quota: No more. Try again after midnight UTC."],
    [
      "meets a bug",
      new Error("SELECT secret"),
      "internal: Something went wrong on our side. Try again; the server's log says more.",
    ],
  ])("that %s is an error that the model reads", async (_, thrown, text) => {
    const refuse = serves("search", () => {
      throw thrown;
    });
    expect(await json(post(use("search", { query: "x" }), refuse))).toMatchObject({
      result: { isError: true, content: [{ type: "text", text }] },
    });
  });

  it("that writes tells of the state it left, also when it failed; one that reads does not", async () => {
    const written: string[] = [];
    const onWritten = (bookmark: string) => void written.push(bookmark);
    const keep = { action: "created", memory: { id: "one" }, redacted: [], mayContradict: [] };
    await post(use("remember", { texts: ["A."] }), { ...serves("remember", () => keep), onWritten });
    expect(written).toEqual(["written"]);
    const fail = serves("remember", () => {
      throw new AppError("conflict", "m");
    });
    await post(use("remember", { texts: ["A."] }), { ...fail, onWritten });
    expect(written).toEqual(["written", "written"]);
    await post(use("status", {}), { ...serves("status", () => ({ roots: [], index: {} })), onWritten });
    expect(written).toHaveLength(2);
  });

  it("that was taken back answers with nothing that the tool said", async () => {
    const taken = serves("search", () => {
      cancelCall(JSON.stringify(["t1", "s"]), 1);
      throw new Error("nobody reads it");
    });
    const answer = await post(use("search", { query: "x" }), {
      ...taken,
      headers: { "mcp-session-id": "s" },
    });
    expect(await answer.text()).not.toContain('"result"');
  });

  it("tells how far it is where the client gave a token for that, and else answers at once", async () => {
    const texts = Array.from({ length: 21 }, (_, at) => `Fact ${at}.`);
    const services = {
      rememberMany: async (_: unknown, { memories }: { memories: readonly object[] }) => ({
        answers: memories.map(() => ({
          action: "created",
          memory: { id: "one" },
          redacted: [],
          mayContradict: [],
        })),
      }),
    };
    const told = await post(use("remember", { texts }, { _meta: { progressToken: "p" } }), { services });
    expect(told.headers.get("content-type")).toContain("text/event-stream");
    const said = [...(await told.text()).matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    expect(said.slice(0, 2).map(({ params }) => params)).toEqual([
      { progressToken: "p", progress: 20, total: 21 },
      { progressToken: "p", progress: 21, total: 21 },
    ]);
    expect(said[2]).toMatchObject({ id: 1, result: { structuredContent: {} } });
    const plain = await post(use("remember", { texts }), { services });
    expect(plain.headers.get("content-type")).toContain("application/json");
  });
});

it("answers whole, marked, what holds a line separator, or looks like a frame of a stream", async () => {
  const workspace = "a\u2028b\u2029c\n\ndata: {}\n";
  const index = { indexedAt: null, pendingChunks: 0, failedDocuments: 0, failedWork: 0, embedder: "e" };
  const status = serves("status", () => ({ workspace, scope: "read", roots: [], index }));
  expect(await json(post(use("status", {}), status))).toMatchObject({
    ...{ jsonrpc: "2.0", id: 1 },
    result: { structuredContent: { workspace: "a\ufffdb\ufffdc\n\ndata: {}\n" } },
  });
});

describe("a failure beside the tools", () => {
  it.each<[string, object, "write" | "owner", number, string]>([
    ["prompts/get", { name: "nope" }, "write", -32_602, "invalid_input"],
    [
      "prompts/get",
      { name: "what-did-we-decide", arguments: { topic: "x".repeat(2_001) } },
      ...(["write", -32_602, "invalid_input"] as const),
    ],
    ["resources/list", { cursor: "nonsense" }, "write", -32_602, "invalid_input"],
    ["resources/list", {}, "owner", -32_603, "forbidden"],
    ["resources/read", { uri: "recall://a.md" }, "owner", -32_603, "forbidden"],
  ])("of %s with %j as %s has the protocol's code and ours", async (method, params, scope, code, own) => {
    const { error } = (await json(post(message(method, params), { request: requestOf(scope) }))) as {
      error: { message: string };
    };
    expect(error).toMatchObject({ code, data: { code: own } });
    expect(error.message).toContain(`${own}: `);
  });

  it("of a resource that is not there names it", async () => {
    const uri = "recall://notes/nope.md";
    expect(await json(post(message("resources/read", { uri })))).toMatchObject({
      error: { message: expect.stringContaining("not found"), data: { uri } },
    });
  });
});

it("lists the shapes of addresses that resources have", async () => {
  expect(await json(post(message("resources/templates/list")))).toMatchObject({
    result: { resourceTemplates: [{ uriTemplate: "recall://{root}/{+path}" }, { name: "entity" }] },
  });
});

const CALLED = { progress: async () => undefined, assertRoom: async () => undefined };

describe("who calls", () => {
  const caller = (scope: "read" | "write" | "owner", signal = new AbortController().signal) =>
    callerOf({ services: {} as never, request: requestOf(scope), signal, ...CALLED });

  it("searches with what ends when the client has gone", () => {
    const { signal } = new AbortController();
    expect(caller("read", signal).searching()).toMatchObject({ workspace, signal });
    expect(() => caller("owner").searching()).toThrow(expect.objectContaining({ code: "forbidden" }));
  });

  it("votes with any token and writes with that of a writer, both on the primary database", async () => {
    const reader = caller("read");
    expect((await reader.reading()).row.num).toBe(workspace);
    expect([opened, reader.written()]).toEqual([[], undefined]);
    await expect(reader.writing()).rejects.toMatchObject({ code: "forbidden" });
    expect(opened).toEqual([]);
    expect((await reader.voting()).session.bookmark()).toBe("written");
    expect([opened, reader.written()]).toEqual([["primary"], "written"]);
    expect((await caller("write").writing()).session.bookmark()).toBe("written");
  });
});

describe("a call that may be taken back", () => {
  const { signal } = new AbortController();

  it("is named by its session and its id, as long as it runs", () => {
    const [one, text, other] = [
      beginCall("s", 1, signal),
      beginCall("s", "1", signal),
      beginCall("r", 1, signal),
    ];
    cancelCall("s", 1);
    cancelCall("nobody", 1);
    expect([one, text, other].map(({ wanted }) => wanted.aborted)).toEqual([true, false, false]);
    expect(() => one.wanted.throwIfAborted()).toThrow("took its request back");
    expect(() => text.wanted.throwIfAborted()).not.toThrow();
    text.end();
    cancelCall("s", "1");
    expect(text.wanted.aborted).toBe(false);
    for (const { end } of [one, other]) end();
  });

  it("ends with its client too, and where it has no session only then", () => {
    const gone = AbortSignal.abort(new Error("gone"));
    for (const session of ["s", undefined]) {
      const { wanted, end } = beginCall(session, 1, gone);
      expect(wanted.aborted).toBe(true);
      expect(() => wanted.throwIfAborted()).toThrow("gone");
      end();
    }
    const { wanted } = beginCall(undefined, 2, signal);
    cancelCall("undefined", 2);
    expect(wanted).toBe(signal);
  });
});
