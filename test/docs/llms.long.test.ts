import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentation } from "../../src/cli/local/documentation.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { countTokens } from "../../src/text/tokens/count-tokens.ts";

/** What an agent that knows only the address pays to begin. */
const MAX_TOKENS = 1_100;
const LINK = /^- \[([^\]]+)\]\((\S+)\): \S/;

describe("a server that an agent knows nothing of", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-llms-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  let text: string;
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.url), { headers });
  beforeAll(async () => {
    const secret = "a secret for the documentation of a server";
    server = await startServer({ root: process.cwd(), home, port: 0, secret });
    text = await (await ask("/llms.txt")).text();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const links = () => text.split("\n").flatMap((line) => (LINK.exec(line) === null ? [] : [LINK.exec(line)]));
  const paths = () => links().map((link) => new URL(link?.[2] ?? "").pathname.slice(1));

  it("has the form of llmstxt.org: a title, a summary, text without headings, then lists of links", async () => {
    const [head = "", ...sections] = text.split(/^## /m);
    expect(head).toMatch(/^# edge-recall\n\n> [^\n]+\n\n/);
    expect(sections.map((section) => section.split("\n")[0])).toEqual(["Docs", "Optional"]);
    for (const section of sections)
      for (const line of section.split("\n").slice(1).filter(Boolean)) expect(line).toMatch(LINK);
    expect(countTokens(text)).toBeLessThan(MAX_TOKENS);
    expect(text).toContain(`${server.url}/mcp`);
  });

  it("is text, kept for some minutes, and is the same to everybody", async () => {
    const answer = await ask("/llms.txt", { authorization: "Bearer rcl_anybody" });
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    const etag = answer.headers.get("etag") ?? "";
    expect((await ask("/llms.txt", { "if-none-match": etag })).status).toBe(304);
  });

  it("names every page of the documentation by its title, and no other", () => {
    const pages = documentation(process.cwd()).filter((path) => path.startsWith("docs/"));
    const named = paths().filter((path) => path !== "openapi.json");
    expect(named.toSorted()).toEqual(pages.filter((path) => path.endsWith(".md")).toSorted());
    const titles = named.map((path) => /^# (.+)$/m.exec(readFileSync(path, "utf8"))?.[1]);
    expect(links().flatMap((link) => (link?.[2]?.endsWith(".md") ? [link[1]] : []))).toEqual(titles);
  });

  it("answers every link with the very file, as Markdown, cached, without a token", async () => {
    for (const path of paths().filter((one) => one.endsWith(".md"))) {
      const answer = await ask(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, readFileSync(path, "utf8")]);
      expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
      const etag = answer.headers.get("etag") ?? "";
      expect((await ask(path, { "if-none-match": etag })).status).toBe(304);
    }
    expect((await ask("/openapi.json")).status).toBe(200);
  });

  it("answers what the pages link to, and nothing else of the clone", async () => {
    for (const path of documentation(process.cwd()))
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    for (const path of ["/docs/nope.md", "/package.json", "/src/worker.ts", "/docs/../package.json"])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});
