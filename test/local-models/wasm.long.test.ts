import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeModel } from "../../scripts/bert/write-model.ts";
import { loadModel } from "../../src/local-models/load-model.ts";
import { loadOnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import { itKeepsTheContract, type Parts, serveContractModels } from "./contract.ts";
import { forward } from "./forward.ts";
import { TINY } from "./tiny-models.ts";

// Where ONNX Runtime has no native binary, as on Intel Macs, its build in WebAssembly is installed beside the models.

const folder = mkdtempSync(join(tmpdir(), "recall-test-wasm-"));
const [runtime, models] = [join(folder, "runtime"), join(folder, "models")];
const ends: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true })];
let parts: Parts | undefined;

beforeAll(async () => {
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  const done = spawnSync("npm", ["install", ...flags, "--prefix", runtime, "onnxruntime-web@1.30.0"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (done.status !== 0) throw new Error(done.stderr);
  const served = await serveContractModels(models, [folder, runtime]);
  ends.push(served.stop);
  parts = served;
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

describe("installed models in WebAssembly", () => {
  itKeepsTheContract(() => {
    if (parts === undefined) throw new Error("not started");
    return parts;
  });

  it("are what the loader takes where no native runtime lies, and answer what the forward pass gives", async () => {
    const wasm = loadOnnxRuntime({ places: [folder, runtime], threads: 1 });
    expect(wasm.backend).toBe("wasm");
    const weights = writeModel(models, { name: "tiny", shape: TINY });
    const model = await loadModel(join(models, "tiny"), wasm);
    const text = model.encode("the heron stands at the weir");
    const [row] = await model.run([text]);
    const wanted = forward(TINY, weights, text);
    expect(Math.max(...wanted.map((value, at) => Math.abs(value - (row?.[at] ?? 9))))).toBeLessThan(1e-4);
    await model.release();
  });
});
