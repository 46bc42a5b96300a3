import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assertChecksums } from "../../../src/local-models/installed.ts";
import { inFolder } from "../../../src/local-models/install/in-folder.ts";
import { installFrom, removeModel } from "../../../src/local-models/install/install-model.ts";
import { loadModel } from "../../../src/local-models/load-model.ts";
import { readManifest } from "../../../src/local-models/manifest.ts";
import { loadOnnxRuntime } from "../../../src/local-models/onnx-runtime.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { EMBEDDER, ROOT, tinyModels } from "../tiny-models.ts";

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
    expect(() => inFolder(damaged, "bge-m3")).toThrow(/has none of model\.onnx, /);
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

  it.skipIf(process.platform === "win32")("because a link leads to what is no file says so", () => {
    const { folder } = good();
    rmSync(join(folder, "model.onnx"));
    // It could be copied for ever.
    symlinkSync("/dev/zero", join(folder, "model.onnx"));
    expect(() => inFolder(folder, undefined)).toThrow(/has no model\.onnx, which its manifest\.json names/);
    rmSync(join(folder, "manifest.json"));
    expect(() => inFolder(folder, "bge-m3")).toThrow(/has none of model\.onnx, /);
  });

  it("of several in the folder is the one of the name", () => {
    const { models } = tinyModels(EMBEDDER);
    const folder = join(models, EMBEDDER.name);
    expect(inFolder(models, EMBEDDER.name).folder).toBe(folder);
    expect(inFolder(folder, EMBEDDER.name).folder).toBe(folder);
    expect(() => inFolder(join(models, "x", ".."), "../models")).toThrow(/has none of model\.onnx, /);
  });

  it("because it is another than was named, or nowhere, says so", () => {
    const { folder } = good();
    expect(() => inFolder(folder, "bge-m3")).toThrow(/holds the model tiny-embedder, not bge-m3$/);
    expect(() => inFolder(join(folder, "x"), undefined)).toThrow(/^There is no folder /);
    expect(() => inFolder(join(folder, "model.onnx"), undefined)).toThrow(/model\.onnx is no folder: /);
    expect(() => inFolder(join(folder, ".."), "bge-m3")).toThrow(`--from ${folder}`);
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

it.skipIf(process.platform === "win32")(
  "comes through links, as the hub's own cache has its files",
  async () => {
    const { models } = tinyModels(EMBEDDER);
    const folder = join(models, EMBEDDER.name);
    const [links, into] = [temporaryFolder(), join(temporaryFolder(), "models")];
    for (const name of readdirSync(folder)) symlinkSync(join(folder, name), join(links, name));
    await installFrom(into, inFolder(links, undefined));
    rmSync(models, { recursive: true });
    await assertChecksums(join(into, EMBEDDER.name), readManifest(join(into, EMBEDDER.name)));
  },
);
