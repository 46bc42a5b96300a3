import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assertChecksums } from "../../../src/local-models/installed.ts";
import { proposedEmbedder } from "../../../src/local-models/install/catalogue.ts";
import {
  findModel,
  inFolder,
  installFrom,
  installRemote,
  removeModel,
} from "../../../src/local-models/install/install-model.ts";
import { runtimeFrom, runtimePackage } from "../../../src/local-models/install/install-runtime.ts";
import { loadModel } from "../../../src/local-models/load-model.ts";
import { readManifest } from "../../../src/local-models/manifest.ts";
import { loadOnnxRuntime } from "../../../src/local-models/onnx-runtime.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { EMBEDDER, ROOT, tinyModels } from "../tiny-models.ts";
import { hubOf } from "./hub.ts";

const NAME = "bge-small-en-v1.5";

async function hub() {
  const { models } = tinyModels(EMBEDDER);
  const server = await hubOf(join(models, EMBEDDER.name), "Xenova/bge-small-en-v1.5");
  const into = join(temporaryFolder(), "models");
  const found = () => findModel(NAME, { endpoint: server.endpoint, fetch });
  const install = async (more: object = {}) => installRemote(into, await found(), { fetch, ...more });
  return { ...server, into, found, install, folder: join(into, NAME) };
}

