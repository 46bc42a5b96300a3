import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ModelServer, SERVER_KEY, startModelServer } from "../../support/fakes/model-server.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { serveWhile } from "./serve-while.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer("llama.cpp");
});
afterAll(() => server.close());

/** The settings of a local start, as a shell's environment has them. */
const settings = () => ({
  EMBEDDINGS_URL: server.url,
  EMBEDDINGS_MODEL: "nomic-embed-text",
  EMBEDDINGS_KEY: SERVER_KEY,
  EMBEDDINGS_TIMEOUT_MS: "1000",
  RERANK_URL: `${server.url}/v1`,
  RERANK_KEY: SERVER_KEY,
  RERANK_TIMEOUT_MS: "1000",
});

it("a local server finds by meaning with a model server, and says when that is slow or gone", async () => {
  const folder = temporaryFolder({
    "docs/cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n",
    "docs/keys.md": "# Keys\n\nWe rotate the signing keys every month.\n",
  });
  const home = join(folder, "home");
  const search = (query: string) =>
    spawnCli(["search", query, "-n", "1"], { cwd: folder, env: { RECALL_HOME: home } });
  await serveWhile(folder, { RECALL_HOME: home, ...settings() }, async () => {
    const found = await search("vehicle");
    expect(found.stdout).toMatch(/^1\. cars\.md/);
    expect(found.stdout).not.toMatch(/No model|The (embedding|re-ranking) model/);
    server.failure = { hangs: "silence" };
    expect((await search("signing")).stdout).toMatch(
      /^1\. keys\.md[\s\S]*The embedding model was too slow.* in time\. The re-ranking model was too slow/,
    );
  });
  // Another server, for the first one leaves the model alone for a minute.
  await serveWhile(folder, { RECALL_HOME: home, ...settings() }, async () => {
    server.failure = { status: 307, location: "http://127.0.0.1:1/" };
    expect((await search("keys")).stdout).toMatch(/^1\. keys\.md[\s\S]*The embedding model did not answer/);
  });
});

it.each([
  [{ RERANK_PROVIDER: "cohere" }, /^RERANK_PROVIDER is one of: jina.*\n$/],
  [{ EMBEDDINGS_URL: "notaurl" }, /^EMBEDDINGS_URL is an http.*\n$/],
  [{ PLAN: "gold" }, /^PLAN .*\n$/],
])("a local server with the wrong setting %j says so in one line", async (wrong, told) => {
  const folder = temporaryFolder({ "docs/a.md": "text" });
  const env = { RECALL_HOME: join(folder, "home"), ...settings(), ...wrong };
  const { code, stdout, stderr } = await spawnCli(["serve", "docs", "--port", "0"], { cwd: folder, env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(told);
});
