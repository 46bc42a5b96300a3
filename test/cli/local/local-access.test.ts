import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  ensureAccess,
  listPaths,
  localConfig,
  sampleSearch,
  signingSecret,
} from "../../../src/cli/local/local-access.ts";
import { PASSED_SETTINGS, workerOptions } from "../../../src/cli/local/server-options.ts";
import { type FakeServer, fakeServer } from "../fake-server.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const MINTED = "rcl_k1.t1.7.a.-.signature";

/** A server that takes these tokens and makes new ones, and a home with this configuration. */
async function world(good: readonly string[], config?: object, workspaces: readonly string[] = ["default"]) {
  const server: FakeServer = await fakeServer();
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
    const isMinted = token.startsWith("rcl_");
    if (!good.includes(token) && !isMinted)
      return Response.json({ error: { code: "unauthorized", message: "no" } }, { status: 401 });
    return fetch(request);
  };
  server.answers.set("GET /v1/status", {});
  server.answers.set("GET /v1/workspaces", { workspaces: workspaces.map((slug) => ({ slug })) });
  server.answers.set("POST /v1/workspaces", {});
  server.answers.set("POST /v1/tokens", { token: MINTED });
  const home = temporaryFolder();
  if (config !== undefined)
    writeInto(home, "config.json", JSON.stringify({ url: "http://127.0.0.1:1", ...config }));
  const ensured = await ensureAccess(
    { url: server.url, fetch: answer as typeof fetch },
    home,
    "a secret that is long enough to sign with",
  );
  const kept = JSON.parse(readFileSync(join(home, "config.json"), "utf8"));
  expect(kept).toEqual(ensured);
  return {
    ...ensured,
    isHere: ensured.url === server.url,
    made: server.seen.filter(({ method }) => method === "POST"),
  };
}

it("keeps the tokens of a home that are good, and the server's new address beside all else there", async () => {
  const config = { token: "own", ownerToken: "owner", sync: "onSearch" };
  const { made, ...kept } = await world(["own", "owner"], config);
  expect(kept).toMatchObject({ ...config, isHere: true });
  expect(made).toEqual([]);
});

it("makes anew only the token that is no longer good", async () => {
  const { token, ownerToken, made } = await world(["owner"], { token: "stale", ownerToken: "owner" });
  expect([token, ownerToken]).toEqual([MINTED, "owner"]);
  expect(made.map(({ url, body }) => [url, body])).toEqual([
    ["/v1/tokens", { scope: "admin", workspace: "default", name: "local CLI", expiresInDays: 3_650 }],
  ]);
  const other = await world(["own"], { token: "own", ownerToken: "stale" });
  expect(other.made.map(({ url, body }) => [url, body])).toEqual([
    ["/v1/tokens", { scope: "owner", name: "owner" }],
  ]);
  expect([other.token, other.ownerToken]).toEqual(["own", MINTED]);
});

it("makes the workspace where there is none yet", async () => {
  const { token, made } = await world([], undefined, ["another"]);
  expect([token, made[1]?.url, made[1]?.body]).toEqual([MINTED, "/v1/workspaces", { slug: "default" }]);
  expect(made.map(({ url }) => url)).toEqual(["/v1/tokens", "/v1/workspaces", "/v1/tokens"]);
});

it("replaces no settings of a server elsewhere", async () => {
  const home = temporaryFolder({ "config.json": JSON.stringify({ url: "https://a.example", token: "t" }) });
  await expect(localConfig(home)).rejects.toThrow(`${home} holds the settings of https://a.example`);
  expect(await localConfig(temporaryFolder())).toBeUndefined();
});

it("makes a home's secret once, 32 bytes for its owner alone", async () => {
  const home = temporaryFolder();
  const secret = await signingSecret(home);
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(await signingSecret(home)).toBe(secret);
  if (process.platform !== "win32") expect(statSync(join(home, "signing-secret")).mode & 0o777).toBe(0o600);
  writeInto(home, "signing-secret", " \n");
  expect(await signingSecret(home)).not.toBe("");
});

it("lists a root's documents that hold text, and searches it without a trace", async () => {
  const server = await fakeServer();
  const documents = [
    { path: "a.md", chunks: 1 },
    { path: "empty.md", chunks: 0 },
  ];
  server.answers.set("GET /v1/documents?root=notes&limit=1000", { documents });
  server.answers.set("POST /v1/search", { hits: [] });
  const api = { url: server.url, fetch };
  expect(await listPaths(api, "t", "notes")).toEqual(["a.md"]);
  await sampleSearch(api, "t", { query: "keys", root: "notes" });
  expect(server.seen.at(-1)?.body).toEqual({
    query: "keys",
    limit: 3,
    filters: { root: "notes" },
    log: false,
  });
});

it("gives the local Worker its settings of the environment and no others, a page only where there is one", () => {
  const place = { root: "/r", script: "s", secret: "secret" };
  const settings = { PLAN: "paid", RERANK_KEY: "", HOME: "/h", GENERATE_MODEL: undefined };
  const options = workerOptions({ ...place, settings });
  const text = (value: string) => ({ type: "text", value });
  expect(options.config?.env).toEqual({
    ...{ DB: { type: "d1", id: "recall" }, INDEX_QUEUE: { type: "queue", name: "edge-recall-index" } },
    ...{ PLATFORM: text("local"), SIGNING_SECRET: text("secret"), PLAN: text("paid"), RERANK_KEY: text("") },
  });
  expect(options.config).not.toHaveProperty("assets");
  expect(options.dev).toEqual({ rootPath: "/r" });
  const served = workerOptions({ ...place, settings: {}, page: "/p", address: { host: "h", port: 1 } });
  expect(served.config?.assets).toMatchObject({ directory: "/p", hasUserWorker: true });
  expect(served.config?.env).toHaveProperty("ASSETS");
  expect(served.dev?.unsafeDirectSockets).toEqual([{ host: "h", port: 1, entrypoint: "door" }]);
  expect(new Set(PASSED_SETTINGS).size).toBe(PASSED_SETTINGS.length);
});
