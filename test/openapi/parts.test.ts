import { describe, expect, it } from "vitest";
import { fieldsOf, typeText } from "../../src/http/docs/fields.ts";
import { curlOf } from "../../src/http/docs/operation.tsx";
import { codesOf, failureResponses } from "../../src/http/openapi/failures.ts";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { apiDocument } from "../support/api-document.ts";

const OPERATION = { operationId: "x", tags: [], summary: "", description: "", responses: {} };
const SECURED = { ...OPERATION, security: [{ token: ["read"] }] };
const BODY = { ...SECURED, requestBody: { content: { "application/json": { schema: {} } } } };

describe("the codes that an operation can answer with", () => {
  const every = [
    ...["unauthorized", "forbidden", "invalid_input", "rate_limited", "misconfigured", "internal"],
    "unavailable",
  ];
  const write = ["idempotency_mismatch", "idempotency_running", "idempotency_done"];

  it.each<[string, Parameters<typeof codesOf>[0], readonly string[]]>([
    ["a read", { method: "get", path: "/v1/x", operation: SECURED }, every],
    ["a search", { method: "post", path: "/v1/search", operation: BODY }, [...every, "too_large"]],
    ["a deletion", { method: "delete", path: "/v1/x", operation: SECURED }, [...every, ...write]],
    ["a write", { method: "post", path: "/v1/x", operation: BODY }, [...every, "too_large", ...write]],
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

describe("the reference page", () => {
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
    const a = { type: "string", description: "Meaning", default: "", examples: ["like", "other"] };
    expect(fieldsOf({ properties: { a } }).map(({ about }) => about)).toEqual([
      'Meaning. Default: "". Like "like"',
    ]);
  });

  it.each<[string, object, readonly string[]]>([
    ["get", SECURED, ['curl -s "$RECALL_URL/v1/x"', '-H "authorization: Bearer $RECALL_TOKEN"']],
    ["post", OPERATION, ['curl -s "$RECALL_URL/v1/x"', "-X POST"]],
    ["delete", OPERATION, ['curl -s -X DELETE "$RECALL_URL/v1/x"']],
  ])("writes a %s as a shell sends it", (method, operation, lines) => {
    expect(curlOf({ path: "/v1/x", method, operation } as never, undefined)).toBe(lines.join(" \\\n  "));
  });
});
