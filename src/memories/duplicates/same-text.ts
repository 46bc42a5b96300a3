import { shortHash } from "../../text/hash.ts";
import { contentTokens } from "../../text/words/content-words.ts";
import { stem } from "../../text/words/stem.ts";
import { plainText } from "../sameness/plain-text.ts";

/** Of the rule: hashes of another rule must equal none of this one, whose texts they would pass for. */
const RULE = "2";

/** Equal for texts that are the same text, as `plainText` has it. */
export const normalHash = (text: string): Promise<string> => shortHash(`${RULE}\n${plainText(text)}`);

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

/** Cosine above which two memories of one type are compared word by word: an embedding does not tell "port 8080" from "port 9090". */
export const SAME_FACT_COSINE = 0.9;
