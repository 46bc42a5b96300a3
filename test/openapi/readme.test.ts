import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/errors.ts";
import { createApp } from "../../src/http/app.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { ERROR_MEANINGS } from "../../src/http/openapi/error-codes.ts";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { apiDocument } from "../support/api-document.ts";

const readme = readFileSync("README.md", "utf8");

/** The section under a heading, up to the next of its rank. */
function section(heading: string): string {
  const [, text = ""] = readme.split(`\n${heading}\n`);
  const rank = heading.split(" ")[0] ?? "";
  return text.split(`\n${rank} `)[0] ?? "";
}

/** The rows of a section's tables, each by its cells. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^\| (`.*) \|$/gm)].map(([, row = ""]) => row.split(" | ").map((cell) => cell.trim()));

const app = createApp({ services: {}, corsOrigins: [], version: "", now: Date.now } as unknown as AppParts);
const ROUTES = app.routes.map(
  ({ method, path }) => `${method} ${path.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}")}`,
);

describe("the README's HTTP section", () => {
  it("names no route that is none, anywhere in the README", () => {
    const named = [...readme.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?\s]*)/g)];
    expect(named.length).toBeGreaterThan(60);
    const isRoute = (method: string, path: string) =>
      ROUTES.includes(`${method} ${path}`) || ROUTES.includes(`ALL ${path}`);
    expect(
      named.filter(([, method = "", path = ""]) => !isRoute(method, path)).map(([text]) => text),
    ).toEqual([]);
  });

  it("says of each route which scope it needs", () => {
    const rows = new Map(
      rowsOf(section("## HTTP")).map(([route = "", scope]) => [route.replaceAll("`", ""), scope]),
    );
    const scopes = operationsOf(apiDocument()).map(({ method, path, operation }) => {
      const route = `${method.toUpperCase()} ${path}`;
      return { route, said: rows.get(route), scope: operation.security?.[0]?.token?.[0] ?? "–" };
    });
    expect(scopes.filter(({ said, scope }) => said !== scope)).toEqual([]);
  });

  it("names every error code with its status and meaning, and no other", () => {
    const rows = rowsOf(section("### Error codes")).map(([code = "", status, meaning]) => [
      code.replaceAll("`", ""),
      Number(status),
      meaning,
    ]);
    const codes = Object.entries(ERRORS).map(([code, status]) => [
      code,
      status,
      ERROR_MEANINGS[code as keyof typeof ERRORS],
    ]);
    expect(rows).toEqual(codes);
  });
});

describe("the README's settings", () => {
  it("are settings that the Worker has", () => {
    const ofWorker = [
      ...readFileSync("src/env.ts", "utf8").matchAll(/^ {2}readonly ([A-Z][A-Z_]+)\??:/gm),
    ].map(([, name]) => name);
    const named = rowsOf(section("## Settings of the Worker")).map(([name = ""]) => name.replaceAll("`", ""));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !ofWorker.includes(name))).toEqual([]);
  });
});
