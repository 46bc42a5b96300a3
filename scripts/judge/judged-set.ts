import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Evaluation } from "../../src/cli/commands/eval/evaluation.ts";
import { entrySet } from "../../src/cli/commands/eval/sets/entry-set.ts";
import { passageSet } from "../../src/cli/commands/eval/sets/passage-set.ts";

export interface JudgedSet {
  readonly name: string;
  readonly evaluation: Evaluation;
}

/** A folder with `corpus.jsonl`, or any folder beside `<folder>.questions.jsonl`; questions with a slash in their id stay in its folder. */
export async function loadSet(folder: string): Promise<JudgedSet> {
  const name = basename(folder);
  if (!existsSync(join(folder, "corpus.jsonl")))
    return { name, evaluation: await passageSet(folder, `${folder}.questions.jsonl`) };
  const whole = await entrySet(folder);
  const isScoped = whole.questions.every(({ id }) => id.includes("/"));
  return { name, evaluation: isScoped ? await entrySet(folder, "prefix") : whole };
}
