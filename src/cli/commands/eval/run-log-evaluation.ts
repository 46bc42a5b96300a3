import { basename } from "node:path";
import type { CommandContext } from "../../command.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { askQuestions } from "./ask-questions.ts";
import { type EvalOutcome, type EvalRequest, reportOf, stopwatch } from "./run-evaluation.ts";
import { logQuestions, makeLogSet, readLogSet, writeLogSet } from "./sets/log-set.ts";

/** Hits asked for: what the deepest metric counts. */
export const LOG_LIMIT = 100;

export interface LogEvalRequest extends Omit<EvalRequest, "name" | "evaluation"> {
  /** Where the judged set is; what is not there is made of the log, once. */
  readonly file: string;
}

/**
 * Measures a live workspace by its own log: searches with votes are judged questions, whose documents must be found. The
 * set is made once and locked in a file, so that later figures are of the same questions. Nothing of it is logged.
 */
export async function runLogEvaluation(
  context: CommandContext,
  { file, runs, limit, wantsFloor, onProgress }: LogEvalRequest,
): Promise<EvalOutcome> {
  const signal = context.interrupted();
  return withServer(context, await settingsOf(context), async (client) => {
    const known = await readLogSet(file);
    const set = known ?? (await makeLogSet(client, new Date()));
    if (known === undefined) await writeLogSet(file, set);
    const evaluation = logQuestions(set);
    const lap = stopwatch();
    const asking = {
      runs,
      limit,
      signal,
      onProgress: (done: number, all: number) => onProgress("asking", done, all),
    };
    const asked = await askQuestions(client, evaluation, asking);
    const seconds = { push: 0, embed: 0, search: lap() };
    const { chunks, index } = await client.status();
    const { embedder, reranker } = index;
    const { hash, madeAt, leftOut } = set;
    const judged = { file, hash, madeAt, isNew: known === undefined, leftOut };
    const questions = set.questions.length;
    const facts = {
      name: basename(file),
      questions,
      limit,
      chunks,
      embedder,
      reranker,
      failed: [],
      seconds,
      judged,
    };
    return { report: reportOf(facts, asked, wantsFloor), asked };
  });
}
