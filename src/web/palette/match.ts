/** How well a typed text names something; 0: not at all. Higher is better. */
const SCORES = { whole: 100, start: 90, words: 70, inside: 50, typo: 10 } as const;

/** What is named by a slip of the keys only: no better score than this, also where the best of the others counts half. */
export const BY_SLIP = SCORES.typo;

/** Letters from which on one slip of the keys is forgiven, and two. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;

/** Lower case, without accents. */
const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const WORDS = /[\p{L}\p{N}]+/gu;
const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? [];

/**
 * Slips between a typed word and the beginning of another, counted up to `most`: a letter too many, too few, another one,
 * or two exchanged (optimal string alignment).
 */
export function slips(typed: string, word: string, most: number): number {
  const width = Math.min(word.length, typed.length + most);
  const start = Array.from({ length: width + 1 }, (_, at) => at);
  let [before, last]: [number[], number[]] = [start, start];
  for (let row = 1; row <= typed.length; row++) {
    const next = [row];
    for (let at = 1; at <= width; at++) {
      const isSame = typed[row - 1] === word[at - 1];
      const cost = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isExchanged =
        row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
      next.push(isExchanged ? Math.min(cost, (before[at - 2] ?? 0) + 1) : cost);
    }
    [before, last] = [last, next];
  }
  return Math.min(...last);
}

function nearlyStarts(typed: string, word: string): boolean {
  const most = typed.length >= TWO_SLIPS ? 2 : typed.length >= ONE_SLIP ? 1 : 0;
  return most > 0 && word[0] === typed[0] && slips(typed, word, most) <= most;
}

/** How well `typed` names `name`: as its start, by the starts of its words, as a part of it, or with a slip in a word. */
export function matchScore(typed: string, name: string): number {
  const [wanted, text] = [folded(typed).trim(), folded(name)];
  if (wanted === "") return 1;
  if (text === wanted) return SCORES.whole;
  if (text.startsWith(wanted)) return SCORES.start;
  const [asked, words] = [wordsOf(wanted), wordsOf(text)];
  if (asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one))))
    return SCORES.words;
  if (text.includes(wanted)) return SCORES.inside;
  const isNear = (one: string) => words.some((word) => word.startsWith(one) || nearlyStarts(one, word));
  return asked.length > 0 && asked.every(isNear) ? SCORES.typo : 0;
}

export interface Scored<Thing> {
  readonly thing: Thing;
  readonly score: number;
}

/** The things that are meant, best first, at most so many; of equals the earlier. */
export const bestOf = <Thing>(
  things: readonly Thing[],
  scoreOf: (thing: Thing) => number,
  most: number,
): readonly Scored<Thing>[] =>
  things
    .map((thing) => ({ thing, score: scoreOf(thing) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most);
