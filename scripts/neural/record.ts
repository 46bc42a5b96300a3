import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What one judged set scored, as it is kept and shown. */
const recordSchema = z.object({
  /** What the figures hold for: another set, model, program or machine has another key. */
  key: z.string(),
  set: z.string(),
  /** Day of the measurement. */
  date: z.string(),
  machine: z.string(),
  versions: z.array(z.string()).readonly(),
  questions: z.number(),
  chunks: z.number(),
  profiles: z.array(
    z.object({
      profile: z.string(),
      /** Undefined: the set's judgements do not have it. */
      ndcg: z.number().optional(),
      recall: z.number().optional(),
      hit: z.number().optional(),
      p50Ms: z.number(),
      /** Share of the answers that lacked something, such as the re-ranker. */
      degraded: z.number(),
    }),
  ),
});

export type NeuralRecord = z.infer<typeof recordSchema>;

const sha256 = (parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(String(part.length)).update("\n").update(part);
  return hash.digest("hex");
};

/** Files of a set by their paths: those of its folder, and its questions where they lie beside it. Hidden ones are not pushed. */
function filesOf(folder: string): readonly string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(
      (path) =>
        !path
          .slice(folder.length)
          .split(/[\\/]/)
          .some((part) => part.startsWith(".")),
    );
  const questions = `${folder}.questions.jsonl`;
  return [...inside.sort(), ...(existsSync(questions) ? [questions] : [])];
}

/** What a set's figures depend on, as one word. `circumstances`: program, models and machine. */
export const keyOf = (folder: string, circumstances: readonly string[]): string =>
  sha256([
    ...circumstances,
    ...filesOf(folder).flatMap((file) => [file.slice(folder.length), readFileSync(file)]),
  ]);

/** A record's file: sets of one name in two folders are two. */
const fileOf = (kept: string, { set, key }: Pick<NeuralRecord, "set" | "key">): string =>
  join(kept, `${set.replace(/[^\w.-]/g, "_")}-${key.slice(0, 12)}.json`);

/** What was measured before under that key; undefined: nothing, or it cannot be read. */
export function readRecord(
  kept: string,
  wanted: Pick<NeuralRecord, "set" | "key">,
): NeuralRecord | undefined {
  const file = fileOf(kept, wanted);
  if (!existsSync(file)) return undefined;
  try {
    const found = recordSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return found.key === wanted.key ? found : undefined;
  } catch {
    // Whatever is wrong with it, measuring again mends it.
    return undefined;
  }
}

export function writeRecord(kept: string, record: NeuralRecord): void {
  mkdirSync(kept, { recursive: true });
  const file = fileOf(kept, record);
  // Renamed when whole: a run that is ended here leaves no half a record.
  writeFileSync(`${file}.part`, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(`${file}.part`, file);
}
