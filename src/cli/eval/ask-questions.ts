import type { SearchAnswer, SearchRequest } from "../../contract/search.ts";
import { AppError } from "../../errors.ts";
import type { RecallClient } from "../client.ts";
import type { Evaluation, Passage, Scores } from "./evaluation.ts";

export type ProfileName = SearchRequest["profile"];

/** What one profile made of one question. */
export interface Asked {
  readonly id: string;
  readonly kind: string;
  readonly scores: Scores;
  readonly hits: readonly Passage[];
  readonly isDegraded: boolean;
  /** From the request to the parsed answer, as a client sees it, milliseconds. */
  readonly latencyMs: number;
}

export interface AskOptions {
  readonly profiles: readonly ProfileName[];
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

const passages = ({ hits }: SearchAnswer): readonly Passage[] =>
  hits.map(({ path, startLine, endLine }) => ({ path, startLine, endLine }));

/**
 * Asks every question of every profile, one request at a time, so that a latency is that of a search and not of a queue.
 * The profiles take turns within a question: what else the machine does falls on each alike.
 */
export async function askQuestions(
  client: Pick<RecallClient, "search">,
  { questions, score }: Pick<Evaluation, "questions" | "score">,
  { profiles, limit, signal, onProgress }: AskOptions,
): Promise<ReadonlyMap<ProfileName, readonly Asked[]>> {
  const asked = new Map<ProfileName, Asked[]>(profiles.map((profile) => [profile, []]));
  for (const [at, question] of questions.entries()) {
    const { id, kind, query, filters } = question;
    for (const profile of profiles) {
      signal.throwIfAborted();
      const startedMs = performance.now();
      const answer = await client.search({ query, profile, limit, ...(filters && { filters }) });
      const latencyMs = performance.now() - startedMs;
      if (answer.outcome === "unavailable")
        throw new AppError("unavailable", `The search was not available at question ${id}`);
      const hits = passages(answer);
      const isDegraded = answer.degraded.length > 0;
      const scores = score(question, hits, limit);
      asked.get(profile)?.push({ id, kind, scores, hits, isDegraded, latencyMs });
    }
    onProgress(at + 1, questions.length);
  }
  return asked;
}
