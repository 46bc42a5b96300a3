import type { Occurrence, TermOccurrences } from "./occurrences.ts";

/** A query term with its weight; its occurrences are at the same place in a parallel list. */
export interface WeighedTerm {
  readonly stem: string;
  readonly idf: number;
}

/** Terms that start within so many characters stand together. */
const WINDOW_CHARS = 50;
/** The second word of a pair starts at most so many characters after the first ends. */
const PAIR_GAP_CHARS = 18;
/** Saturation of repeated pairs, FTS5's k1: n pairs count (k1 + 1)·n / (n + k1). */
const K1 = 1.2;
/** Shorter stems are found inside too many words to mean anything. */
const MIN_INSIDE_CHARS = 4;

/** W: the largest sum of idf of distinct terms that start within one window of 50 characters. */
export function bestWindow(terms: readonly WeighedTerm[], found: readonly TermOccurrences[]): number {
  const starts = found
    .flatMap(({ whole }, term) => whole.map(({ start }) => ({ start, term })))
    .sort((a, b) => a.start - b.start);
  const inWindow = new Array<number>(terms.length).fill(0);
  let sum = 0;
  let best = 0;
  let first = 0;
  for (const { start, term } of starts) {
    if (inWindow[term] === 0) sum += terms[term]?.idf ?? 0;
    inWindow[term] = (inWindow[term] ?? 0) + 1;
    for (let oldest = starts[first]; oldest && start - oldest.start > WINDOW_CHARS; oldest = starts[first]) {
      first += 1;
      inWindow[oldest.term] = (inWindow[oldest.term] ?? 0) - 1;
      if (inWindow[oldest.term] === 0) sum -= terms[oldest.term]?.idf ?? 0;
    }
    best = Math.max(best, sum);
  }
  return best;
}

/** B: for adjacent terms a, b of the query, min(idf) times the saturated count of b's that follow an a closely. */
export function pairScore(terms: readonly WeighedTerm[], found: readonly TermOccurrences[]): number {
  let sum = 0;
  for (let index = 1; index < terms.length; index += 1) {
    const count = closePairs(found[index - 1]?.whole ?? [], found[index]?.whole ?? []);
    const idf = Math.min(terms[index - 1]?.idf ?? 0, terms[index]?.idf ?? 0);
    sum += (idf * (K1 + 1) * count) / (count + K1);
  }
  return sum;
}

/** How many of the second start 0 to 18 characters after one of the first ends. Both in order of their place. */
function closePairs(firsts: readonly Occurrence[], seconds: readonly Occurrence[]): number {
  let count = 0;
  let next = 0;
  for (const { start } of seconds) {
    while (next < firsts.length && (firsts[next]?.end ?? 0) + PAIR_GAP_CHARS < start) next += 1;
    const end = firsts[next]?.end;
    if (end !== undefined && end <= start) count += 1;
  }
  return count;
}

/** S: the idf of terms that occur only inside longer words. */
export function insideScore(terms: readonly WeighedTerm[], found: readonly TermOccurrences[]): number {
  const inside = terms.filter(({ stem }, index) => {
    const occurrences = found[index];
    return stem.length >= MIN_INSIDE_CHARS && occurrences?.whole.length === 0 && occurrences.isInside;
  });
  return inside.reduce((sum, { idf }) => sum + idf, 0);
}
