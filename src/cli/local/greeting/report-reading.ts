import { SECOND_MS } from "../../../config.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { ifAppError } from "../../failures.ts";
import { readingText } from "../../render/reading.ts";
import type { CliConfig } from "../../settings/config-file.ts";
import { count } from "../../terminal/numbers.ts";
import { type LocalApi, readStatus } from "../local-access.ts";

interface ReadingReport {
  readonly api: LocalApi;
  readonly config: CliConfig;
  /** Name of the model that reads. */
  readonly model: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Between two looks, milliseconds. @default 2 s */
  readonly lookMs?: number;
}

const LOOK_MS = 2_000;
/** The next line comes when so much of what was left is done. */
const HALF = 0.5;

/** What is read and what is to be: everything again in the switch to another model, else what was pushed since. */
function progressOf({ chunks, index, reindex }: Pick<StatusAnswer, "chunks" | "index" | "reindex">) {
  const again = reindex.find(({ kind }) => kind === "identity");
  const total = again?.total ?? chunks;
  return { total, left: again === undefined ? index.pendingChunks : again.total - again.done };
}

/**
 * Says how far a model is with what it has to read and how long that takes: as soon as its speed is known, whenever half of the
 * rest is done, and at the end. Returns when all is read, at the signal, or when the server does not answer.
 */
export async function reportReading({ api, config, model, signal, say, lookMs = LOOK_MS }: ReadingReport) {
  let first: { readonly left: number; readonly atMs: number } | undefined;
  let saidLeft = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const status = await readStatus(api, config.token).catch(ifAppError(undefined));
    if (status === undefined) return;
    const { left, total } = progressOf(status);
    if (left === 0) {
      if (first !== undefined) say(`  ${count(total, "passage")} read with ${model}`);
      return;
    }
    first ??= { left, atMs: Date.now() };
    const read = first.left - left;
    if (read > 0 && left <= saidLeft * HALF) {
      const secondsLeft = (left * (Date.now() - first.atMs)) / read / SECOND_MS;
      say(`  ${readingText({ model, done: total - left, total, secondsLeft })}`);
      saidLeft = left;
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined);
  }
}
