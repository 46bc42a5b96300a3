import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assertChecksums } from "../../../src/local-models/installed.ts";
import { proposedEmbedder } from "../../../src/local-models/install/catalogue.ts";
import { inFolder } from "../../../src/local-models/install/in-folder.ts";
import { findModel, installFrom, installRemote } from "../../../src/local-models/install/install-model.ts";
import { runtimeFrom, runtimePackage } from "../../../src/local-models/install/install-runtime.ts";
import { readManifest } from "../../../src/local-models/manifest.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { EMBEDDER, tinyModels } from "../tiny-models.ts";
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

  it("begins anew where a server goes on at another place than it was asked for", async () => {
    const { install, faults, asked, folder } = await hub();
    faults.push("cut", "wrong range");
    await install();
    expect(asked.filter((line) => line.includes("model_quantized"))).toHaveLength(3);
    await assertChecksums(folder, readManifest(folder));
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
    ["too short", "hash_mismatch", /is not the file that was published: \d+ bytes instead of/],
    ["nothing", "hash_mismatch", /is not the file that was published: 0 bytes instead of/],
    ["without end", "hash_mismatch", /is not the file that was published: \d+ bytes instead of/],
    [401, "unauthorized", /\(401\)/],
    [404, "not_found", /\(404\)/],
    [503, "unavailable", /answers 503/],
    ["silent", "timeout", /sends nothing/],
  ] as const)("is not installed after %s, which is told as %s", async (fault, code, message) => {
    const { install, faults, folder } = await hub();
    faults.push(...Array.from({ length: 8 }, () => fault));
    await expect(install(fault === "silent" ? { silenceMs: 100 } : {})).rejects.toMatchObject({
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

  it("is not described by more than a description can have", async () => {
    let sent = 0;
    const pull = (body: ReadableStreamDefaultController<Uint8Array>) => {
      sent += 1_000_000;
      body.enqueue(new Uint8Array(1_000_000).fill(32));
    };
    const endless = async () => new Response(new ReadableStream<Uint8Array>({ pull }));
    await expect(findModel("x", { mirror: "https://mirror.example", fetch: endless })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/something else/),
    });
    expect(sent).toBeLessThan(10_000_000);
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
