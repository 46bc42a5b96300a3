import { basename } from "node:path";
import type { SearchRequest } from "../../../search/contract/search.ts";
import type { CommandContext } from "../../command.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { type Asked, askQuestions, type Evaluation, type Run } from "./evaluation.ts";
import { logQuestions, makeLogSet, readLogSet, writeLogSet } from "./sets/log-set.ts";
import { TOP } from "./statistics/metrics.ts";
import { type Floor, proposeFloor } from "./statistics/propose-floor.ts";
import {
  compareByKind,
  type Differences,
  hitLines,
  type Summary,
  summarise,
} from "./statistics/summarise.ts";
import { type EvalServer, untilIndexed, withEvalServer, withWorkspace } from "./with-server.ts";

/** Hits asked of a log's questions: what the deepest metric counts. */
export const LOG_LIMIT = 100;

export interface ProfileReport {
  readonly profile: string;
  readonly rows: readonly Summary[];
  readonly hitLines: { readonly median: number; readonly max: number };
}

/** The whole of an evaluation, as `--json` prints it. */
export interface EvalReport {
  readonly name: string;
  readonly questions: number;
  readonly limit: number;
  readonly chunks: number;
  readonly embedder: string;
  readonly reranker: string;
  /** Where the judgements come from, where a recall log made them. */
  readonly judged?: JudgedBy;
  readonly failed: readonly string[];
  readonly profiles: readonly ProfileReport[];
  /** Each further run minus the first, over all questions and by kind. */
  readonly differences: readonly { readonly profile: string; readonly rows: readonly Differences[] }[];
  /** A floor for the first run's re-ranker, when it was asked for. */
  readonly floor?: Floor;
  readonly seconds: { readonly push: number; readonly embed: number; readonly search: number };
}

interface JudgedBy {
  readonly file: string;
  readonly hash: string;
  readonly madeAt: string;
  /** False: it was there before. */
  readonly isNew: boolean;
  /** Searches with votes that could not be asked: only a hash of their query is kept, or nothing was voted up. */
  readonly leftOut: number;
}

interface EvalRequest {
  readonly runs: readonly Run[];
  readonly wantsFloor: boolean;
  readonly limit: NonNullable<SearchRequest["limit"]>;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

export interface EvalOutcome {
  readonly report: EvalReport;
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
}

/** Seconds between one call and the next. */
function stopwatch(): () => number {
  let sinceMs = performance.now();
  return () => {
    const nowMs = performance.now();
    const seconds = (nowMs - sinceMs) / 1_000;
    sinceMs = nowMs;
    return seconds;
  };
}

type Prepared = Pick<EvalReport, "name" | "failed" | "judged"> & {
  readonly signal: AbortSignal;
  readonly seconds: Omit<EvalReport["seconds"], "search">;
};

async function askAndReport(
  client: RecallClient,
  evaluation: Pick<Evaluation, "questions" | "score">,
  { runs, limit, wantsFloor, onProgress }: EvalRequest,
  { signal, seconds, ...prepared }: Prepared,
): Promise<EvalOutcome> {
  const lap = stopwatch();
  const told = (done: number, total: number) => onProgress("asking", done, total);
  const asked = await askQuestions(client, evaluation, { runs, limit, signal, onProgress: told });
  const search = lap();
  const { chunks, index } = await client.status();
  const [[, one] = ["", []], ...others] = asked;
  const report = {
    ...prepared,
    questions: evaluation.questions.length,
    limit,
    chunks,
    embedder: index.embedder,
    reranker: index.reranker,
    seconds: { ...seconds, search },
    profiles: Array.from(asked, ([profile, answers]) => ({
      profile,
      rows: summarise(answers),
      hitLines: hitLines(answers, TOP),
    })),
    differences: others.map(([profile, other]) => ({ profile, rows: compareByKind(one, other) })),
    ...(wantsFloor && { floor: proposeFloor(one) }),
  };
  return { report, asked };
}

interface FolderRequest extends EvalRequest {
  readonly name: string;
  readonly evaluation: Evaluation;
}

/** Pushes an evaluation's documents into a workspace of their own on a server, asks its questions and scores the answers. */
export const evaluateOn = (
  server: EvalServer,
  signal: AbortSignal,
  { name, evaluation, ...request }: FolderRequest,
): Promise<EvalOutcome> =>
  withWorkspace(server, signal, async (client) => {
    const told = (what: string) => (done: number, total: number) => request.onProgress(what, done, total);
    const lap = stopwatch();
    const failed = await evaluation.push(client, { signal, onProgress: told("sending") });
    const push = lap();
    await untilIndexed(client, signal, told("embedding"));
    const seconds = { push, embed: lap() };
    return askAndReport(client, evaluation, request, { name, failed, signal, seconds });
  });

/** The same on the server that the command line names, or on one of its own. */
export const runEvaluation = (context: CommandContext, request: FolderRequest): Promise<EvalOutcome> =>
  withEvalServer(context, (server, signal) => evaluateOn(server, signal, request));

/**
 * Measures a live workspace by its own log: searches with votes are judged questions, whose documents must be found. The
 * set is made once and locked in a file, so that later figures are of the same questions. Nothing of it is logged.
 */
export async function runLogEvaluation(
  context: CommandContext,
  { file, ...request }: EvalRequest & { readonly file: string },
): Promise<EvalOutcome> {
  return withServer(context, await settingsOf(context), async (client, signal) => {
    const known = await readLogSet(file);
    const set = known ?? (await makeLogSet(client, new Date()));
    if (known === undefined) await writeLogSet(file, set);
    const { hash, madeAt, leftOut } = set;
    const judged = { file, hash, madeAt, isNew: known === undefined, leftOut };
    const prepared = { name: basename(file), failed: [], judged, signal, seconds: { push: 0, embed: 0 } };
    return askAndReport(client, logQuestions(set), request, prepared);
  });
}
