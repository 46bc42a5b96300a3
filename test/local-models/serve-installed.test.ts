import { copyFileSync, cpSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assertChecksums, installedModels } from "../../src/local-models/installed.ts";
import { MANIFEST, readManifest } from "../../src/local-models/manifest.ts";
import { modelsFolder, runtimeFolder } from "../../src/local-models/models-folder.ts";
import { callTexts, chooseInstalled, settingsFor } from "../../src/local-models/serve-installed.ts";
import { openAiEmbedder } from "../../src/models/http/openai-embedder.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";
import { readEmbeddings, readRerank } from "../../src/models/model-settings.ts";
import { temporaryFolder, writeInto } from "../cli/temporary-folder.ts";
import { EMBEDDER, QUERY_PREFIX, RERANKER, tinyModels } from "./tiny-models.ts";

it("looks for models where it is told, else in the user's cache as each system has it", () => {
  const home = { HOME: "/home/u" };
  expect(modelsFolder({ ...home, RECALL_MODELS: "/m" }, "linux")).toBe("/m");
  expect(modelsFolder(home, "linux")).toBe("/home/u/.cache/edge-recall/models");
  expect(modelsFolder({ ...home, XDG_CACHE_HOME: "/c" }, "linux")).toBe("/c/edge-recall/models");
  expect(modelsFolder(home, "darwin")).toBe("/home/u/Library/Caches/edge-recall/models");
  expect(modelsFolder({ LOCALAPPDATA: "/l" }, "win32")).toBe("/l/edge-recall/models");
  expect(runtimeFolder("/c/edge-recall/models")).toBe("/c/edge-recall/runtime");
});

it("lists what is installed, the newest first, and tells of a manifest that is damaged", () => {
  const { models } = tinyModels(EMBEDDER, RERANKER);
  utimesSync(join(models, EMBEDDER.name, MANIFEST), 1, 1);
  writeInto(models, "broken/manifest.json", "{");
  writeInto(models, "no-model/readme.md", "text");
  const told: string[] = [];
  const names = installedModels(models, (problem) => told.push(problem)).map(({ manifest }) => manifest.name);
  expect(names).toEqual([RERANKER.name, EMBEDDER.name]);
  expect(told).toEqual([expect.stringMatching(/broken\/manifest\.json is damaged/)]);
  expect(installedModels(join(models, "nowhere"))).toEqual([]);
});

it("lists nothing that an installation was killed within, and no model in a folder of another name", () => {
  const { models } = tinyModels(EMBEDDER);
  cpSync(join(models, EMBEDDER.name), join(models, `.${EMBEDDER.name}.part`), { recursive: true });
  cpSync(join(models, EMBEDDER.name), join(models, "copy"), { recursive: true });
  const told: string[] = [];
  const found = installedModels(models, (problem) => told.push(problem));
  expect(found.map(({ folder }) => folder)).toEqual([join(models, EMBEDDER.name)]);
  expect(told).toEqual([
    `${join(models, "copy")} holds the model tiny-embedder: rename the folder so, or remove it`,
  ]);
});

describe("installed models", () => {
  const wish = { ...EMBEDDER, queryPrefix: QUERY_PREFIX };
  const server = { url: "http://127.0.0.1:7", secret: "s" };
  const choose = (env: Record<string, string>) => {
    const { models } = tinyModels(wish, RERANKER);
    // Another embedder, installed before.
    cpSync(join(models, EMBEDDER.name), join(models, "older"), { recursive: true });
    const manifest = readManifest(join(models, "older"));
    writeFileSync(join(models, "older", MANIFEST), JSON.stringify({ ...manifest, name: "older" }));
    utimesSync(join(models, "older", MANIFEST), 1, 1);
    return chooseInstalled(env, installedModels(models));
  };

  it("become the model servers by the settings that exist", () => {
    const settings = settingsFor(choose({}), server);
    expect(readEmbeddings(settings)).toMatchObject({
      ...{ url: server.url, key: "s", model: EMBEDDER.name, dimensions: 32 },
      ...{ queryPrefix: QUERY_PREFIX, documentPrefix: "", asksDimensions: false },
    });
    expect(readRerank(settings, "none")).toMatchObject({ url: server.url, key: "s", model: RERANKER.name });
  });

  it.each([
    [1, 32],
    [40, 25],
    [100, 10],
    [350, 2],
    [5_000, 1],
    [undefined, 4],
  ])(
    "at %s ms a passage are sent %i at once, which take three seconds if they are long",
    (passageMs, count) => {
      const speed = passageMs && { kind: "embedder" as const, passageMs, queryMs: 1 };
      expect(callTexts(speed || undefined)).toBe(count);
      const settings = settingsFor(choose({}), server, { embedderSpeed: speed || undefined });
      const options = readEmbeddings(settings);
      expect(options && openAiEmbedder(options).maxBatch).toBe(count);
    },
  );

  it("are sent what the re-ranker reads in time, whose scores are kept apart", () => {
    const chosen = choose({});
    const named = (passages: number, tokens: number) => {
      const rerank = readRerank(settingsFor(chosen, server, { plan: { passages, tokens } }), "none");
      const { model, reads } = typeof rerank === "string" ? { model: rerank } : httpReranker(rerank);
      return [model, reads];
    };
    expect(named(7, 128)).toEqual([`llama.cpp:${RERANKER.name}@128`, { passages: 7, tokens: 128 }]);
    expect(named(14, 352)).toEqual([`llama.cpp:${RERANKER.name}`, { passages: 14, tokens: 352 }]);
  });

  it.each([
    [{ EMBEDDINGS_MODEL: "older" }, ["older", RERANKER.name]],
    [{ EMBEDDINGS_MODEL: "other" }, [undefined, RERANKER.name]],
    [{ EMBEDDINGS_URL: "http://localhost:1", EMBEDDINGS_MODEL: "older" }, [undefined, RERANKER.name]],
    [{ RERANK_PROVIDER: "none" }, [EMBEDDER.name, undefined]],
    [{ RERANK_URL: "http://localhost:1" }, [EMBEDDER.name, undefined]],
  ])("with %j are %j", (env, names) => {
    const { embedder, reranker } = choose(env as unknown as Record<string, string>);
    expect([embedder?.manifest.name, reranker?.manifest.name]).toEqual(names);
  });

  it("that lie in no folder of models change no setting", () => {
    expect(settingsFor(chooseInstalled({}, installedModels(temporaryFolder())), server)).toEqual({});
  });

  it("are checked byte by byte", async () => {
    const { models } = tinyModels(EMBEDDER);
    const folder = join(models, EMBEDDER.name);
    await assertChecksums(folder, readManifest(folder));
    const bytes = readFileSync(join(folder, "model.onnx"));
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
    writeFileSync(join(folder, "model.onnx"), bytes);
    await expect(assertChecksums(folder, readManifest(folder))).rejects.toMatchObject({
      code: "misconfigured",
      message: expect.stringMatching(/model\.onnx has another SHA-256/),
    });
    copyFileSync(join(folder, MANIFEST), join(folder, "tokenizer.json"));
    await expect(assertChecksums(folder, readManifest(folder))).rejects.toThrow(
      /tokenizer\.json has \d+ bytes/,
    );
  });
});
