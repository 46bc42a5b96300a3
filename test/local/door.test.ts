import { describe, expect, it } from "vitest";
import { door } from "../../src/local.ts";
import { testEnv } from "../support/client.ts";

/** A page of one file beside the Worker, and which of its files were asked for. */
function pageOf(files: readonly string[]) {
  const asked: string[] = [];
  const ASSETS = {
    fetch: async ({ url }: Request) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return new Response("file", { status: files.includes(pathname) ? 200 : 404 });
    },
  };
  const ask = (path: string, method = "GET", env: object = { ASSETS }) =>
    door.fetch(
      new Request(`http://localhost${path}`, { method }) as never,
      { ...testEnv({} as D1Database), ...env } as never,
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
    ["GET", "/v1/status", false],
  ])("answers %s %s with a file of the page: %s", async (method, path, isFile) => {
    const { ask, asked } = pageOf([
      "/",
      "/v2",
      "/healthy",
      "/health",
      "/openapi.json",
      "/docs",
      "/v1/status",
    ]);
    const answer = await ask(path, method);
    expect(asked).toEqual(isFile ? [path] : []);
    expect((await answer.text()) === "file").toBe(isFile);
  });

  it("answers itself where the page has no such file, or there is no page", async () => {
    const { ask, asked } = pageOf([]);
    expect(await (await ask("/nope")).json()).toMatchObject({ error: { code: "not_found" } });
    expect(asked).toEqual(["/nope"]);
    expect(await (await ask("/nope", "GET", {})).json()).toMatchObject({ error: { code: "not_found" } });
  });
});
