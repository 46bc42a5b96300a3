import { describe, expect, it } from "vitest";
import { PRICED_ROUTES, unitsOfRoute } from "../../src/contract/request-units.ts";
import { isRead } from "../../src/http/authenticate.ts";
import { fieldsOf, typeText } from "../../src/http/docs/fields.ts";
import { curlOf, OperationPart } from "../../src/http/docs/operation.tsx";
import { EXAMPLES } from "../../src/http/openapi/examples.ts";
import { codesOf, failureResponses } from "../../src/http/openapi/failures.ts";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { apiDocument } from "../support/api-document.ts";

const OPERATION = { operationId: "x", tags: [], summary: "", description: "", responses: {} };
const SECURED = { ...OPERATION, security: [{ token: ["read"] }] };
const BODY = { ...SECURED, requestBody: { content: { "application/json": { schema: {} } } } };

describe("the codes that an operation can answer with", () => {
  const every = [
    ...["unauthorized", "forbidden", "invalid_input", "too_large", "rate_limited", "database_quota"],
    ...[
      "database_timeout",
      "database_damaged",
      "storage_full",
      "schema_mismatch",
      "misconfigured",
      "internal",
      "unavailable",
    ],
  ];
  const write = [
    "limit_reached",
    "quota_exceeded",
    "idempotency_mismatch",
    "idempotency_running",
    "idempotency_done",
    "workspace_moving",
  ];

  it.each<[string, Parameters<typeof codesOf>[0], readonly string[]]>([
    ["a read", { method: "get", path: "/v1/x", operation: SECURED }, every],
    ["a search", { method: "post", path: "/v1/search", operation: BODY }, every],
    ["a deletion", { method: "delete", path: "/v1/x", operation: SECURED }, [...every, ...write]],
    ["a write", { method: "post", path: "/v1/x", operation: BODY }, [...every, ...write]],
    ["one without a token", { method: "get", path: "/health", operation: OPERATION }, []],
  ])("are those of its kind and its own, each once: %s", (_, placed, codes) => {
    expect(codesOf(placed, ["not_found"])).toEqual([...codes, "not_found"]);
    if (codes.length > 0) expect(codesOf(placed, ["forbidden"])).toEqual(codes);
  });

  it("are responses by status, in order, each named by what it has", () => {
    const responses = failureResponses(["conflict", "rate_limited", "ambiguous", "not_found", "internal"]);
    expect(responses.map(({ status, name }) => [status, name])).toEqual([
      [404, "404.not_found"],
      [409, "409.ambiguous.conflict"],
      [429, "429.rate_limited"],
      [500, "500.internal"],
    ]);
    expect(responses.map(({ response }) => response.headers !== undefined)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    const [running] = failureResponses(["idempotency_running"]);
    expect(running?.response.headers).toEqual({ "retry-after": { $ref: "#/components/headers/RetryAfter" } });
    expect(responses[1]?.response).toMatchObject({
      description: expect.stringMatching(/^`ambiguous`: .*\. `conflict`: /),
      content: {
        "application/json": { examples: { ambiguous: { value: { error: { code: "ambiguous" } } } } },
      },
    });
  });
});

describe("an operation of the document", () => {
  const of = (id: string) => {
    const placed = operationsOf(apiDocument()).find(({ operation }) => operation.operationId === id);
    if (placed === undefined) throw new Error(`There is no ${id}`);
    return JSON.stringify([placed.operation.parameters, placed.operation.responses[200]]);
  };

  it.each([
    ["status", "Bookmark", false],
    ["search", "Bookmark", false],
    ["remember", "IdempotencyKey", true],
    ["deleteDocument", "IdempotencyKey", true],
  ])("%s takes the header %s, and may be answered again: %s", (id, header, mayReplay) => {
    const told = of(id);
    expect([...told.matchAll(/parameters\/(\w+)/g)].map(([, name]) => name)).toEqual([header]);
    expect(told.includes("#/components/headers/Replay")).toBe(mayReplay);
    expect(told).toContain("#/components/headers/Bookmark");
  });

  it("that needs no token takes and tells no header", () => {
    expect(of("health")).not.toMatch(/components\/(?:parameters|headers)/);
  });
});

it("an operation that changes something needs more than a reader's token, and who administers is asked for the rest", () => {
  const scopes = operationsOf(apiDocument()).map(({ operation, method, path }) => ({
    id: operation.operationId,
    scope: operation.security?.[0]?.token?.[0] ?? "none",
    changes: !isRead(method.toUpperCase(), path),
  }));
  const of = (wanted: string) => scopes.flatMap(({ id, scope }) => (scope === wanted ? [id] : [])).toSorted();
  expect({ none: of("none"), write: of("write"), admin: of("admin"), owner: of("owner") }).toEqual({
    none: ["health", "proveServer"],
    admin: [
      "accessLog",
      "addWebhook",
      "audit",
      "changeMemoryNames",
      "changeMemoryTypes",
      "changeProfile",
      "changeRecallLog",
      "changeSource",
      "changeWebhook",
      "checkAccessLog",
      "clearRecalls",
      "createToken",
      "exportPage",
      "importRecords",
      "listRecalls",
      "listRuns",
      "listSources",
      "listTokens",
      "listWebhooks",
      "readRecall",
      "readSource",
      "reindex",
      "removeSource",
      "removeWebhook",
      "repair",
      "reportRecalls",
      "resetProfile",
      "revokeToken",
      "runSource",
      "switchNames",
      "testWebhook",
    ],
    write: [
      "changeMemory",
      "compareManifest",
      "decideContradiction",
      "deleteDocument",
      "deleteRoot",
      "describeRoot",
      "forgetByQuery",
      "forgetMemory",
      "indexDocuments",
      "judgeStatements",
      "mergeEntities",
      "mergeMemories",
      "observe",
      "pruneDocuments",
      "pruneMemories",
      "relate",
      "remember",
      "rememberMany",
      "removeEntity",
      "removeObservation",
      "saveEntity",
      "splitEntity",
      "splitMemory",
      "undoForget",
      "unrelate",
      "uploadDocuments",
    ],
    owner: [
      "addSource",
      "changeQuotas",
      "createWorkspace",
      "deleteWorkspace",
      "deployment",
      "listBackups",
      "listWorkspaces",
      "migrate",
      "moveWorkspace",
      "readBackup",
      "readBackupPiece",
      "readMove",
      "startEpoch",
      "stopMove",
    ],
  });
  const byReaders = scopes.filter(({ scope, changes }) => changes && scope === "read").map(({ id }) => id);
  // Of the token's own: votes, and browsers.
  expect(byReaders.toSorted()).toEqual([
    ...["createSignInLink", "giveFeedback", "signIn", "signOut", "signOutAll", "takeFeedback"],
  ]);
});

it("what a route costs is said of routes that there are", () => {
  const routes = operationsOf(apiDocument()).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect([unitsOfRoute("HEAD", "/v1/export"), isRead("HEAD", "/v1/export")]).toEqual([5, true]);
  expect(PRICED_ROUTES.filter((route) => !routes.includes(route))).toEqual(["POST /mcp"]);
});

describe("the document as a whole", () => {
  const document = apiDocument();

  it("shows what was really asked and answered, of each parameter, body and answer", () => {
    for (const { operation } of operationsOf(document)) {
      const { params, query, body, answer } = EXAMPLES[operation.operationId] ?? { answer: undefined };
      const shown = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
      // Recorded as texts of an address, shown as the values that their schemas describe.
      const examples = Object.fromEntries(shown.map(({ name, example }) => [name, String(example)]));
      for (const { schema, example } of shown)
        if (schema?.type === "integer" || schema?.type === "number") expect(example).toBeTypeOf("number");
        else if (schema?.type === "boolean") expect(example).toBeTypeOf("boolean");
      expect(examples).toEqual({ ...query, ...params });
      expect(operation.requestBody?.content["application/json"].example).toEqual(body);
      expect(operation.responses[200]?.content?.["application/json"].example).toEqual(answer);
    }
  });

  it("has patterns without flags, tuples of all their parts, and no parameter that is null", () => {
    const text = JSON.stringify(document);
    const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern = ""]) => pattern);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => /^\/|\/[a-z]+$/.test(pattern))).toEqual([]);
    const tuples = [...text.matchAll(/"prefixItems":\[[^\]]*\]/g)];
    expect(tuples.length).toBeGreaterThan(0);
    expect(text.match(/"minItems":2,"maxItems":2/)).not.toBeNull();
    const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
    expect(parameters.filter(({ schema }) => [schema?.type].flat().includes("null"))).toEqual([]);
  });
});

