import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CALIBRATION,
  calibrate,
  minutesFor,
  readCalibration,
} from "../../src/local-models/speed/calibration.ts";
import { loadModel } from "../../src/local-models/load-model.ts";
import { loadOnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import type { Encoded } from "../../src/local-models/tokenizer.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { RERANKER, ROOT, tinyModels } from "./tiny-models.ts";

const MACHINE = { backend: "native", runtimeVersion: "1", threads: 1, processor: "slow", revision: "r" };

/** A model that takes so long for each token by a clock of its own. */
function slowModel(msPerToken: number) {
  let nowMs = 0;
  const said: string[] = [];
  const encode = (text: string, pair = ""): Encoded => {
    const ids = `${text} ${pair}`.trim().split(" ").map(Number);
    return { ids, types: ids };
  };
  const run = (batch: readonly Encoded[]) => {
    for (const { ids } of batch) nowMs += ids.length * msPerToken;
    return Promise.resolve([]);
  };
  const measure = (
    folder: string,
    kind: "embedder" | "reranker",
    { machine = MACHINE, isAgain = false } = {},
  ) => {
    const say = (what: string) => said.push(what);
    return calibrate({ encode, run }, { folder, kind, machine, isAgain, say, now: () => nowMs });
  };
  return { measure, said };
}

const pairsAt = (ms: readonly [number, number, number, number]) => ({
  kind: "reranker" as const,
  pairs: [64, 128, 256, 512].map((tokens, at) => ({ tokens, ms: ms[at] ?? 0 })),
});

describe("a calibration", () => {
  it("measures a pair at each length, once", async () => {
    const folder = temporaryFolder();
    const { measure, said } = slowModel(0.25);
    expect(await measure(folder, "reranker")).toEqual(pairsAt([16, 32, 64, 128]));
    await measure(folder, "reranker");
    expect(said).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([CALIBRATION]);
  });

  it("measures again where it is asked to, and keeps what it found then", async () => {
    const folder = temporaryFolder();
    await slowModel(8).measure(folder, "embedder");
    expect((await slowModel(1).measure(folder, "embedder")).kind).toBe("embedder");
    expect(readCalibration(folder, MACHINE)).toMatchObject({ passageMs: 1_600 });
    await slowModel(1).measure(folder, "embedder", { isAgain: true });
    expect(readCalibration(folder, MACHINE)).toMatchObject({ passageMs: 200 });
  });

  it("measures passages and queries of an embedder", async () => {
    const speed = await slowModel(0.5).measure(temporaryFolder(), "embedder");
    expect(speed).toEqual({ kind: "embedder", passageMs: 100, queryMs: 10 });
    expect(minutesFor(1_200, { passageMs: 100 })).toBe(2);
  });

  it.each([
    ["a processor", { processor: "other" }],
    ["a runtime", { runtimeVersion: "2" }],
    ["a number of threads", { threads: 2 }],
    ["a revision", { revision: "s" }],
  ])("is made again for another of %s", async (_, other) => {
    const folder = temporaryFolder();
    await slowModel(1).measure(folder, "reranker");
    const machine = { ...MACHINE, ...other };
    expect(readCalibration(folder, machine)).toBeUndefined();
    expect(await slowModel(2).measure(folder, "reranker", { machine })).toEqual(
      pairsAt([128, 256, 512, 1_024]),
    );
  });

  it.each(["{", "{}", '{"measuredOn":"","speed":{"kind":"reranker","pairs":[]}}'])(
    "is made again when it is damaged: %s",
    async (text) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, CALIBRATION), text);
      await slowModel(1).measure(folder, "reranker");
      expect(readCalibration(folder, MACHINE)).toEqual(pairsAt([64, 128, 256, 512]));
    },
  );

  it("is told and goes on where it cannot be kept", async () => {
    const { measure, said } = slowModel(1);
    // A folder stands where the file would be written.
    const folder = temporaryFolder({ [`${CALIBRATION}.${process.pid}/x`]: "" });
    const speed = await measure(folder, "reranker");
    expect(speed).toEqual(pairsAt([64, 128, 256, 512]));
    expect(said.at(-1)).toMatch(/^It cannot be kept in \S+ \(EISDIR\)/);
  });

  it("runs a model of ONNX", async () => {
    const { models } = tinyModels(RERANKER);
    const folder = join(models, RERANKER.name);
    const model = await loadModel(folder, loadOnnxRuntime({ places: [ROOT], threads: 1 }));
    const options = { folder, kind: "reranker", machine: MACHINE, say: () => undefined } as const;
    const speed = await calibrate(model, options).finally(() => model.release());
    expect(readCalibration(folder, MACHINE)).toEqual(speed);
    expect(existsSync(join(folder, CALIBRATION))).toBe(true);
  });
});
