import { AppError } from "../errors.ts";
import type { OutageDetails } from "../models/http/installed-outages.ts";
import { cutToTokens } from "../text/passage.ts";

/** People accept so long for re-ranking, milliseconds. */
export const RERANK_MS = 700;
/** Small, so that little is begun that does not end in time. */
const BATCH_TEXTS = 2;
/** Fewer change too little of an answer's first page. */
const LEAST_TEXTS = 5;

/** On a processor that does not read so many in time, those after the first batch are cut. */
const ENOUGH_TEXTS = 10;
/** Less cuts away most of a section. */
const CUT_TOKENS = 128;

interface InTime {
  /** The best first. */
  readonly documents: readonly string[];
  readonly now: () => number;
}

/**
 * The scores of as many documents, from the first on, as are read in 700 ms; a batch is begun when it should end by then at
 * the speed of the one before. Where ten would not be read, those after the first two are cut to 128 tokens. Throws AppError `unavailable` when that is fewer than five of more.
 */
export async function scoreInTime(
  score: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
  { documents, now }: InTime,
): Promise<readonly number[]> {
  const startedMs = now();
  const scores: number[] = [];
  let isSlow = false;
  let lastMs = 0;
  while (scores.length < documents.length) {
    const texts = documents.slice(scores.length, scores.length + BATCH_TEXTS);
    const spentMs = now() - startedMs;
    if (spentMs + lastMs > RERANK_MS) break;
    const begunMs = now();
    const rows = await score(isSlow ? texts.map((text) => cutToTokens(text, CUT_TOKENS)) : texts);
    for (const row of rows) scores.push(row[0] ?? 0);
    const tookMs = now() - begunMs;
    const isCutNext = scores.length === BATCH_TEXTS && (tookMs / BATCH_TEXTS) * ENOUGH_TEXTS > RERANK_MS;
    // How long a cut one takes is not known yet.
    lastMs = isCutNext ? 0 : tookMs;
    isSlow ||= isCutNext;
  }
  if (scores.length >= Math.min(LEAST_TEXTS, documents.length)) return scores;
  throw new AppError(
    "unavailable",
    `The re-ranker read ${scores.length} passages in ${RERANK_MS} ms: too slow on this processor`,
    { details: { outage: "installed_model_slow" } satisfies OutageDetails },
  );
}
