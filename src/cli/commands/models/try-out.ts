import { calibrate, minutesFor, type Speed } from "../../../local-models/speed/calibration.ts";
import { RUNTIME_VERSION } from "../../../local-models/install/install-runtime.ts";
import type { InstalledModel } from "../../../local-models/installed.ts";
import { loadModel } from "../../../local-models/load-model.ts";
import { modelThreads } from "../../../local-models/models-folder.ts";
import type { OnnxRuntime } from "../../../local-models/onnx-runtime.ts";
import { LEAST_TEXTS, planRerank, RERANK_MS } from "../../../local-models/speed/score-in-time.ts";
import type { CommandContext } from "../../command.ts";
import { duration } from "../../terminal/progress-line.ts";

interface Trial {
  readonly runtime: OnnxRuntime;
  /** Measure it although it was measured on this machine. */
  readonly isAgain: boolean;
  /** A sentence for whoever cannot use it. @default to install it again */
  readonly advice?: string;
}

/** Loads a model once and tells how fast it is here, which the server goes by. Throws AppError where it cannot be used. */
export async function tryOut(
  { terminal }: CommandContext,
  { folder, manifest: { kind, revision } }: Pick<InstalledModel, "folder" | "manifest">,
  { runtime, isAgain, advice }: Trial,
): Promise<void> {
  const model = await loadModel(folder, runtime, advice);
  const { backend } = runtime;
  const machine = { backend, runtimeVersion: RUNTIME_VERSION, threads: modelThreads(), revision };
  const say = (text: string) => terminal.err(`${text}\n`);
  try {
    const speed = await calibrate(model, { folder, kind, machine, isAgain, say });
    say(speed.kind === "embedder" ? readingSpeed(minutesFor(PASSAGES, speed)) : rerankingSpeed(speed));
  } finally {
    await model.release();
  }
}

const readingSpeed = (minutes: number): string =>
  `${PASSAGES_TEXT} passages take about ${duration(minutes * SECONDS)} here.`;

function rerankingSpeed(speed: Speed): string {
  const plan = planRerank(speed);
  return plan === undefined
    ? `It reads fewer than ${LEAST_TEXTS} passages in ${RERANK_MS} ms here: re-ranking stays off.`
    : `It re-ranks the best ${plan.passages} passages of a search here, ${plan.tokens} tokens of each.`;
}

export const SECONDS = 60;
/** A folder of notes. */
export const PASSAGES = 1_000;
export const PASSAGES_TEXT = PASSAGES.toLocaleString("en");
