import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { buildPage } from "../../../src/cli/local/build-page.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

/** What a first visit may load, bytes, compressed. */
const MAX_FIRST_LOAD = 45_000;

it("builds a page that loads little at first, everything from itself, and nothing inline", async () => {
  const folder = temporaryFolder();
  writeInto(folder, "parts/stale-OLD.js", "");
  const { firstLoad, files } = await buildPage(build, process.cwd(), folder);
  const textOf = (path: string): string => readFileSync(join(folder, path), "utf8");
  const bytes = firstLoad.reduce((total, path) => total + gzipSync(textOf(path)).length, 0);
  expect(bytes).toBeLessThan(MAX_FIRST_LOAD);
  expect(firstLoad).toHaveLength(new Set(firstLoad).size);
  expect(files).not.toContain("parts/stale-OLD.js");
  expect(() => textOf("parts/stale-OLD.js")).toThrow();
  const html = textOf("index.html");
  const [styles = ""] = /<meta name="view-styles"[^>]*>/.exec(html) ?? [];
  expect(files.filter((path) => styles.includes(path))).toEqual([
    expect.stringMatching(/^parts\/views-\w+\.css$/),
  ]);
  const atOnce = html.replace(styles, "");
  const named = [...atOnce.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(named.filter((path) => !["icon.svg", "llms.txt"].includes(path)).sort()).toEqual(
    [...firstLoad.slice(1)].sort(),
  );
  expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/);
  const hosts = firstLoad.flatMap((path) => textOf(path).match(/https?:\/\/[\w.-]+/g) ?? []);
  expect(hosts.filter((host) => !host.endsWith("//www.w3.org"))).toEqual([]);
  const lazy = files.filter((path) => !firstLoad.includes(path)).join(" ");
  for (const part of ["highlight", "markdown-view", "graph-view", "memory-view", "index-view"])
    expect(lazy).toContain(part);
  expect(textOf("docs/reference/mcp.md")).toBe(readFileSync("docs/reference/mcp.md", "utf8"));
  expect(textOf("_headers")).toContain("default-src 'none'");
});
