import { type EvalReport, evaluateOn } from "../../src/cli/commands/eval/run-evaluation.ts";
import type { EvalServer } from "../../src/cli/commands/eval/with-server.ts";
import { PASSED_SETTINGS } from "../../src/cli/local/server-options.ts";
import { AppError } from "../../src/errors.ts";
import type { InstalledModel } from "../../src/local-models/installed.ts";
import type { JudgedSet } from "../judge/judged-set.ts";
import type { NeuralRecord } from "./record.ts";

/** With a re-ranker; the model's vectors alone; words alone. */
export const MEASURED_PROFILES = ["edge", "vector", "keyword"] as const;

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * The environment in which a server uses these models and nothing else that the user has set for a server. Throws AppError
 * `invalid_input` unless they are one embedder and at most one re-ranker.
 */
export function settingsFor(env: Settings, models: readonly InstalledModel[]): Settings {
  const namesOf = (kind: string): readonly string[] =>
    models.filter(({ manifest }) => manifest.kind === kind).map(({ manifest }) => manifest.name);
  const [embedders, rerankers] = [namesOf("embedder"), namesOf("reranker")];
  const [embedder, reranker] = [embedders[0], rerankers[0]];
  if (embedder === undefined || embedders.length > 1 || rerankers.length > 1)
    throw new AppError(
      "invalid_input",
      `One embedder and at most one re-ranker are measured together, not ${[...embedders, ...rerankers].join(", ") || "none"}`,
    );
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !PASSED_SETTINGS.includes(name)));
  return {
    ...own,
    EMBEDDINGS_MODEL: embedder,
    ...(reranker === undefined ? { RERANK_PROVIDER: "none" } : { RERANK_MODEL: reranker }),
  };
}

type Scores = Pick<NeuralRecord, "questions" | "chunks" | "profiles">;

const scoresOf = ({ questions, chunks, profiles }: EvalReport): Scores => ({
  questions,
  chunks,
  profiles: profiles.flatMap(({ profile, rows: [all] }) =>
    all === undefined
      ? []
      : {
          profile,
          ndcg: all.scores["nDCG@10"],
          recall: all.scores["recall@10"],
          hit: all.scores["hit@1"],
          p50Ms: all.p50Ms,
          degraded: all.degraded,
        },
  ),
});

interface MeasureOptions {
  /** Model that the figures are to be of. */
  readonly embedder: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** Runs a judged set on a server. Throws AppError `misconfigured` where another model made the vectors. */
export async function measureSet(
  server: EvalServer,
  { name, evaluation }: JudgedSet,
  { embedder, signal, onProgress }: MeasureOptions,
): Promise<Scores> {
  const runs = MEASURED_PROFILES.map((profile) => ({ name: profile, profile }));
  const { limit } = evaluation;
  const request = { name, evaluation, runs, limit, wantsFloor: false, onProgress };
  const { report } = await evaluateOn(server, signal, request);
  if (report.embedder !== embedder)
    throw new AppError("misconfigured", `The server's vectors are of ${report.embedder}, not of ${embedder}`);
  return scoresOf(report);
}
