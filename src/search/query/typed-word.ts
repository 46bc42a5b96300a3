import { stem } from "../../text/words/stem.ts";
import { ENDINGS } from "./endings.ts";

/** What may be missing of an ending when the word is typed up to somewhere inside it, shortest first. */
const REMAINDERS: readonly string[] = [
  ...new Set(ENDINGS.flatMap((ending) => Array.from(ending, (_, at) => ending.slice(at)))),
].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** So many other stems are asked for beside the beginning itself. */
const MAX_FINISHED = 3;

/**
 * Words that a half-typed one may become and that the index does not have under its beginning, because their stem is
 * shorter than what is typed: of `rotati` it is `rotation`, whose stem is `rotat`. One for each stem.
 */
export function finishedWords(typed: string): readonly string[] {
  const own = stem(typed);
  const words = new Map<string, string>();
  for (const rest of REMAINDERS) {
    const term = stem(typed + rest);
    const isOther =
      term.length <= typed.length && !term.startsWith(own) && typed.startsWith(term.slice(0, -1));
    if (isOther && !words.has(term)) words.set(term, typed + rest);
  }
  return [...words.values()].slice(0, MAX_FINISHED);
}
