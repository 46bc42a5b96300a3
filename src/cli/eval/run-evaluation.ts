import type { SearchRequest } from "../../contract/search.ts";
import type { CommandContext } from "../command.ts";
import { type Asked, askQuestions, type ProfileName } from "./ask-questions.ts";
import type { Difference } from "./bootstrap.ts";
import type { Evaluation, Metric } from "./evaluation.ts";
import { TOP } from "./metrics.ts";
import { compare, hitLines, type Summary, summarise } from "./summarise.ts";
import { withServer } from "./with-server.ts";
import { untilIndexed, withWorkspace } from "./with-workspace.ts";

/** What one profile scored. */
export interface ProfileReport {
  readonly profile: ProfileName;
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
  /** Documents that could not be pushed. */
  readonly failed: readonly string[];
  readonly profiles: readonly ProfileReport[];
  /** Second profile minus the first. */
  readonly difference?: Readonly<Partial<Record<Metric, Difference>>>;
  readonly seconds: { readonly push: number; readonly embed: number; readonly search: number };
}

export interface EvalRequest {
  readonly name: string;
  readonly evaluation: Evaluation;
  readonly profiles: readonly ProfileName[];
  readonly limit: NonNullable<SearchRequest["limit"]>;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

export interface EvalOutcome {
  readonly report: EvalReport;
  readonly asked: ReadonlyMap<ProfileName, readonly Asked[]>;
}

const MS_PER_SECOND = 1_000;

/** Seconds between one call and the next. */
function stopwatch(): () => number {
  let sinceMs = performance.now();
  return () => {
    const nowMs = performance.now();
    const seconds = (nowMs - sinceMs) / MS_PER_SECOND;
    sinceMs = nowMs;
    return seconds;
  };
}

/** Pushes an evaluation's documents into a workspace of their own, asks its questions and scores the answers. */
export function runEvaluation(context: CommandContext, request: EvalRequest): Promise<EvalOutcome> {
  const { name, evaluation, profiles, limit, onProgress } = request;
  const told = (what: string) => (done: number, total: number) => onProgress(what, done, total);
  return withServer(context, (server, signal) =>
    withWorkspace(server, signal, async (client) => {
      const lap = stopwatch();
      const failed = await evaluation.push(client, { signal, onProgress: told("sending") });
      const push = lap();
      const { chunks } = await untilIndexed(client, signal, told("embedding"));
      const embed = lap();
      const options = { profiles, limit, signal, onProgress: told("asking") };
      const asked = await askQuestions(client, evaluation, options);
      const search = lap();
      const { embedder, reranker } = (await client.status()).index;
      const [one, other] = profiles.map((profile) => asked.get(profile) ?? []);
      const report = {
        name,
        questions: evaluation.questions.length,
        limit,
        chunks,
        embedder,
        reranker,
        failed,
        profiles: [...asked].map(([profile, answers]) => ({
          profile,
          rows: summarise(answers),
          hitLines: hitLines(answers, TOP),
        })),
        ...(one && other && { difference: compare(one, other) }),
        seconds: { push, embed, search },
      };
      return { report, asked };
    }),
  );
}
