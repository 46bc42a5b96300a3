import { contentTokens } from "../../text/words/content-words.ts";
import { stem } from "../../text/words/stem.ts";

/**
 * How much two texts are made of the same words, 0 to 1: twice the content words in both, over those of each (Dice). A
 * query that only names a word of a long text says little of it: 1 word in 20 → .1.
 */
export function wordOverlap(a: string, b: string): number {
  const own = new Set(contentTokens(a).map(stem));
  const others = new Set(contentTokens(b).map(stem));
  if (own.size + others.size === 0) return 0;
  const shared = [...own].filter((word) => others.has(word)).length;
  return (2 * shared) / (own.size + others.size);
}
