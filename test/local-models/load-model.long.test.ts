import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { BertShape } from "../../src/local-models/bert/weights.ts";
import type { ModelWish } from "../../scripts/bert/write-model.ts";
import { type LoadedModel, loadModel } from "../../src/local-models/load-model.ts";
import { loadOnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import { forward } from "./forward.ts";
import { EMBEDDER, ROOT, TINY, tinyModels } from "./tiny-models.ts";

const readText = (file: string): string => readFileSync(file, "utf8");
const native = loadOnnxRuntime({ places: [ROOT], threads: 1 });
const opened: LoadedModel[] = [];
afterAll(() => Promise.all(opened.map((model) => model.release())));

async function open(wish: ModelWish) {
  const { models, weights } = tinyModels(wish);
  const model = await loadModel(join(models, wish.name), native);
  opened.push(model);
  const [its] = weights;
  if (its === undefined) throw new Error("no weights");
  return { model, weights: its };
}

const TEXTS = ["heron", "The heron stands at the weir, 40 cm high.", "", "Ünïcode - a1", "b ".repeat(30)];
const KINDS: readonly (readonly [string, Partial<BertShape>])[] = [
  ["an embedder of BERT's kind", {}],
  ["an embedder of XLM-R's kind", { kind: "xlm-roberta" }],
  ["a cross-encoder of BERT's kind", { hasHead: true }],
  ["a cross-encoder of XLM-R's kind", { kind: "xlm-roberta", hasHead: true }],
];

function differences(found: readonly Float32Array[], wanted: readonly (readonly number[])[]): number {
  expect(found.map(({ length }) => length)).toEqual(wanted.map(({ length }) => length));
  return Math.max(
    ...found.flatMap((row, at) => Array.from(row, (value, i) => Math.abs(value - (wanted[at]?.[i] ?? 9)))),
  );
}

describe.each(KINDS)("%s", (_, kind) => {
  const shape = { ...TINY, ...kind };
  const encodeAll = ({ encode }: LoadedModel) =>
    TEXTS.map((text) => (shape.hasHead === true ? encode("a weir", text) : encode(text)));

  it("answers what the forward pass gives", async () => {
    const { model, weights } = await open({ ...EMBEDDER, shape });
    const encoded = encodeAll(model);
    const wanted = encoded.map((text) => forward(shape, weights, text));
    expect(differences(await model.run(encoded), wanted)).toBeLessThan(1e-4);
  });

  it("answers a text alone what it answers it beside longer ones", async () => {
    const { model } = await open({ ...EMBEDDER, shape });
    const encoded = encodeAll(model);
    const together = await model.run(encoded);
    const singles: Float32Array[] = [];
    for (const text of encoded) singles.push(...(await model.run([text])));
    expect(
      differences(
        together,
        singles.map((row) => [...row]),
      ),
    ).toBeLessThan(1e-5);
  });

  it("is near itself when it is quantised", async () => {
    const { model, weights } = await open({ ...EMBEDDER, shape, isQuantised: true });
    const encoded = encodeAll(model);
    const wanted = encoded.map((text) => forward(shape, weights, text));
    const found = await model.run(encoded);
    for (const [at, row] of found.entries()) {
      const cosine = row.reduce((sum, value, i) => sum + value * (wanted[at]?.[i] ?? 0), 0);
      if (shape.hasHead !== true) expect(cosine).toBeGreaterThan(0.99);
    }
    expect(differences(found, wanted)).toBeLessThan(0.1);
  });
});

it("reads 512 tokens, the closing one among them, and a pair's query whole", async () => {
  const { model } = await open(EMBEDDER);
  const long = "weir ".repeat(900);
  const { ids } = model.encode(long);
  const short = model.encode("weir").ids;
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([512, short[0], short.at(-1)]);
  const pair = model.encode("heron", long);
  expect([pair.ids.length, pair.types.at(-1), pair.ids.at(-1)]).toEqual([512, 1, short.at(-1)]);
  expect(pair.ids.slice(0, 3)).toEqual(model.encode("heron").ids);
  const [vector] = await model.run([{ ids, types: ids.map(() => 0) }]);
  expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
});

describe("says what is wrong with", () => {
  const failing = async (damage: (folder: string) => void) => {
    const { models } = tinyModels(EMBEDDER);
    const folder = join(models, EMBEDDER.name);
    damage(folder);
    return loadModel(folder, native).then(
      () => "nothing",
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
  };
  const change = (folder: string, what: object) => {
    const file = join(folder, "manifest.json");
    const { files, ...manifest } = JSON.parse(readText(file));
    writeFileSync(file, JSON.stringify({ ...manifest, files, ...what }));
  };

  it("half a file", async () => {
    const said = await failing((folder) => truncateSync(join(folder, "model.onnx"), 5_000));
    expect(said).toMatch(
      /^misconfigured: The model tiny-embedder is not whole: model\.onnx has 5000 bytes instead of/,
    );
  });

  it("a file that is no model", async () => {
    const said = await failing((folder) => {
      const { files } = JSON.parse(readText(join(folder, "manifest.json")));
      writeFileSync(join(folder, "model.onnx"), Buffer.alloc(files[0].bytes, 1));
    });
    expect(said).toMatch(/^misconfigured: The model tiny-embedder cannot be used: model\.onnx is no model/);
  });

  it("other dimensions than the manifest's", async () => {
    const said = await failing((folder) => change(folder, { dimensions: 64 }));
    expect(said).toMatch(/its vectors have 32 dimensions; its manifest says 64/);
  });

  it("a re-ranker that is said to be an embedder's file", async () => {
    const said = await failing((folder) => change(folder, { kind: "reranker", dimensions: undefined }));
    expect(said).toMatch(/a re-ranker answers one for each pair/);
  });

  it("a tokenizer of another model", async () => {
    const other = tinyModels({ name: "other", shape: { ...TINY, vocabulary: 900 } });
    const said = await failing((folder) => {
      const text = readText(join(other.models, "other", "tokenizer.json"));
      writeFileSync(join(folder, "tokenizer.json"), text);
      const { files } = JSON.parse(readText(join(folder, "manifest.json")));
      change(folder, { files: [files[0], { ...files[1], bytes: Buffer.byteLength(text) }] });
    });
    expect(said).toMatch(/its tokenizer knows 900 tokens and its table 200/);
  });

  it.each([
    ["with a path", { onnx: "../../etc/passwd" }],
    ["without its graph", { onnx: "other.onnx" }],
    ["of an embedder without dimensions", { dimensions: undefined }],
    ["of an unknown pooling", { pooling: "other" }],
  ])("a manifest %s", async (_, what) => {
    const said = await failing((folder) => change(folder, what));
    expect(said).toMatch(/^misconfigured: .*manifest\.json is damaged/);
  });
});