describe("a model of the hub", () => {
  it("is installed at one commit, each file with its checksum", async () => {
    const { install, folder, bytes } = await hub();
    const seen: number[] = [];
    await install({ onBytes: (at: number) => seen.push(at) });
    const manifest = readManifest(folder);
    expect(manifest).toMatchObject({
      name: NAME,
      revision: expect.stringMatching(/^[0-9a-f]{40}$/),
      dimensions: 384,
    });
    expect(manifest.files.map(({ name }) => name).toSorted()).toEqual(["model.onnx", "tokenizer.json"]);
    await assertChecksums(folder, manifest);
    expect(readFileSync(join(folder, "model.onnx"))).toEqual(bytes["onnx/model_quantized.onnx"]);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(readdirSync(join(folder, "..")).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("goes on in the middle where a connection broke, and begins anew where the server cannot", async () => {
    const { install, faults, asked, folder } = await hub();
    faults.push("cut", "cut");
    await install();
    const ranges = asked.filter((line) => line.includes("bytes="));
    expect(ranges).toHaveLength(2);
    await assertChecksums(folder, readManifest(folder));
    const second = await hub();
    second.faults.push("cut", "no range");
    await second.install();
    await assertChecksums(second.folder, readManifest(second.folder));
  });

  it("that was stopped goes on at the next attempt, and what is whole is not fetched again", async () => {
    const { install, faults, asked, folder } = await hub();
    const stop = new AbortController();
    const stopped = install({ signal: stop.signal, onBytes: () => stop.abort(new Error("stopped")) });
    await expect(stopped).rejects.toThrow("stopped");
    expect(existsSync(folder)).toBe(false);
    faults.length = 0;
    await install();
    await install();
    expect(asked.filter((line) => line.includes("tokenizer.json"))).toHaveLength(2);
    await assertChecksums(folder, readManifest(folder));
  });

  it.each([
    ["wrong bytes", "hash_mismatch", /is not the file that was published: SHA-256 [0-9a-f]{64} instead of/],
    [401, "unauthorized", /\(401\)/],
    [404, "not_found", /\(404\)/],
    [503, "unavailable", /answers 503/],
    ["silent", "timeout", /sends nothing/],
  ] as const)("is not installed after %s, which is told as %s", async (fault, code, message) => {
    const { install, faults, folder } = await hub();
    faults.push(...Array.from({ length: 8 }, () => fault));
    await expect(install({ silenceMs: 100 })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(existsSync(folder)).toBe(false);
    faults.length = 0;
    await install();
    await assertChecksums(folder, readManifest(folder));
  });

  it("is one of the catalogue, and installed by one at a time", async () => {
    await expect(findModel("other", { fetch })).rejects.toMatchObject({ code: "not_found" });
    const { install, into } = await hub();
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, ".install.lock"), String(process.pid));
    await expect(install()).rejects.toMatchObject({ code: "conflict" });
    // A process of this number has ended long ago.
    writeFileSync(join(into, ".install.lock"), "4194303");
    await install();
  });

  it("comes from a mirror of plain files by its manifest", async () => {
    const { models } = tinyModels(EMBEDDER);
    const folder = join(models, EMBEDDER.name);
    const served = async (url: string | URL | Request) => {
      const name = String(url).replace("https://mirror.example/models/tiny-embedder/", "");
      return existsSync(join(folder, name))
        ? new Response(readFileSync(join(folder, name)))
        : new Response(null, { status: 404 });
    };
    const into = join(temporaryFolder(), "models");
    const source = { mirror: "https://mirror.example/models/", fetch: served as typeof fetch };
    await installRemote(into, await findModel(EMBEDDER.name, source), source);
    const installed = join(into, EMBEDDER.name);
    expect(readManifest(installed)).toEqual(readManifest(folder));
    const away = { ...readManifest(folder), name: "../away" };
    const hostile = {
      mirror: "https://mirror.example/models",
      fetch: (async () => Response.json(away)) as typeof fetch,
    };
    await expect(findModel("x", hostile)).rejects.toMatchObject({ code: "unavailable" });
    await expect(findModel("gone", source)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a model in a folder", () => {
  it("is installed with its manifest or as the catalogue's, and runs", async () => {
    const { models } = tinyModels(EMBEDDER);
    const folder = join(models, EMBEDDER.name);
    const into = join(temporaryFolder(), "models");
    await installFrom(into, inFolder(folder, undefined));
    const runtime = loadOnnxRuntime({ places: [ROOT], threads: 1 });
    const model = await loadModel(join(into, EMBEDDER.name), runtime);
    await model.release();
    rmSync(join(folder, "manifest.json"));
    expect(() => inFolder(folder, undefined)).toThrow(/say which model/);
    await installFrom(into, inFolder(folder, "bge-small-en-v1.5"));
    expect(readManifest(join(into, "bge-small-en-v1.5"))).toMatchObject({
      revision: "local",
      dimensions: 384,
    });
    // Its vectors have other dimensions than the model of that name.
    await expect(loadModel(join(into, "bge-small-en-v1.5"), runtime)).rejects.toMatchObject({
      code: "misconfigured",
    });
  });

  it("that is damaged changes nothing", async () => {
    const { models } = tinyModels(EMBEDDER);
    const folder = join(models, EMBEDDER.name);
    const into = join(temporaryFolder(), "models");
    await installFrom(into, inFolder(folder, undefined));
    const damaged = join(temporaryFolder(), "damaged");
    cpSync(folder, damaged, { recursive: true });
    writeFileSync(join(damaged, "model.onnx"), "half a file");
    await expect(installFrom(into, inFolder(damaged, undefined))).rejects.toMatchObject({
      code: "hash_mismatch",
    });
    await assertChecksums(join(into, EMBEDDER.name), readManifest(join(into, EMBEDDER.name)));
    rmSync(join(damaged, "manifest.json"));
    rmSync(join(damaged, "model.onnx"));
    expect(() => inFolder(damaged, "bge-m3")).toThrow(/has no model.onnx/);
    removeModel(into, EMBEDDER.name);
    expect(existsSync(join(into, EMBEDDER.name))).toBe(false);
    for (const name of [EMBEDDER.name, "../x", ".", ""])
      expect(() => removeModel(into, name)).toThrow(/is installed/);
  });
});

describe("a model that cannot be installed", () => {
  const good = () => {
    const { models } = tinyModels(EMBEDDER);
    return { folder: join(models, EMBEDDER.name), into: join(temporaryFolder(), "models") };
  };
  const COPY = "Nothing was installed: copy the model's files into that folder anew.";

  it.each([
    [
      "half a file",
      { "model.onnx": "half" },
      /^In \S+ model\.onnx is not the file that was published: 4 bytes/,
    ],
    [
      "a wrong checksum",
      { "tokenizer.json": undefined },
      /^In \S+ tokenizer\.json .*: SHA-256 \w{64} instead of/,
    ],
    ["a missing file", { "model.onnx": null }, /^\S+ has no model\.onnx, which its manifest\.json names\./],
  ])("for %s says which, and what to do", async (_, damage, message) => {
    const { folder, into } = good();
    for (const [name, content] of Object.entries(damage)) {
      const file = join(folder, name);
      if (content === null) rmSync(file);
      // Without content: one byte is another.
      else writeFileSync(file, content ?? readFileSync(file, "utf8").replace("[UNK]", "[UNX]"));
    }
    const installed = async () => installFrom(into, inFolder(folder, undefined));
    await expect(installed()).rejects.toThrow(message);
    await expect(installed()).rejects.toThrow(COPY);
    expect(existsSync(into) ? readdirSync(into) : []).toEqual([]);
  });

  it("because it is another than was named, or nowhere, says so", () => {
    const { folder } = good();
    expect(() => inFolder(folder, "bge-m3")).toThrow(/holds the model tiny-embedder, not bge-m3$/);
    expect(() => inFolder(join(folder, "x"), undefined)).toThrow(/^There is no folder /);
  });

  it("because its trial fails leaves the one before in its place, and no files of its own", async () => {
    const { folder, into } = good();
    await installFrom(into, inFolder(folder, undefined));
    const tried: string[] = [];
    const trial = async (at: string) => {
      tried.push(...readdirSync(at).toSorted());
      throw new Error("cannot be used");
    };
    await expect(installFrom(into, inFolder(folder, undefined), trial)).rejects.toThrow("cannot be used");
    expect(tried).toEqual(["manifest.json", "model.onnx", "tokenizer.json"]);
    expect(readdirSync(into)).toEqual([EMBEDDER.name]);
    await assertChecksums(join(into, EMBEDDER.name), readManifest(join(into, EMBEDDER.name)));
  });
});

it("keeps no lock of an installation that was killed while it took it", async () => {
  const { models } = tinyModels(EMBEDDER);
  const into = temporaryFolder({ ".install.lock.4194303": "4194303" });
  await installFrom(into, inFolder(join(models, EMBEDDER.name), undefined));
  expect(readdirSync(into)).toEqual([EMBEDDER.name]);
});

it("puts a copied runtime in its place when it is whole, and half a one nowhere", async () => {
  const from = temporaryFolder({ "runtime/node_modules/onnx/index.js": "whole" });
  const into = join(temporaryFolder({ "runtime/node_modules/onnx/index.js": "ha" }), "runtime");
  mkdirSync(join(`${into}.part`, "node_modules", "left"), { recursive: true });
  expect(await runtimeFrom(from, into)).toBe(true);
  expect(readFileSync(join(into, "node_modules/onnx/index.js"), "utf8")).toBe("whole");
  expect(readdirSync(join(into, "node_modules"))).toEqual(["onnx"]);
  expect(readdirSync(join(into, ".."))).toEqual(["runtime"]);
  expect(await runtimeFrom(temporaryFolder(), into)).toBe(false);
});

it.each([
  [2.9, 4, "bge-base-en-v1.5"],
  [3, 4, "bge-small-en-v1.5"],
  [1, 3.9, "bge-small-en-v1.5"],
])("is proposed by a speed of %d minutes and %d GB of memory: %s", (minutes, gigabytes, name) => {
  expect(proposedEmbedder({ minutes, bytes: gigabytes * 1024 ** 3 })).toBe(name);
});

it("runs natively where there is a binary", () => {
  expect(runtimePackage("linux", "x64")).toMatch(/^onnxruntime-node@/);
  expect(runtimePackage("darwin", "x64")).toMatch(/^onnxruntime-web@/);
});
