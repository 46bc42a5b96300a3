import { AppError } from "../../../errors.ts";
import type { ProfileName } from "../../../search/contract/constants.ts";
import type { SearchAnswer, SearchRequest } from "../../../search/contract/search.ts";
import type { RecallClient } from "../../session/recall-client.ts";

export interface Run {
  /** Unique: the profile, with the settings that were changed. */
  readonly name: string;
  readonly profile: ProfileName;
  readonly settings?: SearchRequest["settings"];
}

export interface Asked {
  readonly id: string;
  readonly kind: string;
  readonly scores: Scores;
  readonly hits: readonly Passage[];
  readonly isDegraded: boolean;
  /** The re-ranker's best raw score; undefined: none ran. */
  readonly bestRerank: number | undefined;
  /** From the request to the parsed answer, as a client sees it, milliseconds. */
  readonly latencyMs: number;
}

interface AskOptions {
  readonly runs: readonly Run[];
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

const passages = ({ hits }: SearchAnswer): readonly Passage[] =>
  hits.map(({ root, path, startLine, endLine }) => ({ root, path, startLine, endLine }));

/** Best raw score of the re-ranker, which need not be the first hit's. */
function bestOf({ hits }: SearchAnswer): number | undefined {
  const raw = hits.flatMap(({ scores }) => scores.rerank ?? []);
  return raw.length === 0 ? undefined : Math.max(...raw);
}

/**
 * Asks every question of every run, one request at a time, so that a latency is that of a search and not of a queue.
 * The runs take turns within a question: what else the machine does falls on each alike.
 */
export async function askQuestions(
  client: Pick<RecallClient, "search">,
  { questions, score }: Pick<Evaluation, "questions" | "score">,
  { runs, limit, signal, onProgress }: AskOptions,
): Promise<ReadonlyMap<string, readonly Asked[]>> {
  const asked = new Map<string, Asked[]>(runs.map(({ name }) => [name, []]));
  for (const [at, question] of questions.entries()) {
    const { id, kind, query, filters, session } = question;
    for (const { name, profile, settings } of runs) {
      signal.throwIfAborted();
      const startedMs = performance.now();
      const answer = await client.search({
        query,
        profile,
        limit,
        // A measurement is nobody's search.
        log: false,
        ...(filters && { filters }),
        ...(session !== undefined && { session }),
        ...(settings && { settings }),
      });
      const latencyMs = performance.now() - startedMs;
      if (answer.outcome === "unavailable")
        throw new AppError("unavailable", `The search was not available at question ${id}`);
      const hits = passages(answer);
      const isDegraded = answer.degraded.length > 0;
      const scores = score(question, hits, limit);
      const bestRerank = bestOf(answer);
      asked.get(name)?.push({ id, kind, scores, hits, isDegraded, bestRerank, latencyMs });
    }
    onProgress(at + 1, questions.length);
  }
  return asked;
}

/** Everything that is measured, in the order of the columns. Values of one question are 0 to 1. */
export const METRICS = [
  "nDCG@10",
  "recall@5",
  "recall@10",
  "recall@20",
  "recall@100",
  "hit@1",
  "hit@5",
  "MRR@10",
  "both@10",
  "any@10",
  "silent",
  "newest first",
] as const;
export type Metric = (typeof METRICS)[number];

/** What one question scored; a metric that does not apply to it is absent. */
export type Scores = Readonly<Partial<Record<Metric, number>>>;

/** Lines of a document, from 1, both ends included. */
export interface Passage {
  /** Undefined: of the one root that is pushed. */
  readonly root?: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface Question {
  readonly id: string;
  readonly query: string;
  /** Questions of one kind share a row of the report; "" where a set has no kinds. */
  readonly kind: string;
  readonly filters?: NonNullable<SearchRequest["filters"]>;
  readonly session?: string;
}

export interface Evaluation {
  readonly questions: readonly Question[];
  /** Hits asked for when the caller names no number. */
  readonly limit: number;
  /** Sends the documents; answers what could not be taken. Throws AppError when the server does not take them. */
  readonly push: (client: RecallClient, options: PushOptions) => Promise<readonly string[]>;
  /** Scores the hits of a question, best first, of which at most `limit` were asked for. */
  readonly score: (question: Question, hits: readonly Passage[], limit: number) => Scores;
}

export interface PushOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}
