import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { databasesOf } from "../../src/database/several/databases.ts";
import { createApp } from "../../src/http/app.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { PATHS } from "../../src/http/oauth/provider.ts";
import { EXAMPLES } from "../../src/http/openapi/examples.ts";
import { type JsonObject, operationsOf, type PlacedOperation } from "../../src/http/openapi/types.ts";
import { mintToken, newTokenId } from "../../src/workspaces/token.ts";
import { apiDocument } from "../support/api-document.ts";
import { checkAnswer } from "../support/check-answer.ts";
import { SECRET } from "../support/client.ts";
import { addressOf } from "./example-desk.ts";

const OPERATIONS = operationsOf(apiDocument());
const named = OPERATIONS.map((placed) => [placed.operation.operationId, placed] as const);

/** Nothing here may be asked of a database. */
const PARTS = {
  services: {},
  secrets: [SECRET],
  limiters: { token: undefined, address: undefined },
  databases: databasesOf([{ withSession: () => ({ getBookmark: () => null }) } as never]),
  corsOrigins: [],
  version: "1.2.3",
  now: Date.now,
} as unknown as AppParts;
const app = createApp(PARTS);

/** Pages for people and doors for other protocols, which OpenAPI does not describe. */
/** OAuth's own documents describe its part. */
const UNDESCRIBED = [
  ...["GET /openapi.json", "GET /docs", "GET /llms.txt", "GET /metrics"],
  ...["GET", "POST"].map((method) => `${method} ${PATHS.authorize}`),
  ...[PATHS.register, PATHS.token].map((path) => `POST ${path}`),
  ...[PATHS.serverMetadata, PATHS.resourceMetadata, `${PATHS.resourceMetadata}/mcp`].map(
    (path) => `GET ${path}`,
  ),
];

describe("the OpenAPI document", () => {
  it("is one of version 3.1", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(apiDocument())));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(apiDocument().openapi).toBe("3.1.0");
  });

  it("has every route, and no other", () => {
    const routes = app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}")}`)
      .filter((route) => !UNDESCRIBED.includes(route));
    const described = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual([...new Set(routes)].toSorted());
  });

  it("has no named schema that may be null: where it may be, its use says", () => {
    const schemas = Object.entries(apiDocument().components.schemas);
    expect(schemas.filter(([, { type }]) => Array.isArray(type)).map(([name]) => name)).toEqual([]);
    const { properties } = apiDocument().components.schemas.ForgetByQueryAnswer as Record<string, JsonObject>;
    expect(properties?.forgotten).toMatchObject({
      anyOf: [{ $ref: "#/components/schemas/ForgetAnswer" }, { type: "null" }],
    });
  });

  it("names each operation once, in a group that it describes", () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = apiDocument().tags.map(({ name }) => name);
    expect([...new Set(OPERATIONS.flatMap(({ operation }) => operation.tags))].toSorted()).toEqual(
      tags.toSorted(),
    );
  });

  it.each(named.filter(([, { operation }]) => (operation.security ?? []).length > 0))(
    "says truly which scope %s needs",
    async (id, placed) => {
      const [needed = ""] = placed.operation.security?.[0]?.token ?? [];
      const below = { read: undefined, write: "read", admin: "write", owner: "admin" }[needed];
      const { status, body } = await ask(id, placed, below ?? "read");
      if (below === undefined) expect(status).not.toBe(403);
      else expect(body.error).toMatchObject({ code: "forbidden", details: { needed, has: below } });
    },
  );
});

async function ask(id: string, { operation }: PlacedOperation, scope: string) {
  const token = await mintToken(SECRET, {
    id: newTokenId(),
    workspace: 1,
    scope: scope as "read",
    expiresAt: null,
    epoch: "e".repeat(16),
  });
  const { params } = EXAMPLES[id] ?? {};
  const { method, path } = addressOf(id, params === undefined ? {} : { params });
  const body = operation.requestBody === undefined ? {} : { body: "{}" };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await app.request(path, { method, headers, ...body });
  return { status: response.status, body: (await response.json()) as { error: unknown } };
}

describe("GET /openapi.json", () => {
  it("answers without a token or a database, and is asked for once", async () => {
    const first = await app.request("/openapi.json");
    const etag = first.headers.get("etag") ?? "";
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toContain("application/json");
    expect(first.headers.get("cache-control")).toMatch(/max-age=\d+/);
    expect(((await first.json()) as { info: unknown }).info).toMatchObject({ version: "1.2.3" });
    const second = await app.request("/openapi.json", { headers: { "if-none-match": etag } });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
    const other = await app.request("/openapi.json", { headers: { "if-none-match": '"another"' } });
    expect(other.status).toBe(200);
  });
});

describe("the check of answers", () => {
  const answer = (status: number, body: unknown) => () =>
    checkAnswer({ method: "DELETE", path: "/v1/workspaces/a", status, body });

  it("takes what the document says, and no status, code or field that it does not", () => {
    expect(answer(200, { deleted: true })).not.toThrow();
    expect(answer(404, { error: { code: "not_found", message: "" } })).not.toThrow();
    expect(answer(200, { deleted: true, more: 1 })).toThrow("additional properties");
    expect(answer(200, {})).toThrow("required");
    expect(answer(201, { deleted: true })).toThrow("201");
    expect(answer(409, { error: { code: "root_exists", message: "" } })).toThrow("allowed values");
    expect(answer(404, { error: { code: "not_found", message: "", stack: "" } })).toThrow("additional");
  });

  it("knows an address by its most particular route", () => {
    const at = (path: string) => () => checkAnswer({ method: "GET", path, status: 418, body: {} });
    expect(at("/v1/memories/types")).toThrow("GET /v1/memories/types answered 418");
    expect(at("/v1/memories/abc?history=true")).toThrow("GET /v1/memories/{id} answered 418");
    expect(at("/v1/documents/a/b%2Fc.md")).toThrow("GET /v1/documents/{path} answered 418");
    expect(at("/v1/nothing/at/all")).toThrow("no route answered 418");
  });
});
