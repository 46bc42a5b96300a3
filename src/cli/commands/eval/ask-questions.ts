import { AppError } from "../../../errors.ts";
import type { ProfileName } from "../../../search/contract/profile-names.ts";
import type { SearchAnswer, SearchRequest } from "../../../search/contract/search.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import type { Evaluation, Passage, Scores } from "./evaluation.ts";

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

export interface AskOptions {
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