describe("the reference page", () => {
  const schema = {
    required: ["x"],
    properties: { x: { type: "string" }, y: { $ref: "#/components/schemas/Hit" } },
  };
  const operation = {
    ...{ ...SECURED, operationId: "ask", summary: "Ask", description: "Takes `this` only." },
    parameters: [
      { name: "a", in: "path", required: true, schema: { type: "string" }, description: "Of `b`" },
      { name: "c", in: "query" },
    ],
    responses: {
      200: { description: "What it is", content: { "application/json": { schema } } },
      409: { $ref: "#/components/responses/409.ambiguous.conflict" },
    },
  };
  const page = (more: object = {}) =>
    String(
      OperationPart({
        placed: { path: "/v1/x", method: "get", operation: { ...operation, ...more } } as never,
      }),
    );

  it.each([
    ["its scope", '<span class="soft">scope read</span>'],
    ["code in words", "Takes <code>this</code> only."],
    ["what it must be given", '<code>a</code> <span class="soft">path</span>'],
    ["what it may be given", '<code>c</code> <span class="soft">query, optional</span>'],
    ["a meaning", "<td>Of <code>b</code></td>"],
    ["a field that is always there", "<td><code>x</code></td>"],
    ["a field that may be missing", '<td><code>y</code><span class="soft"> optional</span></td>'],
    ["a named type", '<a href="#schema-Hit"><code>Hit</code></a>'],
    ["what the answer is", "<p>What it is.</p>"],
    [
      "a code with its status",
      '<a href="#error-conflict"><code>conflict</code></a> <span class="soft">409</span>',
    ],
  ])("says of an operation %s", (_, html) => {
    expect(page()).toContain(html);
  });

  it("says where no token is needed", () => {
    expect(page({ security: undefined })).toContain('<span class="soft">no token</span>');
  });

  it.each<[object, string]>([
    [{ const: "x" }, '"x"'],
    [{ prefixItems: [{ type: "number" }, { type: "string" }] }, "[number, string]"],
    [{ allOf: [{ type: "string" }, { type: "number" }] }, "string & number"],
    [{ oneOf: [{ type: "string" }, { type: "string" }] }, "string"],
    [{ type: "number", maximum: 9 }, "number, ≤ 9"],
    [{ type: "number", minimum: 0 }, "number, ≥ 0"],
    [{ type: "string", minLength: 1, maxLength: 5 }, "string, 1 to 5 characters"],
    [{ type: "object", properties: {}, additionalProperties: { type: "number" } }, "object"],
  ])("writes the type %j as %s", (schema, text) => {
    expect(typeText(schema as never).text).toBe(text);
  });

  it("says of a field what it means, what it is by default and what it is like", () => {
    const a = { type: "string", description: "Meaning", default: "so", examples: ["like", "other"] };
    const b = { description: "No text", default: "" };
    const about = fieldsOf({ properties: { a, b } }).map((field) => field.about);
    expect(about).toEqual(['Meaning. Default: "so". Like "like"', "No text"]);
  });

  it.each<[string, object, readonly string[]]>([
    ["get", SECURED, ['curl -s "$RECALL_URL/v1/x"', '-H "authorization: Bearer $RECALL_TOKEN"']],
    ["post", OPERATION, ['curl -s "$RECALL_URL/v1/x"', "-X POST"]],
    ["delete", OPERATION, ['curl -s -X DELETE "$RECALL_URL/v1/x"']],
  ])("writes a %s as a shell sends it", (method, operation, lines) => {
    expect(curlOf({ path: "/v1/x", method, operation } as never, undefined)).toBe(lines.join(" \\\n  "));
  });
});
