import { DEFAULTS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { OutageDetails } from "../../models/http/installed-outages.ts";
import type { Speed } from "./calibration.ts";

/** People accept so long for re-ranking, milliseconds. */
export const RERANK_MS = 700;
/** Of it is planned; the rest is for a processor that is busy. */
const PLANNED = 0.8;
/** Small, so that little is begun that is not used: once begun, a batch is calculated to its end. */
const BATCH_TEXTS = 2;
/** Fewer change too little of an answer's first page. */
export const LEAST_TEXTS = 5;
/** Passages are cut until so many are read. */
const ENOUGH_TEXTS = 10;
/** Lengths that passages are cut to: less than the last cuts away most of a section. */
const PASSAGE_TOKENS = [DEFAULTS.rerankPassageTokens, 256, 192, 128] as const;
/** A question, and the marks between it and a passage. */
const FRAME_TOKENS = 24;

/** What a search sends of its best candidates. */
export interface RerankPlan {
  readonly passages: number;
  /** Of a passage; longer ones are cut. */
  readonly tokens: number;
}

/** Where nobody has measured the model: little, of which the deadline leaves what it can. */
const UNMEASURED: RerankPlan = { passages: ENOUGH_TEXTS, tokens: 128 };

type Pairs = Extract<Speed, { kind: "reranker" }>["pairs"];

/**
 * As many passages as are read in 700 ms with a fifth to spare, whole where that is ten, else cut as little as lets ten be
 * read. Undefined: not even five of 128 tokens. 0.5 ms a token, so 76 for one of 128 → 7 of 128.
 */
export function planRerank(speed: Speed | undefined): RerankPlan | undefined {
  if (speed?.kind !== "reranker") return UNMEASURED;
  const plans = PASSAGE_TOKENS.map((tokens): RerankPlan => {
    const fitting = Math.floor((RERANK_MS * PLANNED) / msAt(speed.pairs, tokens + FRAME_TOKENS));
    return { tokens, passages: Math.min(DEFAULTS.rerankPool, fitting) };
  });
  const plan = plans.find(({ passages }) => passages >= ENOUGH_TEXTS) ?? plans.at(-1);
  return plan !== undefined && plan.passages >= LEAST_TEXTS ? plan : undefined;
}

/** Milliseconds of a pair, between the measured lengths as on a line. */
function msAt(pairs: Pairs, tokens: number): number {
  const longer = pairs.find((pair) => pair.tokens >= tokens) ?? pairs.at(-1);
  const shorter = pairs.findLast((pair) => pair.tokens < tokens);
  if (longer === undefined) return Number.POSITIVE_INFINITY;
  if (shorter === undefined || shorter === longer) return (longer.ms * tokens) / longer.tokens;
  const share = (tokens - shorter.tokens) / (longer.tokens - shorter.tokens);
  return shorter.ms + share * (longer.ms - shorter.ms);
}

interface InTime {
  /** The best first. */
  readonly documents: readonly string[];
  readonly now: () => number;
  /** Aborts after so many milliseconds. @default by this process's clock */
  readonly timeout?: (ms: number) => AbortSignal;
}

type Score = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;

/**
 * The scores of as many documents, from the first on, as are read in 700 ms; a batch is begun when it should end by then at
 * the speed of the one before, and not waited for any longer, but for the first, which may wait until the model is read. Throws
 * AppError `unavailable` when that is fewer than five of more, and what `score` throws by then.
 */
export async function scoreInTime(
  score: Score,
  { documents, now, timeout = AbortSignal.timeout }: InTime,
): Promise<readonly number[]> {
  const startedMs = now();
  const signal = timeout(RERANK_MS);
  const scores: number[] = [];
  let lastMs = 0;
  while (scores.length < documents.length) {
    const begunMs = now();
    if (begunMs - startedMs + lastMs > RERANK_MS) break;
    const batch = documents.slice(scores.length, scores.length + BATCH_TEXTS);
    const rows = await score(batch, scores.length > 0 ? signal : undefined).catch((error: unknown) => {
      if (signal.aborted && scores.length > 0) return [];
      throw error;
    });
    if (rows.length === 0) break;
    scores.push(...rows.map((row) => row[0] ?? 0));
    lastMs = now() - begunMs;
  }
  if (scores.length >= Math.min(LEAST_TEXTS, documents.length)) return scores;
  throw new AppError(
    "unavailable",
    `The re-ranker read ${scores.length} passages in ${RERANK_MS} ms: too slow on this processor`,
    { details: { outage: "installed_model_slow" } satisfies OutageDetails },
  );
}
