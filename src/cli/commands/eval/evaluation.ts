import type { ProfileName } from "../../../search/contract/constants.ts";
import type { SearchAnswer, SearchRequest } from "../../../search/contract/search.ts";
import type { RecallClient, SearchWish } from "../../session/recall-client.ts";
import type { Claim } from "./statistics/calibration.ts";

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
  /** The answer's: the probability that one of the first five hits answers. */
  readonly relevance: number;
  /** One of the first five passages answers, whether the answer shows them or is silent. */
  readonly isAnswered: boolean;
  /** What the first five passages' relevance claims, and whether it is so. */
  readonly claims: readonly Claim[];
  /** From the request to the parsed answer, as a client sees it, milliseconds. */
  readonly latencyMs: number;
}

interface AskOptions {
  readonly runs: readonly Run[];
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

const passages = ({ hits }: Pick<SearchAnswer, "hits">): readonly Passage[] =>
  hits.map(({ root, path, startLine, endLine }) => ({ root, path, startLine, endLine }));

/** An answer is given among so many. */
const FIRST = 5;

/** What the first passages of an answer claim, and whether that is so. */
const claimsOf = (
  { hits }: SearchAnswer,
  question: Question,
  { score }: Pick<Evaluation, "score">,
): readonly Claim[] =>
  hits.slice(0, FIRST).map((hit) => ({
    probability: hit.relevance,
    isTrue: Object.values(score(question, passages({ hits: [hit] }), FIRST)).some((value) => value > 0),
  }));

/**
 * Scores of an answer: the ranking's by its passages, also of an answer that is silent; whether a question without an
 * answer is met with silence; and whether silence costs an answer that was there.
 */
function scoresOf(
  question: Question,
  { answer, ranked, limit, isAnswered }: Judged,
  { score }: Pick<Evaluation, "score">,
): Scores {
  const isSilent = answer.hits.length === 0;
  const shown = question.kind === UNANSWERABLE ? answer : ranked;
  return { ...score(question, passages(shown), limit), ...(isAnswered && { lost: isSilent ? 1 : 0 }) };
}

interface Judged {
  readonly answer: SearchAnswer;
  /** The same with nothing silenced. */
  readonly ranked: SearchAnswer;
  readonly limit: number;
  readonly isAnswered: boolean;
}

/** Questions of this kind have no answer in the corpus. */
export const UNANSWERABLE = "none";
/** Settings with which nothing is silenced. */
const AUDIBLE = { "relevance.floor": 0, "relevance.min": 0 };

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
      // A measurement is nobody's search.
      const wish = { query, profile, limit, log: false, filters, session } satisfies SearchWish;
      const startedMs = performance.now();
      const answer = await client.search({ ...wish, settings });
      const latencyMs = performance.now() - startedMs;
      const isSilent = answer.outcome === "nothing_relevant";
      const ranked = isSilent
        ? await client.search({ ...wish, settings: { ...settings, ...AUDIBLE } })
        : answer;
      const claims = claimsOf(ranked, question, { score });
      const isAnswered = claims.some(({ isTrue }) => isTrue);
      const scores = scoresOf(question, { answer, ranked, limit, isAnswered }, { score });
      const { relevance } = answer;
      const said = { hits: passages(answer), relevance, isDegraded: answer.degraded.length > 0 };
      asked.get(name)?.push({ id, kind, scores, ...said, isAnswered, claims, latencyMs });
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
  "recall@25",
  "recall@50",
  "recall@100",
  "hit@1",
  "hit@5",
  "MRR@10",
  "both@10",
  "any@10",
  "silent",
  "lost",
  "newest first",
  "recall_any@5",
  "recall_all@5",
  "ndcg_any@5",
  "recall_any@10",
  "recall_all@10",
  "ndcg_any@10",
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
