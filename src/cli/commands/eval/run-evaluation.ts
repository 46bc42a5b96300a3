import type { SearchRequest } from "../../../search/contract/search.ts";
import type { CommandContext } from "../../command.ts";
import { type Asked, askQuestions, type Run } from "./ask-questions.ts";
import type { Evaluation } from "./evaluation.ts";
import { TOP } from "./statistics/metrics.ts";
import { type Floor, proposeFloor } from "./statistics/propose-floor.ts";
import {
  compareByKind,
  type Differences,
  hitLines,
  type Summary,
  summarise,
} from "./statistics/summarise.ts";
import { withServer } from "./with-server.ts";
import { untilIndexed, withWorkspace } from "./with-workspace.ts";

/** What one run scored. */
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
  /** Whence the judgements are, where they are those of a recall log. */
  readonly judged?: JudgedBy;
  /** Documents that could not be pushed. */
  readonly failed: readonly string[];
  readonly profiles: readonly ProfileReport[];
  /** Each further run minus the first, over all questions and by kind. */
  readonly differences: readonly { readonly profile: string; readonly rows: readonly Differences[] }[];
  /** A floor for the first run's re-ranker, when it was asked for. */
  readonly floor?: Floor;
  readonly seconds: { readonly push: number; readonly embed: number; readonly search: number };
}

/** A set that was made of a recall log. */
export interface JudgedBy {
  readonly file: string;
  readonly hash: string;
  readonly madeAt: string;
  /** False: it was there before. */
  readonly isNew: boolean;
  /** Searches with votes that could not be asked: only a hash of their query is kept, or nothing was voted up. */
  readonly leftOut: number;
}

export interface EvalRequest {
  readonly name: string;
  readonly evaluation: Evaluation;
  readonly runs: readonly Run[];
  readonly wantsFloor: boolean;
  readonly limit: NonNullable<SearchRequest["limit"]>;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

export interface EvalOutcome {
  readonly report: EvalReport;
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
}

const MS_PER_SECOND = 1_000;

/** Seconds between one call and the next. */
export function stopwatch(): () => number {
  let sinceMs = performance.now();
  return () => {
    const nowMs = performance.now();
    const seconds = (nowMs - sinceMs) / MS_PER_SECOND;
    sinceMs = nowMs;
    return seconds;
  };
}

/** What a report says beside the scores. */
type ReportFacts = Pick<
  EvalReport,
  "name" | "questions" | "limit" | "chunks" | "embedder" | "reranker" | "failed" | "seconds" | "judged"
>;

/** The report of what was asked: the first run, the others, and what they differ in. */
export function reportOf(
  facts: ReportFacts,
  asked: ReadonlyMap<string, readonly Asked[]>,
  wantsFloor: boolean,
): EvalReport {
  const [first, ...others] = [...asked];
  const one = first?.[1] ?? [];
  return {
    ...facts,
    profiles: [...asked].map(([profile, answers]) => ({
      profile,
      rows: summarise(answers),
      hitLines: hitLines(answers, TOP),
    })),
    differences: others.map(([profile, other]) => ({ profile, rows: compareByKind(one, other) })),
    ...(wantsFloor && { floor: proposeFloor(one) }),
  };
}

/** Pushes an evaluation's documents into a workspace of their own, asks its questions and scores the answers. */
export function runEvaluation(context: CommandContext, request: EvalRequest): Promise<EvalOutcome> {
  const { name, evaluation, runs, limit, onProgress } = request;
  const told = (what: string) => (done: number, total: number) => onProgress(what, done, total);
  return withServer(context, (server, signal) =>
    withWorkspace(server, signal, async (client) => {
      const lap = stopwatch();
      const failed = await evaluation.push(client, { signal, onProgress: told("sending") });
      const push = lap();
      const { chunks } = await untilIndexed(client, signal, told("embedding"));
      const embed = lap();
      const options = { runs, limit, signal, onProgress: told("asking") };
      const asked = await askQuestions(client, evaluation, options);
      const seconds = { push, embed, search: lap() };
      const { embedder, reranker } = (await client.status()).index;
      const questions = evaluation.questions.length;
      const facts = { name, questions, limit, chunks, embedder, reranker, failed, seconds };
      return { report: reportOf(facts, asked, request.wantsFloor), asked };
    }),
  );
}
