import { shortHash } from "../../text/hash.ts";
import { contentTokens } from "../../text/words/content-words.ts";
import { stem } from "../../text/words/stem.ts";
import { inPlainCase } from "../sameness/said-words.ts";

/** Ends of a sentence that say nothing. A question mark does: a question is not its answer. */
const CLOSING = new Set(" .!。！…");

/**
 * A text as it is compared with others: composed, in lower case but for flags, paths and units, which their case tells
 * apart, spaces and line breaks as one space, without the end of its last sentence. Words, digits and signs inside stay:
 * `a != b` is not `a = b`.
 */
export const normalText = (text: string): string => withoutClosing(inPlainCase(text.normalize("NFC")));

/** Step by step from the end: an expression for a run at the end tries every run before it, to its end each time. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && CLOSING.has(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Equal for texts that say the same in the same words. */
export const normalHash = (text: string): Promise<string> => {
  const normal = normalText(text);
  // Nothing but signs, which force lets in: they are compared as they are.
  return shortHash(normal === "" ? text.trim() : normal);
};

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
