import { truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EMBEDDER, RERANKER, tinyModels } from "../../local-models/tiny-models.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { serveWhile } from "./serve-while.ts";

function pushedFolder() {
  const folder = temporaryFolder({
    "docs/weir.md": "# Weir\n\nThe heron stands at the weir.\n",
    "docs/keys.md": "# Keys\n\nWe rotate the signing keys every month.\n",
  });
  const home = { RECALL_HOME: join(folder, "home") };
  const recall = (...args: readonly string[]) => spawnCli(args, { cwd: folder, env: home });
  const status = async () => JSON.parse((await recall("status", "--json")).stdout);
  return { folder, home, recall, status };
}

describe("a local server with installed models", () => {
  it("answers keywords at once and turns from word statistics to the model in the background", async () => {
    const { folder, home, recall, status } = pushedFolder();
    await serveWhile(folder, home, async () => {
      expect((await status()).index.embedder).toMatch(/^embedded:/);
    });
    const { models } = tinyModels(EMBEDDER, RERANKER);
    const served = await serveWhile(folder, { ...home, RECALL_MODELS: models }, async () => {
      expect((await recall("search", "signing")).stdout).toMatch(/^1\. keys\.md/);
      await expect
        .poll(async () => (await status()).index)
        .toMatchObject({
          embedder: EMBEDDER.name,
          // Nobody has measured it: passages are cut.
          reranker: `llama.cpp:${RERANKER.name}@128`,
          pendingChunks: 0,
        });
      const { stdout } = await recall("search", "where does it stand", "--json");
      const answer = JSON.parse(stdout);
      expect([answer.degraded, answer.index.embedder]).toEqual([[], EMBEDDER.name]);
    });
    expect(served.stdout).toMatch(/tiny-embedder and tiny-reranker on this processor/);
    expect(served).toMatchObject({ code: 0, stderr: "" });
  });

  it("says once that a model is not whole, and finds by keyword", async () => {
    const { folder, home, recall } = pushedFolder();
    const { models } = tinyModels(EMBEDDER);
    truncateSync(join(models, EMBEDDER.name, "model.onnx"), 4_000);
    const served = await serveWhile(folder, { ...home, RECALL_MODELS: models }, async () => {
      for (const query of ["signing", "heron"])
        expect((await recall("search", query)).stdout).toMatch(/^1\. (keys|weir)\.md/);
    });
    expect(served.stderr.match(/is not whole: model\.onnx has 4000 bytes/g)).toHaveLength(1);
    expect(served.code).toBe(0);
  });

  it("leaves models alone where the user names another server, or one that is not installed", async () => {
    const { folder, home } = pushedFolder();
    const { models } = tinyModels(EMBEDDER);
    const env = { ...home, RECALL_MODELS: models, EMBEDDINGS_MODEL: "bge-small-en-v1.5" };
    const { code, stderr } = await spawnCli(["serve", "docs", "--port", "0"], { cwd: folder, env });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "EMBEDDINGS_MODEL is set; it needs EMBEDDINGS_URL\n",
    });
  });
});
