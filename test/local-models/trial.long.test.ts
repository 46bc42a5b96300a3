import { expect, it } from "vitest";
import { minutesFor } from "../../src/local-models/speed/calibration.ts";
import { proposedEmbedder } from "../../src/local-models/install/catalogue.ts";
import { loadOnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import { tryPassageMs } from "../../src/local-models/speed/trial.ts";
import { ROOT } from "./tiny-models.ts";

const GB = 1024 ** 3;
const runtime = loadOnnxRuntime({ places: [ROOT], threads: 1 });

/** A clock on which each run of the four layers takes so long. */
function clock(msOfARun: number) {
  let nowMs = 0;
  return () => {
    nowMs += msOfARun;
    return nowMs;
  };
}

it.each([
  ["quick", 59, 177, "bge-base-en-v1.5"],
  ["slow", 60, 180, "bge-small-en-v1.5"],
])("proposes by the layers' time on a %s clock", async (_, msOfARun, passageMs, proposed) => {
  const triedMs = await tryPassageMs(runtime, clock(msOfARun));
  expect(triedMs).toBe(passageMs);
  const minutes = minutesFor(1_000, { passageMs: triedMs });
  expect(proposedEmbedder({ minutes, bytes: 8 * GB })).toBe(proposed);
});
