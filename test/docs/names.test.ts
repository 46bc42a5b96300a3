import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { TOOLS } from "../../src/mcp/tools/table.ts";
import { PROFILES } from "../../src/search/contract/constants.ts";
import { sourceFiles } from "../support/source-files.ts";
import { PAGES, pageText } from "./pages.ts";

/** Building the routes calls nothing of the parts. */
const app = createApp({ services: {}, corsOrigins: [], version: "", now: Date.now } as unknown as AppParts);
const ROUTES = app.routes.map(
  ({ method, path }) => `${method} ${path.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}")}`,
);

/** Set by the system or by npm, not by the user of this. */
const OF_THE_SYSTEM = ["PATH", "HOME", "APPDATA", "INIT_CWD", "XDG_CONFIG_HOME"];

const OF_WORKER = [...readFileSync("src/env.ts", "utf8").matchAll(/^ {2}readonly ([A-Z][A-Z_]+)\??:/gm)].map(
  ([, name = ""]) => name,
);

/** A page from a heading of the second level to the next one. */
const section = (path: string, heading: string): string =>
  pageText(path).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";

/** The first cells of a page's tables that are a name in code. */
const rowNames = (text: string): readonly string[] =>
  [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = ""]) => name);

describe("the hand-written pages", () => {
  it("name no route that does not exist", () => {
    const named = PAGES.flatMap(({ text }) => [
      ...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?\s]*)/g),
    ]);
    expect(named.length).toBeGreaterThan(5);
    const isRoute = (method: string, path: string) =>
      ROUTES.includes(`${method} ${path}`) || ROUTES.includes(`ALL ${path}`);
    expect(
      named.filter(([, method = "", path = ""]) => !isRoute(method, path)).map(([text]) => text),
    ).toEqual([]);
  });

  it("name every variable that command line and scripts read", () => {
    const text = sourceFiles(["src/cli", "scripts"], [".ts"])
      .map((file) => file.text)
      .join("\n");
    const read = [...text.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)].map(([, name = ""]) => name);
    const names = [...new Set(read)].filter((name) => ![...OF_THE_SYSTEM, ...OF_WORKER].includes(name));
    expect(names).toEqual(expect.arrayContaining(["RECALL_HOME", "RECALL_URL"]));
    const page = pageText("docs/settings.md");
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it("have a row for each profile, in their order", () => {
    expect(rowNames(section("docs/ranking.md", "Profiles"))).toEqual([...PROFILES]);
  });

  it("have a row for each MCP tool, in their order", () => {
    expect(rowNames(pageText("docs/mcp.md"))).toEqual(TOOLS.map(({ name }) => name));
  });
});
