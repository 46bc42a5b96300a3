import { describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { door } from "../../src/local.ts";
import { testEnv } from "../support/client.ts";

const NO_DATABASE = {} as D1Database;

/** A page of one file beside the Worker, and which of its files were asked for. */
function pageOf(files: readonly string[]) {
  const asked: string[] = [];
  const ASSETS = {
    fetch: async ({ url }: Request) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return new Response("file", {
        status: files.includes(pathname) ? 200 : 404,
        headers: { "x-file": pathname },
      });
    },
  };
  const withPage = { ...testEnv(NO_DATABASE), ASSETS };
  const ask = (path: string, method = "GET", env: Env = withPage, headers: HeadersInit = {}) =>
    door.fetch(
      new Request(`http://localhost${path}`, { method, headers }) as never,
      env as never,
      { waitUntil: () => undefined } as never,
    );
  return { asked, ask };
}

describe("what a laptop listens at", () => {
  it.each<[string, string, boolean]>([
    ["GET", "/", true],
    ["HEAD", "/", true],
    ["GET", "/v2", true],
    ["GET", "/healthy", true],
    ["POST", "/", false],
    ["GET", "/health", false],
    ["GET", "/openapi.json", false],
    ["GET", "/docs", false],
    ["GET", "/llms.txt", false],
    ["GET", "/docs/mcp.md", true],
    ["GET", "/v1/status", false],
  ])("answers %s %s with a file of the page: %s", async (method, path, isFile) => {
    const { ask, asked } = pageOf([
      "/",
      "/v2",
      "/healthy",
      "/health",
      "/openapi.json",
      "/docs",
      "/llms.txt",
      "/docs/mcp.md",
      "/v1/status",
    ]);
    const answer = await ask(path, method);
    expect(asked).toEqual(isFile ? [path] : []);
    expect(answer.headers.get("x-file")).toBe(isFile ? path : null);
  });

  it.each([
    "/",
    "/v2",
    "/v1/status",
    "/v1/nothing",
    "/health",
    "/health/proof",
    "/openapi.json",
    "/docs",
    "/docs/mcp.md",
    "/llms.txt",
    "/mcp",
    "/nope",
  ])("turns a name that was made to point here, and a page of elsewhere, away from %s", async (path) => {
    const { ask, asked } = pageOf(["/", "/v2"]);
    const foreign = [
      { host: "rebound.example:8787" },
      { host: "rebound.example:8787", origin: "http://rebound.example:8787" },
      { origin: "http://localhost:3000" },
      { origin: "null" },
    ];
    for (const method of ["GET", "POST", "OPTIONS", "DELETE"])
      for (const headers of foreign) {
        const answer = await ask(path, method, undefined, headers);
        expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
          ...[403, "forbidden"],
        ]);
      }
    expect(asked).toEqual([]);
  });

  it("lets in the pages and names that its settings list", async () => {
    const { ask } = pageOf(["/"]);
    const env = testEnv(NO_DATABASE, { CORS_ORIGINS: "https://app.example", ALLOWED_HOSTS: "recall.home" });
    const status = async (headers: HeadersInit) => (await ask("/health", "GET", env, headers)).status;
    expect(await status({ origin: "https://app.example" })).toBe(200);
    expect(await status({ host: "recall.home" })).toBe(200);
    expect(await status({ host: "recall.home", origin: "https://recall.home" })).toBe(200);
    expect(await status({ origin: "https://app.example:8443" })).toBe(403);
  });

  it("answers itself where the page has no such file, or there is no page", async () => {
    const { ask, asked } = pageOf([]);
    expect(await (await ask("/nope")).json()).toMatchObject({ error: { code: "not_found" } });
    expect(asked).toEqual(["/nope"]);
    expect(await (await ask("/nope", "GET", testEnv(NO_DATABASE))).json()).toMatchObject({
      error: { code: "not_found" },
    });
  });
});
