// Boundaries chosen by local content: an edit moves the cuts near it and no others. A greedy fill from the start of
// a section would move every cut after the edit.

import { fnv1aText } from "../../text/hash.ts";
import { CHARS_A_STEP, type Steps } from "../../text/steps.ts";

/** What is cut: units (lines, or the words of one line) with their weights and boundary keys. */
interface Units {
  readonly count: number;
  readonly weightBefore: (at: number) => number;
  /** How well a piece may begin at the unit: strength and content hash; 0 where it may not. */
  readonly keyOf: (at: number) => number;
}

export interface PieceSize {
  /** Weight that no piece exceeds, as long as no unit does. */
  readonly limit: number;
  /** A cut is the best within this weight on both sides, so pieces weigh at least this, save at the edges of blocks. */
  readonly window: number;
}

/** Units at which a new piece begins, ascending, without the first. In steps, a unit for a character. */
export function* cutPoints(units: Units, size: PieceSize): Steps<readonly number[]> {
  const total = units.weightBefore(units.count);
  if (total <= size.limit) return [];
  const cuts: number[] = [];
  let from = 0;
  for (const cut of [...(yield* bestWithinWindow(units, size.window)), units.count]) {
    yield* splitOversize(units, size, { from, to: cut, cuts });
    if (cut < units.count) cuts.push(cut);
    from = cut;
  }
  return cuts;
}

/** Candidates with no equal or better one within the window before and no better one within the window after. */
function* bestWithinWindow(units: Units, window: number): Steps<readonly number[]> {
  const total = units.weightBefore(units.count);
  const best: number[] = [];
  const rivals: { readonly at: number; readonly key: number; readonly isBestSoFar: boolean }[] = [];
  const settle = (position: number) => {
    const rival = rivals.pop();
    if (rival?.isBestSoFar && position - units.weightBefore(rival.at) > window) best.push(rival.at);
  };
  for (let at = 1; at < units.count; at++) {
    if (at % CHARS_A_STEP === 0) yield CHARS_A_STEP;
    const key = units.keyOf(at);
    const position = units.weightBefore(at);
    if (key === 0 || position <= window || total - position <= window) continue;
    while (rivals.length > 0 && (rivals.at(-1)?.key ?? 0) < key) settle(position);
    const rival = rivals.at(-1);
    const isBestSoFar = rival === undefined || position - units.weightBefore(rival.at) > window;
    // The nearer of two equals that are no best ones stands for both, so that a text of equal lines takes no memory.
    if (rival?.key === key && !rival.isBestSoFar && !isBestSoFar) rivals.pop();
    rivals.push({ at, key, isBestSoFar });
  }
  while (rivals.length > 0) settle(Number.POSITIVE_INFINITY);
  return best.sort((left, right) => left - right);
}

function* splitOversize(
  units: Units,
  size: PieceSize,
  { from, to, cuts }: { from: number; to: number; cuts: number[] },
): Steps<void> {
  const end = units.weightBefore(to);
  let start = from;
  while (end - units.weightBefore(start) > size.limit) {
    const next = nextCut(units, size, { from: start, to });
    if (next >= to) return;
    yield next - start;
    start = next;
    cuts.push(start);
  }
}

/** The best beginning that leaves both sides a good size; else the last possible one; else the last unit that fits. */
function nextCut(units: Units, size: PieceSize, { from, to }: { from: number; to: number }): number {
  const start = units.weightBefore(from);
  const length = units.weightBefore(to) - start;
  const least = length <= 2 * size.limit ? Math.max(size.window, length - size.limit) : size.window;
  const most = Math.min(size.limit, length - size.window);
  let best = 0;
  let bestKey = 0;
  let lastCandidate = 0;
  let last = from + 1;
  for (let at = from + 1; at < to; at++) {
    const weight = units.weightBefore(at) - start;
    if (weight > size.limit) break;
    last = at;
    const key = units.keyOf(at);
    if (key > 0) lastCandidate = at;
    if (key > bestKey && weight >= least && weight <= most) {
      best = at;
      bestKey = key;
    }
  }
  return best || lastCandidate || last;
}

/** Hashes lie in 1 to KEY_SPAN - 1, so strength * KEY_SPAN + hash orders by strength first. */
export const KEY_SPAN = 2 ** 20;

/** A beginning this long tells most lines apart, and an edit behind it leaves the boundary as it was. */
const MAX_HASHED = 32;

/** Hash of the text from `start` to `end`, from 1 to KEY_SPAN - 1: equal text, equal hash. */
export function hashText(text: string, start: number, end: number): number {
  const hash = fnv1aText(text, start, Math.min(end, start + MAX_HASHED));
  // The upper bits of FNV mix better than the lower ones; a final shift folds them in.
  return 1 + (((hash ^ (hash >>> 15)) >>> 0) % (KEY_SPAN - 1));
}
