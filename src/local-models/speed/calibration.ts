import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { LoadedModel } from "../load-model.ts";
import type { ModelManifest } from "../manifest.ts";
import type { Encoded } from "../tokenizer.ts";

export const CALIBRATION = "calibration.json";

/** Lengths of pairs that a re-ranker is measured at, tokens. */
const PAIR_TOKENS = [64, 128, 256, 512] as const;
/** A paragraph or a section. */
export const PASSAGE_TOKENS = 200;
const QUERY_TOKENS = 20;
/** The middle of so many runs counts: one alone may fall into other work of the machine. */
const RUNS = 3;

const milliseconds = z.number().positive();

const calibrationSchema = z.object({
  /** What it holds for: on another processor or with other threads the model is measured again. */
  measuredOn: z.string(),
  speed: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("embedder"), passageMs: milliseconds, queryMs: milliseconds }),
    z.object({
      kind: z.literal("reranker"),
      /** Of one pair, by its length; shorter first. */
      pairs: z.array(z.object({ tokens: z.int().positive(), ms: milliseconds })).min(1),
    }),
  ]),
});

type Calibration = z.infer<typeof calibrationSchema>;
export type Speed = Calibration["speed"];

/** What decides how fast a model is. */
export interface Machine {
  /** Of ONNX Runtime. */
  readonly backend: string;
  readonly runtimeVersion: string;
  readonly threads: number;
  /** @default the first processor's name */
  readonly processor?: string;
  /** The model's own revision: another one is another model. */
  readonly revision: string;
}

const nameOf = ({ processor = cpus()[0]?.model ?? "", ...machine }: Machine): string =>
  [machine.backend, machine.runtimeVersion, machine.threads, processor, machine.revision].join(" | ");

/** What was measured on this machine; undefined: nothing, damaged, or measured on another one. */
export function readCalibration(folder: string, machine: Machine): Speed | undefined {
  try {
    const found = calibrationSchema.parse(JSON.parse(readFileSync(join(folder, CALIBRATION), "utf8")));
    return found.measuredOn === nameOf(machine) ? found.speed : undefined;
  } catch {
    // Whatever is wrong with it, measuring again mends it.
    return undefined;
  }
}

interface CalibrateOptions {
  readonly folder: string;
  readonly kind: ModelManifest["kind"];
  readonly machine: Machine;
  /** Measure although it was: the machine may have been busy then. @default false */
  readonly isAgain?: boolean;
  /** Is told what is being measured, in words for the user. */
  readonly say: (what: string) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * Runs a model for a few seconds and writes how fast it is beside its manifest. What stands there for this machine is
 * taken as it is, unless `isAgain`. Where it cannot be written that is said.
 */
export async function calibrate(
  model: Pick<LoadedModel, "encode" | "run">,
  { folder, kind, machine, isAgain = false, say, now = () => performance.now() }: CalibrateOptions,
): Promise<Speed> {
  const kept = readCalibration(folder, machine);
  if (kept?.kind === kind && !isAgain) return kept;
  say("Measuring how fast the model is on this processor");
  const isPair = kind === "reranker";
  const msAt = (tokens: number) => middleMs(() => model.run([textOf(model, tokens, isPair)]), now);
  const speed = isPair ? await pairSpeed(msAt) : await embedderSpeed(msAt);
  const problem = keep({ measuredOn: nameOf(machine), speed }, folder);
  if (problem !== undefined)
    say(`It cannot be kept in ${folder} (${problem}): a server reads fewer passages at once than it could`);
  return speed;
}

/** Writes it beside the manifest. Returns the code of what keeps it from that, as in a folder that others keep. */
function keep(measured: Calibration, folder: string): string | undefined {
  const file = join(folder, CALIBRATION);
  const own = `${file}.${process.pid}`;
  try {
    // Renamed when whole: nobody reads half a file.
    writeFileSync(own, JSON.stringify(measured));
    renameSync(own, file);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    rmSync(own, { recursive: true, force: true });
    return code;
  }
}

type MsAt = (tokens: number) => Promise<number>;

async function pairSpeed(msAt: MsAt): Promise<Speed> {
  const pairs: { tokens: number; ms: number }[] = [];
  for (const tokens of PAIR_TOKENS) pairs.push({ tokens, ms: await msAt(tokens) });
  return { kind: "reranker", pairs };
}

const embedderSpeed = async (msAt: MsAt): Promise<Speed> => ({
  kind: "embedder",
  passageMs: await msAt(PASSAGE_TOKENS),
  queryMs: await msAt(QUERY_TOKENS),
});

/** The least that counts: a clock of whole milliseconds may show none. */
const LEAST_MS = 0.001;

/** Milliseconds of work, the middle of some runs; the first one does not count. */
export async function middleMs(work: () => Promise<unknown>, now: () => number): Promise<number> {
  // The first run of a length makes room for it.
  await work();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const startedMs = now();
    await work();
    times.push(now() - startedMs);
  }
  return Math.max(LEAST_MS, times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0);
}

/** A text of so many tokens, or of as many as the model reads. */
function textOf({ encode }: Pick<LoadedModel, "encode">, tokens: number, isPair: boolean): Encoded {
  const words = "a ".repeat(tokens);
  const { ids, types } = isPair ? encode("a", words) : encode(words);
  const cut = (values: readonly number[]) => [...values.slice(0, tokens - 1), ...values.slice(-1)];
  return ids.length <= tokens ? { ids, types } : { ids: cut(ids), types: cut(types) };
}

/** Minutes until so many passages of usual length are embedded. */
export const minutesFor = (passages: number, { passageMs }: { readonly passageMs: number }): number =>
  (passages * passageMs) / 60_000;
