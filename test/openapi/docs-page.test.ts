import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/errors.ts";
import { createApp } from "../../src/http/app.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { fieldsOf, typeText } from "../../src/http/docs/fields.ts";
import { curlOf } from "../../src/http/docs/operation.tsx";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { apiDocument } from "../support/api-document.ts";

const app = createApp({
  services: {},
  corsOrigins: [],
  version: "1.2.3",
  now: Date.now,
} as unknown as AppParts);
const OPERATIONS = operationsOf(apiDocument());

describe("GET /docs", () => {
  it("has every operation, code and schema, with what its links lead to, and loads nothing", async () => {
    const response = await app.request("/docs");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
    expect(policy).not.toContain("unsafe");
    const html = await response.text();
    const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(anchors).toEqual(expect.arrayContaining(OPERATIONS.map(({ operation }) => operation.operationId)));
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, to = ""]) => to);
    expect(links.filter((to) => !to.startsWith("#") && to !== "/openapi.json")).toEqual([]);
    expect(links.filter((to) => to.startsWith("#") && !anchors.includes(to.slice(1)))).toEqual([]);
    for (const code of Object.keys(ERRORS)) expect(html).toContain(`<code>${code}</code>`);
    // As text, in the examples of webhooks and sources.
    const others = html
      .replaceAll("https://hooks.example.com/recall", "")
      .replaceAll("https://docs.example.com/guide/", "");
    expect(others).not.toMatch(/<script|<img|<link|<iframe| on\w+="|https?:\/\//);
    expect(html).toContain("1.2.3");
  });

  it("is asked for once in five minutes, guessed to be nothing else, and names nobody where it leads", async () => {
    const { headers } = await app.request("/docs");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const etag = headers.get("etag") ?? "";
    const several = { "if-none-match": `"another", ${etag}` };
    const again = await app.request("/docs", { headers: several });
    expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
    expect((await app.request("/docs", { headers: { "if-none-match": etag } })).status).toBe(304);
  });
});

describe("what the page writes", () => {
  it("is a request that a shell sends as it is meant", () => {
    const operation = { operationId: "x", tags: [], summary: "", description: "", responses: {} };
    const placed = { path: "/v1/documents/{path}", method: "put", operation } as const;
    const example = {
      params: { path: "a b/ü.md" },
      query: { root: "n o" },
      body: { text: "it's" },
      answer: {},
    };
    expect(curlOf(placed, example)).toBe(
      [
        'curl -s -X PUT "$RECALL_URL/v1/documents/a%20b/%C3%BC.md?root=n+o"',
        "-H 'content-type: application/json'",
        `-d '{"text":"it'\\''s"}'`,
      ].join(" \\\n  "),
    );
  });

  it("is a type on one line", () => {
    expect(typeText({ type: "integer", minimum: 1, maximum: 5 }).text).toBe("integer, 1 to 5");
    expect(typeText({ type: "string", minLength: 1 }).text).toBe("string, ≥ 1 characters");
    expect(typeText({ type: ["string", "null"] }).text).toBe("string | null");
    expect(typeText({ enum: ["a", 1] }).text).toBe('"a" | 1');
    expect(typeText({ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }).text).toBe(
      "(string | number)[]",
    );
    expect(typeText({ type: "array", items: { $ref: "#/components/schemas/Hit" } })).toEqual({
      text: "Hit[]",
      schema: "Hit",
    });
    expect(typeText({ type: "object", additionalProperties: { type: "number" } }).text).toBe(
      "by name: number",
    );
    expect(typeText({}).text).toBe("any");
  });

  it("is every field with what is in it", () => {
    const inner = { type: "object", properties: { b: { type: "number", default: 0 } } };
    const schema = { properties: { a: inner, list: { type: "array", items: inner } }, required: ["a"] };
    expect(fieldsOf(schema).map(({ name, isRequired, about }) => [name, isRequired, about])).toEqual([
      ["a", true, ""],
      ["a.b", false, "Default: 0"],
      ["list", false, ""],
      ["list[].b", false, "Default: 0"],
    ]);
  });
});
