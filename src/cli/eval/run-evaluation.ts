import type { SearchRequest } from "../../contract/search.ts";
import type { CommandContext } from "../command.ts";
import { type Asked, askQuestions, type Run } from "./ask-questions.ts";
import type { Evaluation } from "./evaluation.ts";
import { type Floor, proposeFloor } from "./propose-floor.ts";
import { TOP } from "./metrics.ts";
import { compareByKind, type Differences, hitLines, type Summary, summarise } from "./summarise.ts";
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
  /** Documents that could not be pushed. */
  readonly failed: readonly string[];
  readonly profiles: readonly ProfileReport[];
  /** Each further run minus the first, over all questions and by kind. */
  readonly differences: readonly { readonly profile: string; readonly rows: readonly Differences[] }[];
  /** A floor for the first run's re-ranker, when it was asked for. */
  readonly floor?: Floor;
  readonly seconds: { readonly push: number; readonly embed: number; readonly search: number };
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
      const search = lap();
      const { embedder, reranker } = (await client.status()).index;
      const [first, ...others] = [...asked];
      const one = first?.[1] ?? [];
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
        differences: others.map(([profile, other]) => ({ profile, rows: compareByKind(one, other) })),
        ...(request.wantsFloor && { floor: proposeFloor(one) }),
        seconds: { push, embed, search },
      };
      return { report, asked };
    }),
  );
}
